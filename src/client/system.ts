import type { Endpoint } from "../domain/endpoints.ts";
import type { ControllerName, PlanningMode } from "../domain/selection.ts";
import type { TaskType } from "../domain/task-types/task-type.ts";
import { isRecord } from "./api-error.ts";
import type { Connection } from "./connection.ts";
import type { CallOptions } from "./options.ts";

/** A task type, and where the server's deployment can run it: nowhere, when `endpoints` is empty. */
export interface TaskTypeEntry extends TaskType {
  readonly endpoints: readonly Omit<Endpoint, "taskType">[];
}

export interface ServerHealth {
  readonly status: "ok";
  readonly auth: "keys" | "open";
  /** By provider: how many models, and how many task types they do between them. */
  readonly providers: Readonly<Record<string, { readonly models: number; readonly taskTypes: number }>>;
  readonly taskTypes: { readonly known: number; readonly available: number };
  /** Who does the language steps of a message that does not say, and who can where it does. */
  readonly controllers: {
    readonly first: "auto" | ControllerName;
    readonly planning: PlanningMode;
    readonly configured: readonly ControllerName[];
  };
}

/** What the files of the key's tenant take, in bytes. */
export interface Usage {
  readonly storage: {
    readonly usedBytes: number;
    /** Kept free for uploads under way. */
    readonly reservedBytes: number;
    readonly quotaBytes: number;
  };
}

export interface SystemCalls {
  taskTypes(options?: CallOptions): Promise<readonly TaskTypeEntry[]>;
  health(options?: CallOptions): Promise<ServerHealth>;
  usage(options?: CallOptions): Promise<Usage>;
}

export const systemCalls = ({ json }: Connection): SystemCalls => ({
  taskTypes: async (options = {}) => (await json(isTaskTypes, "/v1/task-types", options)).taskTypes,
  health: (options = {}) => json(isHealth, "/v1/health", options),
  usage: (options = {}) => json(isUsage, "/v1/usage", options),
});

const isTaskTypes = (value: unknown): value is { readonly taskTypes: readonly TaskTypeEntry[] } =>
  isRecord(value) && Array.isArray(value.taskTypes);
const isUsage = (value: unknown): value is Usage => isRecord(value) && isRecord(value.storage);
const isHealth = (value: unknown): value is ServerHealth =>
  isRecord(value) && value.status === "ok" && isRecord(value.providers) && isRecord(value.controllers);
