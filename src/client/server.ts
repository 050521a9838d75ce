import type { KeyRequest, SentLimits } from "../http/schemas/keys.ts";
import type {
  HealthView,
  KeyView,
  KeyWithSecret,
  TaskTypeView,
  UsageOfTenantView,
} from "../http/schemas/tenant-views.ts";
import type { CallOptions, Connection } from "./connection.ts";

export const systemCalls = ({ json }: Connection) => ({
  /** All task types, and where the server's deployment can run each: nowhere, when `endpoints` is empty. */
  taskTypes: async (options?: CallOptions): Promise<readonly TaskTypeView[]> => {
    const { taskTypes } = await json<{ taskTypes: readonly TaskTypeView[] }>(["taskTypes"], "/v1/task-types", options);
    return taskTypes;
  },
  health: (options?: CallOptions): Promise<HealthView> =>
    json(["status", "providers", "controllers"], "/v1/health", options),
  /** What the files of the key's tenant take, in bytes. */
  usage: (options?: CallOptions): Promise<UsageOfTenantView> => json(["storage"], "/v1/usage", options),
});

export function keyCalls({ remove, json }: Connection) {
  const path = (id: string): string => `/v1/keys/${encodeURIComponent(id)}`;
  return {
    /** The newest first. */
    list: async (options?: CallOptions): Promise<readonly KeyView[]> =>
      (await json<{ keys: readonly KeyView[] }>(["keys"], "/v1/keys", options)).keys,
    /** Is not tried again when nobody answers, as there would be two. */
    make: (key: KeyRequest, options?: CallOptions): Promise<KeyWithSecret> =>
      json(["id", "limits", "key"], "/v1/keys", { ...options, method: "POST", json: key }),
    /** What is left out stays as it is, null lifts a limit. */
    limit: (id: string, limits: SentLimits, options?: CallOptions): Promise<KeyView> =>
      json(["id", "limits"], `${path(id)}/limits`, { ...options, method: "POST", json: limits, repeatable: true }),
    /**
     * Another key in the place of one, which stays good for an hour unless said otherwise. Is not tried again: a key is
     * rotated once, and what nobody heard of is a key to `revoke`.
     */
    rotate: (
      id: string,
      { graceSeconds, ...options }: CallOptions & { readonly graceSeconds?: number | undefined } = {},
    ): Promise<KeyWithSecret> =>
      json(["id", "limits", "key"], `${path(id)}/rotate`, { ...options, method: "POST", json: { graceSeconds } }),
    /** For good, and within a minute. */
    revoke: (id: string, options?: CallOptions): Promise<void> => remove(path(id), options),
  };
}
