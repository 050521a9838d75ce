import { env } from "cloudflare:workers";
import { createCatalogue } from "../../src/catalogue/index.ts";
import { readConfig } from "../../src/config.ts";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { createIds } from "../../src/domain/ids.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { storedKnowledge } from "../../src/planning/embedded/standalone.ts";
import { createUrlImporter, lookAtUrl } from "../../src/resources/import-url.ts";
import { vetUrl } from "../../src/resources/safe-fetch.ts";
import { createR2Store } from "../../src/resources/store.ts";
import type { PlanJob } from "../../src/run/index.ts";
import { createSealer } from "../../src/secrets/seal.ts";
import { createControllers } from "../../src/wiring/controllers.ts";
import { deploymentFacts, tenantFacts } from "../../src/wiring/facts.ts";
import { createDryRunner } from "../../src/wiring/stages.ts";
import type { Wiring } from "../../src/wiring.ts";
import { MemoryConversation } from "./memory-conversation.ts";
import { MemoryGoal } from "./memory-goal.ts";
import { MemoryTenant } from "./memory-tenant.ts";

/** Everything that a test needs to play both objects: what they were told, and what they are to answer. */
export interface Backstage {
  readonly wiring: Wiring;
  readonly tenants: Map<string, MemoryTenant>;
  readonly conversations: Map<string, MemoryConversation>;
  /** By tenant and own part of the id, in the order in which they were first asked for. */
  readonly goals: Map<string, MemoryGoal>;
  tenant(name: string): MemoryTenant;
  conversation(tenant: string, part: string): MemoryConversation;
  /** What was to be dryRuns, and whether with a token of Hugging Face. */
  readonly dryRuns: { readonly job: PlanJob; readonly hasHfToken: boolean | undefined }[];
}

/**
 * @param variables of the deployment, besides those that every one has
 * @param does the task types that an expert is there for
 */
export function createBackstage(
  auth: "keys" | "open" = "keys",
  variables: object = {},
  does: readonly string[] = ["summarization"],
): Backstage {
  const config = readConfig({
    ...variables,
    AUTH: auth,
    IMPRESARIO_SECRET: "a secret of the tests, long enough to be one",
    FETCH_ALLOW_HOSTS: "127.0.0.1:9999",
  });
  const ids = createIds(config.secret);
  const resources = createR2Store(env.RESOURCES, ids, Date.now);
  const tenants = new Map<string, MemoryTenant>();
  const conversations = new Map<string, MemoryConversation>();
  const goals = new Map<string, MemoryGoal>();
  const tenant = (name: string): MemoryTenant => {
    const known = tenants.get(name) ?? new MemoryTenant();
    tenants.set(name, known);
    return known;
  };
  const conversation = (owner: string, part: string): MemoryConversation => {
    const name = `${owner}:${part}`;
    const known = conversations.get(name) ?? new MemoryConversation(part);
    conversations.set(name, known);
    return known;
  };
  const fetching = {
    allowHosts: config.fetchAllowHosts,
    resolve: async () => ["93.184.216.34"],
    fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
  };
  const ontology = createOntology();
  const endpoints = does.map((taskType): Endpoint => {
    const [provider, model] = ["custom", "a/expert"] as const;
    return { provider, model, taskType, description: "Sums up", licence: "MIT", grade: "full" };
  });
  const catalogue = createCatalogue({
    bucket: env.RESOURCES,
    now: Date.now,
    endpoints: () => endpoints,
    factsOf: (name) => tenant(name).modelFacts(),
    isOn: () => false,
  });
  const dryRuns: Backstage["dryRuns"] = [];
  const controllers = createControllers(config.controllers, { before: async () => null }, storedKnowledge);
  const { constraintReader } = storedKnowledge;
  const sources = { config, controllers, catalogue, constraintReader, providers: [] };
  const dryRun = createDryRunner({ ...sources, ontology }, (url, ended) => lookAtUrl(url, fetching, Date.now, ended));
  const wiring: Wiring = {
    config,
    ids,
    ontology,
    tools: { ready: async () => undefined, states: () => [] },
    resources,
    urls: createUrlImporter({ store: resources, ...fetching }),
    catalogue,
    controllerChoice: controllers.choice,
    ready: async () => undefined,
    sealer: createSealer(config.secret),
    vetUrl: (url, signal) => vetUrl(url, fetching, signal),
    providers: [
      {
        name: "custom",
        endpoints: () => endpoints,
        call: () => Promise.reject(new Error("nothing is called here")),
      },
    ],
    conversation,
    goal: (owner, part) => {
      const name = `${owner}:${part}`;
      const known = goals.get(name) ?? new MemoryGoal();
      goals.set(name, known);
      return known;
    },
    tenant,
    registry: tenant,
    asset: async () => new Blob(["an asset"]).stream(),
    findAsset: async () => null,
    deployment: () => deploymentFacts(sources),
    facts: (name) => tenantFacts(sources, name),
    dryRun: (name, job, signal, { hasHfToken, ...options } = {}) => {
      dryRuns.push({ job, hasHfToken });
      return dryRun(name, job, signal, options);
    },
  };
  return { wiring, tenants, conversations, goals, tenant, conversation, dryRuns };
}
