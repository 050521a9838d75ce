import { AppError } from "../../domain/errors.ts";
import type { WireRequest } from "./format.ts";

/** Where a call goes. */
export interface Target {
  readonly model: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a call, and follows no redirect: the answer may be one.
 * @throws {AppError} `timeout`, or `provider-unavailable` where there is no connection.
 */
export async function send(target: Target, request: WireRequest, signal: AbortSignal): Promise<Response> {
  const { model, url } = target;
  try {
    const headers = new Headers(request.headers);
    for (const [name, value] of Object.entries(target.headers)) headers.set(name, value);
    return await fetch(url, { method: "POST", headers, body: request.body, redirect: "manual", signal });
  } catch (cause) {
    if (signal.aborted) throw new AppError("timeout", `${model} took too long`, { retryable: true, cause });
    throw new AppError("provider-unavailable", `${model} cannot be reached`, { retryable: true, cause });
  }
}
