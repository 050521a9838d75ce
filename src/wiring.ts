// `kernel.wat`, as `npm run build:assets` assembles it: workerd compiles no WebAssembly at run time.
import KERNEL from "../.generated/kernel.wasm";
import { createCatalogue } from "./catalogue/index.ts";
import { type RetentionConfig, readConfig } from "./config.ts";
import { AppError } from "./domain/errors.ts";
import { createIds } from "./domain/ids.ts";
import { partitionOf } from "./domain/partitions.ts";
import type { ProviderName } from "./domain/provider-names.ts";
import type { Ontology } from "./domain/task-types/index.ts";
import type { LogLine } from "./domain/telemetry/lines.ts";
import { loadedOnce } from "./loaded-once.ts";
import { createCustomProvider } from "./providers/custom/index.ts";
import { createEmbeddedProvider } from "./providers/embedded/index.ts";
import { createRemoteProviders } from "./providers/index.ts";
import { withMcpTools } from "./providers/mcp/index.ts";
import { createUrlImporter, lookAtUrl } from "./resources/import-url.ts";
import { createResolver, vetUrl } from "./resources/safe-fetch.ts";
import { createR2Store, type ResourceStore } from "./resources/store.ts";
import type { GoalRpc } from "./rpc/goals.ts";
import type { ConversationRpc, DividedTenantRpc, ProviderGateRpc, RunnerRpc, TenantRpc } from "./rpc/index.ts";
import type { PartitionRpc, RegistryRpc } from "./rpc/registry.ts";
import type { Assignment, Stages } from "./run/index.ts";
import { createSealer } from "./secrets/seal.ts";
import { pause } from "./waiting.ts";
import type { Built } from "./wiring/built.ts";
import { createControllers } from "./wiring/controllers.ts";
import { deploymentFacts, tenantFacts } from "./wiring/facts.ts";
import { createGates } from "./wiring/gates.ts";
import { type GoalParts, goalParts } from "./wiring/goals.ts";
import { createDryRunner, stagesOf } from "./wiring/stages.ts";
import { createTaskTypes } from "./wiring/task-types.ts";
import { type WebhookSender, webhookSenderOf } from "./wiring/webhooks.ts";
import { parseSenses, WORD_SENSES_ASSET } from "./words/senses.ts";
import { parseTable, WORD_TABLE_ASSET } from "./words/vectors.ts";

/** Providers whose models the catalogue tells; of the others they tell themselves. */
const FROM_CATALOGUE: ReadonlySet<ProviderName> = new Set(["huggingface", "workers-ai"]);

export type { Wiring } from "./wiring/built.ts";

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
  const taskTypes = createTaskTypes(config, config.mcpServers, fetchFromHere);
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
  const controllers = createControllers(config.controllers, gates, inside);
  const tenant = (name: string): DividedTenantRpc => stub<DividedTenantRpc>(env.TENANT, name);
  const partition = (name: string, letter: string): PartitionRpc =>
    stub<PartitionRpc>(env.TENANT_PARTITION, `${name}:${letter}`);
  const catalogue = createCatalogue({
    bucket: env.RESOURCES,
    now: Date.now,
    endpoints: () => providers.flatMap((provider) => provider.endpoints()),
    factsOf: (name) => tenant(name).modelFacts(),
    isOn: (provider) => FROM_CATALOGUE.has(provider) && on.has(provider),
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
    constraintReader: inside.constraintReader,
    gates,
    surroundings,
    conversation: (tenant, conversation) => stub<ConversationRpc>(env.CONVERSATION, `${tenant}:${conversation}`),
    goal: (tenant, goal) => stub<GoalRpc>(env.GOAL, `${tenant}:${goal}`),
    tenant,
    registry: (name, id) => {
      const letter = partitionOf(id);
      return letter === null ? tenant(name) : partition(name, letter);
    },
    partition,
    asset: inside.asset,
    findAsset: inside.findAsset,
    deployment: () => deploymentFacts(built),
    facts: async (tenant) => {
      await Promise.all([ready(), tools.ready()]);
      return tenantFacts(built, tenant);
    },
    dryRun: async (...asked) => {
      await tools.ready();
      return dryRun(...asked);
    },
  };
  const dryRun = createDryRunner(built, (url, ended) => lookAtUrl(url, fetching, Date.now, ended));
  builds.set(env, built);
  return built;
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

function insideOf(env: Env) {
  const findAsset = async (path: string): Promise<Response | null> => {
    const response = await env.ASSETS.fetch(`https://assets.invalid/${path}`);
    if (response.ok) return response;
    await response.body?.cancel();
    return null;
  };
  const asset = async (path: string): Promise<ReadableStream<Uint8Array>> => {
    const found = await findAsset(path);
    if (found?.body) return found.body;
    throw new AppError("misconfigured", `The asset ${path} is missing: run \`npm run build:assets\` and deploy again`);
  };
  const bytes = async (path: string): Promise<Uint8Array<ArrayBuffer>> =>
    new Uint8Array(await new Response(await asset(path)).arrayBuffer());
  // Each reading holds the thread for some 50 ms, and none may begin before those who wait have had it.
  const read = async <Read>(path: string, from: (file: Uint8Array<ArrayBuffer>) => Read): Promise<Read> => {
    const file = await bytes(path);
    await pause();
    const made = from(file);
    await pause();
    return made;
  };
  const vectors = loadedOnce(() => read(WORD_TABLE_ASSET, (file) => parseTable(new TextDecoder().decode(file))));
  const senses = loadedOnce(() => read(WORD_SENSES_ASSET, (file) => parseSenses(new TextDecoder().decode(file))));
  // Code is evaluated with what it reads first, as a cold start has no time for it.
  const network = loadedOnce(async () => {
    const { readNetwork } = await import("./planning/embedded/rank/network.ts");
    return read("planner/network.safetensors", (file) => readNetwork(file, KERNEL));
  });
  const sentences = loadedOnce(async () => {
    const { words } = await network();
    const { readSentenceEncoder, SENTENCES_ASSET } = await import("./words/sentence-encoder.ts");
    return read(SENTENCES_ASSET, (file) => readSentenceEncoder(file, words, KERNEL));
  });
  const reader = loadedOnce(async () => {
    const { words } = await network();
    const { READER_ASSET, readReader } = await import("./providers/embedded/text/questions/reader.ts");
    return read(READER_ASSET, (file) => readReader(file, words, KERNEL));
  });
  const constraintReader = loadedOnce(async () => {
    const { words } = await network();
    const { createConstraintReader } = await import("./planning/embedded/constraints/index.ts");
    const { readTagger } = await import("./planning/embedded/constraints/tagger.ts");
    return read("planner/tagger.safetensors", (file) => createConstraintReader(readTagger(file, words, KERNEL)));
  });
  return {
    loader: env.LOADER as WorkerLoader | undefined,
    findAsset,
    asset,
    vectors,
    senses,
    sentences,
    reader,
    network,
    constraintReader,
  };
}

/** What the stages of a run need for an attempt at one of them. @throws {AppError} when its secrets cannot be opened. */
export const wireStages = (env: Env, assignment: Assignment, jobSlot: Stages["jobSlot"]): Promise<Stages> =>
  stagesOf(wire(env), assignment, jobSlot);

/** What a conversation needs; its name holds its tenant and its own part of the id. */
export interface ConversationParts {
  readonly identity: { readonly tenant: string; readonly conversation: string };
  /** As far as the tools of MCP servers are known by now. */
  readonly ontology: Ontology;
  /** Which version of the Worker this is; null where the deployment has no such binding. */
  readonly version: string | null;
  /** Once they are, or their servers have taken too long; null where there are none to wait for. */
  readonly taskTypesKnown: (() => Promise<void>) | null;
  readonly resources: ResourceStore;
  readonly retention: RetentionConfig;
  /** Takes a line about what has ended; null where nobody wants it. */
  readonly log: ((line: LogLine) => void) | null;
  /** The id that the API knows the conversation by. */
  publicId(): Promise<string>;
  /** The same of a goal of this tenant. */
  goalId(goal: string): Promise<string>;
  readonly sendWebhook: WebhookSender;
  /** What an attempt at a stage needs. @throws {AppError} when its secrets cannot be opened. */
  stages(assignment: Assignment, jobSlot: Stages["jobSlot"]): Promise<Stages>;
  runner(shard: number): RunnerRpc;
  tenant(): TenantRpc;
  /** Where its tenant keeps it and its runs. */
  registry(publicId: string): RegistryRpc;
  /** A goal of the same tenant, by its own part of the id. */
  goal(goal: string): GoalRpc;
}

export type { GoalParts, NewRun } from "./wiring/goals.ts";

export function wireConversation(env: Env, name: string): ConversationParts {
  const built = wire(env);
  const { resources, tenant: tenantOf, tools } = built;
  const [tenant = "", conversation = ""] = name.split(":");
  return {
    identity: { tenant, conversation },
    get ontology() {
      return built.ontology;
    },
    // A configuration of one's own may lack the binding.
    version: (env.CF_VERSION_METADATA as WorkerVersionMetadata | undefined)?.id || null,
    taskTypesKnown: built.config.mcpServers.length === 0 ? null : () => tools.ready(),
    resources,
    retention: built.config.retention,
    log: built.config.logs.isOn ? (line) => console.log(JSON.stringify(line)) : null,
    publicId: () => built.ids.conversationId(tenant, conversation),
    goalId: (goal) => built.ids.goalId(tenant, goal),
    sendWebhook: webhookSenderOf(built, tenant, { as: "conversation", part: conversation }),
    stages: (assignment, jobSlot) => stagesOf(built, assignment, jobSlot),
    runner: (shard) => stub<RunnerRpc>(env.RUNNER, `${name}:${shard}`),
    tenant: () => tenantOf(tenant),
    registry: (id) => built.registry(tenant, id),
    goal: (goal) => built.goal(tenant, goal),
  };
}

/** What a goal needs; its name holds its tenant and its own part of the id. */
export const wireGoal = (env: Env, name: string): GoalParts => goalParts(wire(env), name);
