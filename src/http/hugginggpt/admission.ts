import { readApiKey } from "../../domain/api-key.ts";
import { AppError } from "../../domain/errors.ts";
import type { AppContext } from "../context.ts";
import { bearerOf, type CallerIdentity } from "../identity.ts";
import type { HuggingGptBody } from "./body.ts";

/**
 * Says who asks: by a key of this deployment in the header, or in `api_key`, as original clients have no other place
 * for one. Keys of other services, which those clients send in both, are neither used nor kept.
 * @throws {AppError} `forbidden` for a chosen endpoint, `unauthorized` as everywhere
 */
export async function admit(identity: CallerIdentity, c: AppContext, body: HuggingGptBody): Promise<void> {
  if ((body.api_endpoint ?? "").trim() !== "") {
    throw new AppError("forbidden", "Leave out `api_endpoint`: callers do not choose where requests and keys are sent");
  }
  const { ids, config } = c.get("wiring");
  const shown = [bearerOf(c.req.header("authorization") ?? ""), body.api_key ?? null];
  for (const key of shown) {
    if (key !== null && (await readApiKey(ids, key))) return identity.admitClient(c, key);
  }
  if (config.auth === "open") return identity.admitClient(c, null);
  throw new AppError(
    "unauthorized",
    "Send an API key of this server (imp_…) as `api_key` or as `Authorization: Bearer`; a key of another service is none",
  );
}
