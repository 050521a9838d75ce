import type { CatalogueParts, DeploymentCatalogue } from "../catalogue/index.ts";
import type { Config } from "../config.ts";
import type { Ids } from "../domain/ids.ts";
import type { Result } from "../domain/result.ts";
import type { DeploymentFacts, SystemFacts } from "../domain/system-facts.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { ReadConstraints } from "../planning/index.ts";
import type { RemoteDependencies } from "../providers/index.ts";
import type { ToolIndex } from "../providers/mcp/index.ts";
import type { Provider } from "../providers/provider.ts";
import type { UrlImporter } from "../resources/import-url.ts";
import type { ResourceStore } from "../resources/store.ts";
import type { GoalRpc } from "../rpc/goals.ts";
import type { ConversationRpc, DividedTenantRpc, TenantRpc } from "../rpc/index.ts";
import type { PartitionRpc, RegistryRpc } from "../rpc/registry.ts";
import type { DryRun, PlanJob, PlanningStages } from "../run/index.ts";
import type { Sealer } from "../secrets/seal.ts";
import type { ControllerChoice, Controllers } from "./controllers.ts";
import type { Gates } from "./gates.ts";

export interface DryRunOptions {
  /** True where the run would bring a token of Hugging Face. */
  readonly hasHfToken?: boolean;
  /** Told once what the calls of the language model took, however planning ends; null without any. */
  readonly onUsage?: NonNullable<PlanningStages["onUsage"]>;
}

/** Plans a tenant's message as a run would, and keeps nothing. */
export type DryRunner = (
  tenant: string,
  job: PlanJob,
  signal: AbortSignal,
  options?: DryRunOptions,
) => Promise<Result<DryRun>>;

/** Everything that the HTTP surfaces are built from. */
export interface Wiring {
  readonly config: Config;
  readonly ids: Ids;
  /** As far as the tools of MCP servers are known by now. */
  readonly ontology: Ontology;
  readonly tools: Pick<ToolIndex, "states" | "ready">;
  readonly resources: ResourceStore;
  readonly urls: UrlImporter;
  /** Without the models that a tenant added for itself. */
  readonly providers: readonly Provider[];
  /** Once the providers have what they tell of themselves. */
  ready(): Promise<void>;
  readonly catalogue: CatalogueParts;
  /** The controllers that this deployment has for the language steps of a run. */
  readonly controllerChoice: ControllerChoice;
  readonly sealer: Sealer;
  /** @throws {AppError} `unsafe-url` for what may not be called for a user, or why it cannot be told. */
  vetUrl(url: string, signal: AbortSignal): Promise<unknown>;
  conversation(tenant: string, conversation: string): ConversationRpc;
  goal(tenant: string, goal: string): GoalRpc;
  tenant(tenant: string): TenantRpc;
  /** Where the tenant keeps a conversation and its runs. @param id the public id of one of these */
  registry(tenant: string, id: string): RegistryRpc;
  /** What the configuration says of the deployment. */
  deployment(): DeploymentFacts;
  /** What is switched on now for a tenant. */
  facts(tenant: string): Promise<SystemFacts>;
  /** A dry run of a tenant's message, planned as a run is; nothing is kept. */
  readonly dryRun: DryRunner;
  /** A file of `.assets/`. @throws {AppError} `misconfigured` where it has not been built */
  asset(path: string): Promise<ReadableStream<Uint8Array>>;
  /** A file of `.assets/` that somebody names, as it is to be sent; null where there is none. */
  findAsset(path: string): Promise<Response | null>;
}

/** And what runs are planned with. */
export interface Built extends Wiring {
  /** Brings the catalogue up to date, as far as that is due and one tick of the cron may go. */
  crawl(signal: AbortSignal): Promise<void>;
  tenant(tenant: string): DividedTenantRpc;
  partition(tenant: string, partition: string): PartitionRpc;
  readonly controllers: Controllers;
  /** Loaded when it is first asked for. */
  readonly constraintReader: () => Promise<ReadConstraints>;
  readonly catalogue: DeploymentCatalogue;
  readonly gates: Gates;
  readonly surroundings: RemoteDependencies;
  readonly tools: ToolIndex;
}
