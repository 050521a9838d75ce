import { AppError } from "../../domain/errors.ts";
import type { OwnModel, SealedOwnModel } from "../../domain/own-models.ts";

/** A model that a tenant added for itself, ready to be called. */
export interface OwnEndpoint extends Pick<OwnModel, "endpoint" | "url" | "format" | "poll"> {
  readonly headers: Readonly<Record<string, string>>;
}

/** The models of one tenant's own. */
export interface OwnModels {
  /** Null when the tenant has no such model for the task type. @throws {AppError} when the lookup fails. */
  find(model: string, taskType: string): Promise<OwnEndpoint | null>;
  /** @throws {AppError} `unsafe-url`, or `unreadable-resource` when there is no such host. */
  vet(url: string, signal: AbortSignal): Promise<unknown>;
}

export interface OwnModelsParts extends Pick<OwnModels, "vet"> {
  /** As the tenant's object keeps it. */
  stored(model: string, taskType: string): Promise<SealedOwnModel | null>;
  /** Null for what was sealed under another secret. */
  openHeaders(model: SealedOwnModel): Promise<Readonly<Record<string, string>> | null>;
}

/** Own models as a tenant's object keeps them, their headers opened for the call. */
export function createOwnModels({ stored, openHeaders, vet }: OwnModelsParts): OwnModels {
  return {
    vet,
    find: async (model, taskType) => {
      const found = await stored(model, taskType).catch((cause: unknown) => {
        throw new AppError("provider-unavailable", "Your own models cannot be looked up just now", {
          retryable: true,
          cause,
        });
      });
      if (!found) return null;
      const headers = await openHeaders(found);
      if (!headers) throw new AppError("misconfigured", `The headers of ${model} can no longer be read: add it again`);
      const { endpoint, url, format, poll } = found;
      return { endpoint, url, format, headers, ...(poll ? { poll } : {}) };
    },
  };
}
