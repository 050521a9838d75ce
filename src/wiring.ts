import type { ConversationRpc, ProviderGateRpc, RunnerRpc, TenantRpc } from "../durable-objects/rpc.ts";
import { type CatalogueParts, createCatalogue, type DeploymentCatalogue } from "./catalogue/index.ts";
import type { RetentionConfig } from "./config/retention.ts";
import { type Config, readConfig } from "./config.ts";
import type { Price } from "./domain/catalogue.ts";
import { AppError } from "./domain/errors.ts";
import { createIds, type Ids } from "./domain/ids.ts";
import type { ProviderName } from "./domain/provider-names.ts";
import type { Resource } from "./domain/resources.ts";
import type { Casting } from "./domain/selection.ts";
import type { Ontology } from "./domain/task-types/index.ts";
import type { LogLine } from "./domain/telemetry/lines.ts";
import { createCustomProvider } from "./providers/custom/index.ts";
import { createOwnModels } from "./providers/custom/own-models.ts";
import { createEmbeddedProvider } from "./providers/embedded/index.ts";
import { createHuggingFace, createRemoteProviders, type RemoteSurroundings } from "./providers/index.ts";
import { type ToolShelf, withMcpTools } from "./providers/mcp/index.ts";
import type { Provider } from "./providers/provider.ts";
import { createUrlImporter, type UrlImporter } from "./resources/import-url.ts";
import { lookAtUrl } from "./resources/look-at-url.ts";
import { createR2Store } from "./resources/r2-store.ts";
import { createResolver } from "./resources/resolve-host.ts";
import { vetUrl } from "./resources/safe-fetch.ts";
import type { ResourceStore } from "./resources/store.ts";
import type { WebFiles } from "./run/addresses.ts";
import type { Assignment, Job, PlanningStages, Stages } from "./run/index.ts";
import { openHfToken } from "./secrets/hf-token.ts";
import { openHeaders } from "./secrets/model-headers.ts";
import { createSealer, type Sealer } from "./secrets/seal.ts";
import {
  type Caller,
  type ControllerChoice,
  type Controllers,
  createControllers,
  type Wishes,
} from "./wiring/controllers.ts";
import { createGates, type Gates } from "./wiring/gates.ts";
import { languagePrices } from "./wiring/language-prices.ts";
import { createProspects, type Foresight } from "./wiring/prospects.ts";
import { createTaskTypes } from "./wiring/task-types.ts";
import { createWebhookSender, type WebhookSender } from "./wiring/webhooks.ts";

/** The largest file an expert may make. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** What the HTTP surfaces are built from. */
export interface Wiring {
  readonly config: Config;
  readonly ids: Ids;
  /** As far as the tools of MCP servers are known by now. */
  readonly ontology: Ontology;
  readonly tools: Pick<ToolShelf, "states" | "ready">;
  readonly resources: ResourceStore;
  readonly urls: UrlImporter;
  /** Without the models that a tenant added for itself. */
  readonly providers: readonly Provider[];
  /** Once the providers have what they tell of themselves. */
  ready(): Promise<void>;
  readonly catalogue: CatalogueParts;
  /** Who can do the language steps of a run here. */
  readonly controllerChoice: ControllerChoice;
  readonly sealer: Sealer;
  /** @throws {AppError} `unsafe-url` for what may not be called for a user, or why it cannot be told. */
  vetUrl(url: string, signal: AbortSignal): Promise<unknown>;
  conversation(tenant: string, conversation: string): ConversationRpc;
  tenant(tenant: string): TenantRpc;
  /** What a run of a tenant's message would begin with, planned as a run is; nothing is kept. */
  readonly foresee: Foresight;
  /** A file of `.assets/`. @throws {AppError} `misconfigured` where it has not been built */
  asset(path: string): Promise<ReadableStream<Uint8Array>>;
}

/** And what runs are planned with. */
interface Built extends Wiring {
  /** Brings the catalogue up to date, as far as that is due and one tick of the cron may go. */
  crawl(signal: AbortSignal): Promise<void>;
  readonly controllers: Controllers;
  readonly catalogue: DeploymentCatalogue;
  readonly gates: Gates;
  readonly surroundings: RemoteSurroundings;
  readonly tools: ToolShelf;
}

/** Providers whose models the catalogue tells; of the others they tell themselves. */
const FROM_CATALOGUE: ReadonlySet<ProviderName> = new Set(["huggingface", "workers-ai"]);

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
  const taskTypes = createTaskTypes(config.taskTypes, config.mcpServers, fetchFromHere);
  const { own: ontology, tools } = taskTypes;
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
  const surroundings = { ontology, fetch: fetchFromHere, now: Date.now };
  const inside = insideOf(env);
  const providers = [
    createEmbeddedProvider(inside),
    withMcpTools(createCustomProvider(config.deployment.endpoints, ontology), tools, fetchFromHere),
    ...createRemoteProviders(config.providers, surroundings),
  ];
  let loading: Promise<unknown> | undefined;
  const ready = async (): Promise<void> => {
    loading ??= Promise.all(providers.map((provider) => provider.load?.()));
    await loading;
  };
  const on = new Set(providers.map(({ name }) => name));
  const gates = createGates({ config, ids, desk: (name) => stub<ProviderGateRpc>(env.PROVIDER_GATE, name) });
  const controllers = createControllers(config.controllers, gates);
  const tenant = (name: string): TenantRpc => stub<TenantRpc>(env.TENANT, name);
  const catalogue = createCatalogue({
    bucket: env.RESOURCES,
    now: Date.now,
    endpoints: () => providers.flatMap((provider) => provider.endpoints()),
    factsOf: (name) => tenant(name).castingFacts(),
    isOn: (provider) => FROM_CATALOGUE.has(provider) && on.has(provider),
  });
  const foresee = createProspects({
    controllers,
    planning: (caller, wishes, alsoOn) =>
      planningParts({ ontology: taskTypes.current(), controllers, catalogue }, { ...caller, wishes }, alsoOn),
    prices: (wishes) => pricesOf({ config, controllers, catalogue }, wishes),
    lookAt: (url, ended) => lookAtUrl(url, fetching, Date.now, ended),
  });
  const built: Built = {
    config,
    ids,
    get ontology() {
      return taskTypes.current();
    },
    tools,
    resources,
    urls: createUrlImporter({ store: resources, ...fetching }),
    providers,
    ready,
    catalogue,
    crawl: async (signal) => {
      const { crawlByCron } = await import("./catalogue/crawl/index.ts");
      await crawlByCron({ bucket: env.RESOURCES, config: config.crawl, fetch: fetchFromHere, signal });
    },
    controllerChoice: controllers.choice,
    sealer: createSealer(config.secret),
    vetUrl: (url, signal) => vetUrl(url, fetching, signal),
    controllers,
    gates,
    surroundings,
    conversation: (tenant, conversation) => stub<ConversationRpc>(env.CONVERSATION, `${tenant}:${conversation}`),
    tenant,
    asset: inside.asset,
    foresee: async (...asked) => {
      await tools.ready();
      return foresee(...asked);
    },
  };
  builds.set(env, built);
  return built;
}

/** How plans are made here, whether they are to run or only to be looked at. */
const planningParts = (
  { ontology, controllers, catalogue }: Pick<Built, "ontology" | "controllers" | "catalogue">,
  { wishes, ...caller }: Caller & { readonly wishes: Wishes },
  alsoOn: (provider: ProviderName) => boolean,
): Omit<PlanningStages, keyof WebFiles> => ({
  ontology,
  controller: controllers.for(caller, wishes),
  cast: () => catalogue.cast(caller.tenant, alsoOn),
});

/** Who a step's run wants to take part; tasks ask nobody for words. */
function castingIn(job: Job): Casting {
  if (job.do === "plan") return job;
  return job.do === "answer" ? job.state.casting : {};
}

/** The global fetch, which workerd does not let anybody call as a method. */
const fetchFromHere: typeof fetch = (input, init) => fetch(input, init);

/**
 * A Durable Object by its name, as the RPC interface that its class implements. The platform's own stub
 * type maps every type on the way and gives up on ours, which nest JSON (TS2589).
 */
function stub<Rpc>(namespace: { getByName(name: string): unknown }, name: string): Rpc {
  return namespace.getByName(name) as Rpc;
}

const insideOf = (env: Env) => ({
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
    fetchFromHere,
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
  wishes: Wishes,
): Promise<readonly Price[]> =>
  languagePrices(controllers.language(wishes), {
    stated: config.providers.openai?.endpoints ?? [],
    entries: async (taskType) => (await catalogue.current()).entries(taskType),
  });

/** The token that a task's caller brought for its run, or null. */
async function hfTokenOf({ sealer }: Built, assignment: Assignment): Promise<string | null> {
  const { sealedHfToken, job } = assignment;
  if (sealedHfToken === undefined || job.do !== "task") return null;
  const token = await openHfToken(sealer, assignment, sealedHfToken);
  if (token === null) throw new AppError("misconfigured", "The run's own token of Hugging Face can no longer be read");
  return token;
}

/** What the stages of a run need for an attempt at one of them. @throws {AppError} when its secrets cannot be opened. */
export async function wireStages(env: Env, assignment: Assignment, jobSlot: Stages["jobSlot"]): Promise<Stages> {
  const built = wire(env);
  await Promise.all([built.ready(), built.tools.ready()]);
  const { ids, resources, urls, gates } = built;
  const { tenant, conversation, run, sealedHfToken, job } = assignment;
  const wishes = castingIn(job);
  const hfToken = await hfTokenOf(built, assignment);
  return {
    ...planningParts(
      built,
      { tenant, run, wishes },
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

/** What a conversation needs; its name holds its tenant and its own part of the id. */
export interface ConversationParts {
  readonly identity: { readonly tenant: string; readonly conversation: string };
  /** As far as the tools of MCP servers are known by now. */
  readonly ontology: Ontology;
  /** Once they are, or their servers have taken too long; null where there are none to wait for. */
  readonly taskTypesKnown: (() => Promise<void>) | null;
  readonly resources: ResourceStore;
  readonly retention: RetentionConfig;
  /** Takes a line about what has ended; null where nobody wants it. */
  readonly log: ((line: LogLine) => void) | null;
  /** The id that the API knows the conversation by. */
  publicId(): Promise<string>;
  readonly sendWebhook: WebhookSender;
  runner(shard: number): RunnerRpc;
  tenant(): TenantRpc;
}

export function wireConversation(env: Env, name: string): ConversationParts {
  const built = wire(env);
  const { resources, tenant: tenantOf, tools } = built;
  const [tenant = "", conversation = ""] = name.split(":");
  return {
    identity: { tenant, conversation },
    get ontology() {
      return built.ontology;
    },
    taskTypesKnown: built.config.mcpServers.length === 0 ? null : () => tools.ready(),
    resources,
    retention: built.config.retention,
    log: built.config.logs.isOn ? (line) => console.log(JSON.stringify(line)) : null,
    publicId: () => built.ids.conversationId(tenant, conversation),
    sendWebhook: createWebhookSender({
      ...{ identity: { tenant, conversation }, ids: built.ids, sealer: built.sealer, vetUrl: built.vetUrl },
      fetch: fetchFromHere,
      tenant: () => tenantOf(tenant),
      now: () => Date.now(),
    }),
    runner: (shard) => stub<RunnerRpc>(env.RUNNER, `${name}:${shard}`),
    tenant: () => tenantOf(tenant),
  };
}
