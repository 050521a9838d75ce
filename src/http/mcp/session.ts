import { randomHex } from "../../domain/ids.ts";
import type { Result } from "../../domain/result.ts";
import type { Admission, BookedGoal, Booking } from "../../rpc/registry.ts";
import type { Wiring } from "../../wiring.ts";
import type { AppContext } from "../context.ts";
import { sha256Hex } from "../sha256.ts";

/** 128 bits, so that no two clients ever share one. */
const SESSION_BYTES = 16;
const SESSION = /^[0-9a-f]{32}$/;

/**
 * A new session id. No state is kept for it: the client repeats it, so that its request ids can be told from those of
 * other clients. Runs are booked under both.
 */
export const newSession = (): string => randomHex(SESSION_BYTES);

export function readSession(c: AppContext): string | null {
  const given = c.req.header("mcp-session-id") ?? "";
  return SESSION.test(given) ? given : null;
}

type RequestId = string | number;

/** The key that the run of a request is booked under, so that a repeat and a cancellation find it. */
export async function bookingOf(
  session: string,
  request: RequestId,
  input: unknown,
): Promise<Admission["idempotency"]> {
  return { key: await keyOf(session, request), fingerprint: await sha256Hex(JSON.stringify(input)) };
}

/** Never the same as a caller's `Idempotency-Key`, which has no spaces. */
export const keyOf = async (session: string, request: RequestId): Promise<string> =>
  `mcp ${session} ${await sha256Hex(JSON.stringify(request))}`;

/** Time for a booked run to be posted: moments, unless files are still to be adopted. */
const LOOKS = 15;
const BETWEEN_LOOKS_MS = 1_000;

/**
 * Cancels the run or goal that a request of the session started. A cancellation may overtake its request, which may store
 * the files that it brings first: nothing is begun then.
 */
export async function cancelRequest({ var: v }: AppContext, session: string, request: RequestId): Promise<void> {
  const { tenant, keyId } = v.holder;
  const booked = await v.wiring.tenant(tenant).forestall(await keyOf(session, request), keyId);
  const cancel = booked && (await cancellationOf(v.wiring, tenant, booked));
  if (!cancel) return;
  for (let look = 1; look <= LOOKS; look++) {
    const cancelled = await cancel();
    if (cancelled.ok || cancelled.error.code !== "not-found") return;
    if (look < LOOKS) await scheduler.wait(BETWEEN_LOOKS_MS);
  }
}

async function cancellationOf(
  wiring: Wiring,
  tenant: string,
  booked: Booking | BookedGoal,
): Promise<(() => Promise<Result<unknown>>) | null> {
  if ("goal" in booked) {
    const part = await wiring.ids.readGoal(tenant, booked.goal);
    return part === null ? null : () => wiring.goal(tenant, part).cancel();
  }
  const parts = await wiring.ids.readRun(tenant, booked.run);
  return parts && (() => wiring.conversation(tenant, parts.conversation).cancel(booked.run));
}
