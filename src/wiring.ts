import type { ConversationRpc, RunnerRpc, TenantRpc } from "../durable-objects/rpc.ts";
import { type CatalogueParts, createCatalogue, type DeploymentCatalogue } from "./catalogue/index.ts";
import { type Config, readConfig } from "./config.ts";
import { AppError } from "./domain/errors.ts";
import { createIds, type Ids } from "./domain/ids.ts";
import type { Resource } from "./domain/resources.ts";
import type { Result } from "./domain/result.ts";
import { SELECTORS, type Selector } from "./domain/selection.ts";
import { createOntology, type Ontology } from "./domain/task-types/index.ts";
import type { Controller } from "./planning/controller.ts";
import { embeddedController } from "./planning/embedded/index.ts";
import { createHandingOver } from "./planning/hand-over.ts";
import { createLanguageController } from "./planning/language/index.ts";
import { createCustomProvider } from "./providers/custom/index.ts";
import { createOwnModels } from "./providers/custom/own-models.ts";
import { createEmbeddedProvider } from "./providers/embedded/index.ts";
import { createOpenAiChat } from "./providers/openai/chat.ts";
import type { Provider } from "./providers/provider.ts";
import { createWorkersAiBindingChat } from "./providers/workers-ai/binding-chat.ts";
import { createWorkersAiChat } from "./providers/workers-ai/chat.ts";
import { createUrlImporter, type UrlImporter } from "./resources/import-url.ts";
import { lookAtUrl } from "./resources/look-at-url.ts";
import { createR2Store } from "./resources/r2-store.ts";
import { createResolver } from "./resources/resolve-host.ts";
import { vetUrl } from "./resources/safe-fetch.ts";
import type { ResourceStore } from "./resources/store.ts";
import type { WebFiles } from "./run/addresses.ts";
import { type Foreseen, foresee } from "./run/foresee.ts";
import type { PlanJob, PlanningStages, Stages } from "./run/index.ts";
import { openHeaders } from "./secrets/model-headers.ts";
import { createSealer, type Sealer } from "./secrets/seal.ts";

/** The largest file an expert may make. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** What the HTTP surfaces are built from. */
export interface Wiring {
  readonly config: Config;
  readonly ids: Ids;
  readonly ontology: Ontology;
  readonly resources: ResourceStore;
  readonly urls: UrlImporter;
  /** Without the models that a tenant added for itself. */
  readonly providers: readonly Provider[];
  readonly catalogue: CatalogueParts;
  /** Who can choose among candidates: `language` where a language model is configured. */
  readonly selectors: readonly Selector[];
  readonly sealer: Sealer;
  /** @throws {AppError} `unsafe-url` for what may not be called for a user, or why it cannot be told. */
  vetUrl(url: string, signal: AbortSignal): Promise<unknown>;
  conversation(tenant: string, conversation: string): ConversationRpc;
  tenant(tenant: string): TenantRpc;
  /** What a run of a tenant's message would begin with, planned as a run is; nothing is kept. */
  foresee(tenant: string, job: PlanJob, signal: AbortSignal): Promise<Result<Foreseen>>;
}

/** And what runs are planned with. */
interface Built extends Wiring {
  /** Brings the catalogue up to date, as far as that is due and one tick of the cron may go. */
  crawl(signal: AbortSignal): Promise<void>;
  readonly controller: Controller;
  readonly catalogue: DeploymentCatalogue;
}

const builds = new WeakMap<Env, Built>();

/**
 * Builds everything from the deployment's bindings and variables: the only reader of `Env`.
 * @throws {Error} naming what is missing or wrong in the configuration, and what to set.
 */
export function wire(env: Env): Built {
  const known = builds.get(env);
  if (known) return known;
  const config = readConfig(env);
  const ids = createIds(config.secret);
  const ontology = createOntology(config.taskTypes);
  const homeless = config.deployment.endpoints.find((endpoint) => !ontology.get(endpoint.taskType));
  if (homeless)
    throw new Error(
      `CONFIG.endpoints: ${homeless.model} names the task type "${homeless.taskType}", which does not exist`,
    );
  const resources = createR2Store(env.RESOURCES, ids, Date.now);
  const fetching = {
    allowHosts: config.fetchAllowHosts,
    resolve: createResolver(fetchFromHere),
    fetch: fetchFromHere,
  };
  const providers = [
    createEmbeddedProvider(surroundings(env)),
    createCustomProvider(config.deployment.endpoints, ontology),
  ];
  const controller = createController(config.controllers);
  const tenant = (name: string): TenantRpc => stub<TenantRpc>(env.TENANT, name);
  const catalogue = createCatalogue({
    bucket: env.RESOURCES,
    now: Date.now,
    endpoints: () => providers.flatMap((provider) => provider.endpoints()),
    factsOf: (name) => tenant(name).castingFacts(),
    isOn: () => false,
  });
  const built: Built = {
    config,
    ids,
    ontology,
    resources,
    urls: createUrlImporter({ store: resources, ...fetching }),
    providers,
    catalogue,
    crawl: async (signal) => {
      const { crawlByCron } = await import("./catalogue/crawl/index.ts");
      await crawlByCron({ bucket: env.RESOURCES, config: config.crawl, fetch: fetchFromHere, signal });
    },
    selectors: controller.select ? SELECTORS : ["rules"],
    sealer: createSealer(config.secret),
    vetUrl: (url, signal) => vetUrl(url, fetching, signal),
    controller,
    conversation: (tenant, conversation) => stub<ConversationRpc>(env.CONVERSATION, `${tenant}:${conversation}`),
    tenant,
    foresee: (name, job, signal) =>
      foresee(
        job,
        {
          ...planningParts({ ontology, controller, catalogue }, name),
          importUrl: (url, ended) => lookAtUrl(url, fetching, Date.now, ended),
          removeFetched: async () => undefined,
        },
        signal,
      ),
  };
  builds.set(env, built);
  return built;
}

/** How plans are made here, whether they are to run or only to be looked at. */
const planningParts = (
  { ontology, controller, catalogue }: Pick<Built, "ontology" | "controller" | "catalogue">,
  tenant: string,
): Omit<PlanningStages, keyof WebFiles> => ({ ontology, controller, cast: () => catalogue.cast(tenant) });

const openAi = ({ openai }: Config["controllers"]): Controller | null =>
  openai && createLanguageController({ name: "openai", model: createOpenAiChat(openai) });

function workersAi({ workersAi: set }: Config["controllers"]): Controller | null {
  if (!set) return null;
  const model = set.by === "binding" ? createWorkersAiBindingChat(set) : createWorkersAiChat(set);
  return createLanguageController({ name: "workers-ai", model });
}

/** The language model of each setting of `CONTROLLER`: of two, the server that was named goes before the platform's. */
const LANGUAGE_CONTROLLERS: Readonly<
  Record<Config["controllers"]["first"], (config: Config["controllers"]) => Controller | null>
> = {
  auto: (config) => openAi(config) ?? workersAi(config),
  embedded: () => null,
  openai: openAi,
  "workers-ai": workersAi,
};

const createController = (config: Config["controllers"]): Controller =>
  createHandingOver({
    embedded: embeddedController,
    language: LANGUAGE_CONTROLLERS[config.first](config),
    isLanguageFirst: config.first !== "auto",
  });

/** The global fetch, which workerd does not let anybody call as a method. */
const fetchFromHere: typeof fetch = (input, init) => fetch(input, init);

/**
 * A Durable Object by its name, as the RPC interface that its class implements. The platform's own stub
 * type maps every type on the way and gives up on ours, which nest JSON (TS2589).
 */
function stub<Rpc>(namespace: { getByName(name: string): unknown }, name: string): Rpc {
  return namespace.getByName(name) as Rpc;
}

const surroundings = (env: Env) => ({
  loader: env.LOADER as WorkerLoader | undefined,
  asset: async (path: string): Promise<ReadableStream<Uint8Array>> => {
    const response = await env.ASSETS.fetch(`https://assets.invalid/${path}`);
    if (!response.ok || !response.body) {
      throw new AppError(
        "misconfigured",
        `The asset ${path} is missing: run \`npm run build:assets\` and deploy again`,
      );
    }
    return response.body;
  },
});

/** Everybody's providers, of which the custom one serves the models that the tenant added for itself as well. */
function providersOf(built: Built, tenant: string): readonly Provider[] {
  const { config, ontology, sealer, providers } = built;
  const own = createOwnModels({
    stored: (model, taskType) => built.tenant(tenant).ownEndpoint(model, taskType),
    openHeaders: (model) => openHeaders(sealer, tenant, model),
    vet: built.vetUrl,
  });
  const custom = createCustomProvider(config.deployment.endpoints, ontology, own);
  return providers.map((provider) => (provider.name === "custom" ? custom : provider));
}

/** What the stages of a run need, for the conversation whose work it is. */
export function wireStages(env: Env, tenant: string, conversation: string): Stages {
  const built = wire(env);
  const { ids, resources, urls } = built;
  return {
    ...planningParts(built, tenant),
    providers: providersOf(built, tenant),
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

/** What a conversation needs; its name holds its tenant and its own part of the id. */
export interface ConversationParts {
  readonly identity: { readonly tenant: string; readonly conversation: string };
  readonly ontology: Ontology;
  readonly resources: ResourceStore;
  runner(shard: number): RunnerRpc;
  tenant(): TenantRpc;
}

export function wireConversation(env: Env, name: string): ConversationParts {
  const { ontology, resources, tenant: tenantOf } = wire(env);
  const [tenant = "", conversation = ""] = name.split(":");
  return {
    identity: { tenant, conversation },
    ontology,
    resources,
    runner: (shard) => stub<RunnerRpc>(env.RUNNER, `${name}:${shard}`),
    tenant: () => tenantOf(tenant),
  };
}
