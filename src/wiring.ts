import type { ConversationRpc, RunnerRpc, TenantRpc } from "../durable-objects/rpc.ts";
import { type Config, readConfig } from "./config.ts";
import { AppError } from "./domain/errors.ts";
import { createIds, type Ids } from "./domain/ids.ts";
import type { Resource } from "./domain/resources.ts";
import type { Result } from "./domain/result.ts";
import { createOntology, type Ontology } from "./domain/task-types/index.ts";
import type { Controller } from "./planning/controller.ts";
import { embeddedController } from "./planning/embedded/index.ts";
import { createHandingOver } from "./planning/hand-over.ts";
import { createLanguageController } from "./planning/language/index.ts";
import { createCustomProvider } from "./providers/custom/index.ts";
import { createEmbeddedProvider } from "./providers/embedded/index.ts";
import { createOpenAiChat } from "./providers/openai/chat.ts";
import type { Provider } from "./providers/provider.ts";
import { createWorkersAiBindingChat } from "./providers/workers-ai/binding-chat.ts";
import { createWorkersAiChat } from "./providers/workers-ai/chat.ts";
import { createUrlImporter, type UrlImporter } from "./resources/import-url.ts";
import { lookAtUrl } from "./resources/look-at-url.ts";
import { createR2Store } from "./resources/r2-store.ts";
import { createResolver } from "./resources/resolve-host.ts";
import type { ResourceStore } from "./resources/store.ts";
import type { WebFiles } from "./run/addresses.ts";
import { type Foreseen, foresee } from "./run/foresee.ts";
import type { PlanJob, PlanningStages, Stages } from "./run/index.ts";

/** The largest file an expert may make. */
const MAX_OUTPUT_BYTES = 256 * 1024 * 1024;

/** What the HTTP surfaces are built from. */
export interface Wiring {
  readonly config: Config;
  readonly ids: Ids;
  readonly ontology: Ontology;
  readonly resources: ResourceStore;
  readonly urls: UrlImporter;
  readonly providers: readonly Provider[];
  conversation(tenant: string, conversation: string): ConversationRpc;
  tenant(tenant: string): TenantRpc;
  /** What a run of a message would begin with, planned as a run is; nothing is kept. */
  foresee(job: PlanJob, signal: AbortSignal): Promise<Result<Foreseen>>;
}

/** And what runs are planned with. */
interface Built extends Wiring {
  readonly controller: Controller;
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
  const built: Built = {
    config,
    ids,
    ontology,
    resources,
    urls: createUrlImporter({ store: resources, ...fetching }),
    providers,
    controller,
    conversation: (tenant, conversation) => stub<ConversationRpc>(env.CONVERSATION, `${tenant}:${conversation}`),
    tenant: (tenant) => stub<TenantRpc>(env.TENANT, tenant),
    foresee: (job, signal) =>
      foresee(
        job,
        {
          ...planningParts({ ontology, providers, controller }),
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
const planningParts = ({
  ontology,
  providers,
  controller,
}: Pick<Built, "ontology" | "providers" | "controller">): Omit<PlanningStages, keyof WebFiles> => ({
  ontology,
  controller,
  endpoints: () => providers.flatMap((provider) => provider.endpoints()),
});

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

/** What the stages of a run need, for the conversation whose work it is. */
export function wireStages(env: Env, tenant: string, conversation: string): Stages {
  const { ids, ontology, resources, urls, providers, controller } = wire(env);
  return {
    ...planningParts({ ontology, providers, controller }),
    providers,
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
