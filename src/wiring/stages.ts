import type { Price } from "../domain/catalogue.ts";
import { AppError } from "../domain/errors.ts";
import type { TenantModelFacts } from "../domain/experts.ts";
import type { ProviderName } from "../domain/provider-names.ts";
import type { Resource } from "../domain/resources.ts";
import type { SelectionOptions } from "../domain/selection.ts";
import { createCustomProvider } from "../providers/custom/index.ts";
import { createOwnModels } from "../providers/custom/own-models.ts";
import { createHuggingFace } from "../providers/index.ts";
import { withMcpTools } from "../providers/mcp/index.ts";
import type { Provider } from "../providers/provider.ts";
import type { WebFiles } from "../run/addresses.ts";
import { type Assignment, dryRun, type PlanningStages, type StageJob, type Stages } from "../run/index.ts";
import { openHeaders, openHfToken } from "../secrets/seal.ts";
import { thread } from "../thread.ts";
import type { Built, DryRunner } from "./built.ts";
import type { Caller, ControllerWishes } from "./controllers.ts";
import { deploymentFacts } from "./facts.ts";
import { languagePrices } from "./language-prices.ts";

/** The largest file an expert may make. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** The dependencies of planning, for runs and dry runs alike. */
const planningParts = (
  { ontology, controllers, catalogue, constraintReader, ...built }: PlanningParts,
  { wishes, models, ...caller }: Caller & { readonly wishes: ControllerWishes; readonly models?: TenantModelFacts },
  alsoOn: (provider: ProviderName) => boolean,
): Omit<PlanningStages, keyof WebFiles> => ({
  ontology,
  controller: controllers.for(caller, wishes),
  readConstraints: (text, signal) => thread.compute(async () => (await constraintReader())(text), signal),
  expertPool: () => catalogue.expertPool(caller.tenant, alsoOn, models),
  deployment: deploymentFacts({ ...built, controllers }, wishes, alsoOn),
});

type PlanningParts = Pick<
  Built,
  "config" | "ontology" | "controllers" | "catalogue" | "constraintReader" | "providers"
>;

/** The selection options of a step's run; tasks have chosen models by now. */
function selectionOptionsIn(job: StageJob): SelectionOptions {
  if (job.do === "plan") return job;
  return job.do === "answer" ? job.state.casting : {};
}

/**
 * Everybody's providers, of which the custom one serves the models that the tenant added for itself as well.
 * @param hfToken the caller's own, which Hugging Face is called with; null where there is none
 */
function providersOf(built: Built, tenant: string, hfToken: string | null): readonly Provider[] {
  const { config, ontology, sealer, providers, surroundings } = built;
  const own = createOwnModels({
    stored: (model, taskType) => built.tenant(tenant).ownEndpoint(model, taskType),
    openHeaders: (model) => openHeaders(sealer, tenant, model),
    vet: built.vetUrl,
  });
  const custom = withMcpTools(
    createCustomProvider(config.deployment.endpoints, ontology, own),
    built.tools,
    surroundings.fetch,
  );
  const all = providers.map((provider) => (provider.name === "custom" ? custom : provider));
  if (hfToken === null) return all;
  const site = { ...config.providers.huggingFaceSite, token: hfToken, account: "caller" } as const;
  const huggingFace = createHuggingFace(site, surroundings);
  return [...all.filter(({ name }) => name !== "huggingface"), huggingFace];
}

/** Of the language model that a run would ask. */
const pricesOf = (
  { config, controllers, catalogue }: Pick<Built, "config" | "controllers" | "catalogue">,
  wishes: ControllerWishes,
): Promise<readonly Price[]> =>
  languagePrices(controllers.language(wishes), {
    stated: config.providers.openai?.endpoints ?? [],
    modelsFor: async (taskType) => (await catalogue.current()).modelsFor(taskType),
  });

/** Plans messages as their runs are planned, and keeps nothing. */
export const createDryRunner =
  (built: PlanningParts, lookAt: WebFiles["importUrl"]): DryRunner =>
  async (tenant, job, signal, { hasHfToken = false, ...told } = {}) => {
    const { choice, language } = built.controllers;
    const isOn = (provider: ProviderName) => provider === "huggingface" && hasHfToken;
    const stages = {
      ...planningParts(built, { tenant, run: "dry-run", wishes: job }, isOn),
      ...told,
      languagePrices: await pricesOf(built, job),
      importUrl: lookAt,
      removeFetched: async () => undefined,
    };
    const model = language(job);
    const isFirst = (job.controller ?? choice.first) !== "auto";
    return dryRun(job, stages, signal, model && { provider: model.provider, isFirst });
  };

/** The token that a task's caller brought for its run, or null. */
async function hfTokenOf({ sealer }: Built, assignment: Assignment): Promise<string | null> {
  const { sealedHfToken, job } = assignment;
  if (sealedHfToken === undefined || job.do !== "task") return null;
  const token = await openHfToken(sealer, assignment, sealedHfToken);
  if (token === null) throw new AppError("misconfigured", "The run's own token of Hugging Face can no longer be read");
  return token;
}

/** The dependencies of the stages, for one attempt. @throws {AppError} when the run's secrets cannot be opened. */
export async function stagesOf(built: Built, assignment: Assignment, jobSlot: Stages["jobSlot"]): Promise<Stages> {
  await Promise.all([built.ready(), built.tools.ready()]);
  const { ids, resources, urls, gates } = built;
  const { tenant, conversation, run, sealedHfToken, job } = assignment;
  const wishes = selectionOptionsIn(job);
  const hfToken = await hfTokenOf(built, assignment);
  return {
    ...planningParts(
      built,
      { tenant, run, wishes, ...(job.do === "plan" && job.models ? { models: job.models } : {}) },
      (provider) => provider === "huggingface" && sealedHfToken !== undefined,
    ),
    providers: providersOf(built, tenant, hfToken),
    languagePrices: job.do === "task" ? [] : await pricesOf(built, wishes),
    gateOf: (endpoint) =>
      hfToken !== null && endpoint.provider === "huggingface" ? gates.beforeHuggingFace(hfToken) : gates.of(endpoint),
    jobSlot,
    open: async (resource) => {
      const stored = await resources.open(tenant, resource.id);
      if (!stored?.body) throw new AppError("not-found", `${resource.name} is no longer stored`);
      return stored.body;
    },
    save: async ({ name, kind, mediaType, body, origin }): Promise<Resource> => {
      const id = await ids.newResource(tenant, conversation);
      return resources.save({
        tenant,
        id,
        name,
        kind,
        declaredType: mediaType,
        body,
        origin,
        maxBytes: MAX_OUTPUT_BYTES,
      });
    },
    importUrl: async (url, signal) =>
      urls.importUrl({ tenant, id: await ids.newResource(tenant, conversation), url, signal }),
    removeFetched: (files) => resources.remove(tenant, files),
  };
}
