import { AppError, type ErrorCode } from "../domain/errors.ts";
import type { CallLimits, PermitAsk, PermitOutcome } from "../domain/gate/permits.ts";
import type { Result } from "../domain/result.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import type { LanguageModel, Prompt } from "../planning/language/language-model.ts";
import { unlessAborted } from "../waiting.ts";

/** The share of a call's time that it may wait for its permit. */
const WAITING_SHARE = 0.5;
/** How much longer a permit lasts than its call, so that a slow response does not admit another call too early. */
const LEASE_GRACE_MS = 10_000;
/** Delay before a retry if the gate was unreachable. */
const GATE_RETRY_MS = 1_000;

/** Issues permits; implemented by `ProviderGate`, over RPC. */
export interface PermitDesk {
  take(ask: PermitAsk, limits: CallLimits): Promise<Result<null>>;
  give(id: string, outcome: PermitOutcome, tookMs: number): Promise<void>;
}

/** The gate before one provider under one key, as its callers see it. */
export interface CallGate {
  readonly desk: PermitDesk;
  readonly limits: CallLimits;
  /** A unique id for a permit. */
  newId(): string;
  /** Milliseconds since any moment. */
  now(): number;
}

/** A call that needs a permit. */
export interface GatedCall extends Pick<PermitAsk, "tenant" | "run" | "endpoint" | "priority"> {
  /** How long it may take in all, its wait for the permit included; milliseconds. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * Makes a call with a permit, which is returned however the call ends. Without a gate (null), as for embedded experts, the
 * call is made directly.
 * @throws {AppError} the gate's refusal, `notCalled` and retryable, with when to come back; what `work` throws.
 */
export async function withPermit<T>(gate: CallGate | null, call: GatedCall, work: () => Promise<T>): Promise<T> {
  if (!gate) return work();
  const permit = await take(gate, call);
  try {
    return await work();
  } catch (thrown) {
    permit.outcome = outcomeOf(thrown);
    throw thrown;
  } finally {
    permit.giveBack();
  }
}

/** The same for a streaming call: the permit is returned after the last piece, or when the consumer stops. */
export async function* streamWithPermit<T>(
  gate: CallGate | null,
  call: GatedCall,
  begin: () => AsyncIterable<T>,
): AsyncGenerator<T> {
  const permit = gate && (await take(gate, call));
  try {
    yield* begin();
  } catch (thrown) {
    if (permit) permit.outcome = outcomeOf(thrown);
    throw thrown;
  } finally {
    permit?.giveBack();
  }
}

interface Permit {
  /** Of the call, once it is over. */
  outcome: PermitOutcome;
  giveBack(): void;
}

async function take(gate: CallGate, { timeoutMs, signal, ...wanted }: GatedCall): Promise<Permit> {
  throwIfAborted(signal);
  const id = gate.newId();
  const { tenant, run, endpoint, priority } = wanted;
  const times = { maxWaitMs: timeoutMs * WAITING_SHARE, leaseMs: timeoutMs + LEASE_GRACE_MS };
  try {
    const asked = gate.desk.take({ id, tenant, run, endpoint, priority, ...times }, gate.limits);
    const answer = await unlessAborted(asked, signal);
    if (!answer.ok) throw new AppError(answer.error.code, answer.error.message, { ...answer.error, notCalled: true });
  } catch (thrown) {
    // Whether it waits, is on its way here, or was refused: it is not wanted any more.
    giveBack(gate, id, { as: "abandoned" }, 0);
    throwIfAborted(signal);
    throw thrown instanceof AppError ? thrown : unreachable(thrown);
  }
  const from = gate.now();
  const permit: Permit = {
    outcome: { as: "answered" },
    giveBack: () => giveBack(gate, id, permit.outcome, gate.now() - from),
  };
  return permit;
}

/** @throws {AppError} the signal's own reason, or that time ran out. */
function throwIfAborted({ aborted, reason }: AbortSignal): void {
  if (!aborted) return;
  if (reason instanceof AppError) throw reason;
  throw new AppError("timeout", "Its turn did not come in time", { retryable: true, notCalled: true, cause: reason });
}

const unreachable = (cause: unknown): AppError =>
  new AppError("provider-unavailable", "The gate before the provider could not be asked", {
    retryable: true,
    retryAfterMs: GATE_RETRY_MS,
    notCalled: true,
    cause,
  });

/** Returns a permit without waiting; if that fails, the permit expires with its lease. */
function giveBack(gate: CallGate, id: string, outcome: PermitOutcome, tookMs: number): void {
  gate.desk
    .give(id, outcome, tookMs)
    .catch((thrown: unknown) => console.warn("A permit was not given back:", describeFault(thrown)));
}

/** What a failure means for the endpoint's circuit. A refused input counts as an answer, as other inputs may succeed. */
const TELLING: Partial<Record<ErrorCode, PermitOutcome["as"]>> = {
  "provider-unavailable": "failed",
  timeout: "failed",
  "rate-limited": "rate-limited",
  "provider-rejected": "answered",
};

function outcomeOf(thrown: unknown): PermitOutcome {
  if (!(thrown instanceof AppError)) return { as: "abandoned" };
  const as = TELLING[thrown.code] ?? "abandoned";
  return as === "rate-limited" ? { as, retryAfterMs: thrown.retryAfterMs ?? null } : { as };
}

/** Of a prompt that does not say how long its answer may take: no step waits longer for a language model. */
const CALL_MS = 100_000;

/** A language model whose calls go through the gate, as those of tasks do. @param gateOf called before each call */
export function gatedModel(
  model: LanguageModel,
  gateOf: () => Promise<CallGate | null>,
  caller: Pick<GatedCall, "tenant" | "run" | "endpoint">,
): LanguageModel {
  const callOf = ({ timeoutMs = CALL_MS }: Prompt, signal: AbortSignal): GatedCall => ({
    ...caller,
    ...{ priority: 0, timeoutMs, signal },
  });
  const stream = model.stream?.bind(model);
  return {
    complete: async (prompt, signal, onUsage) =>
      withPermit(await gateOf(), callOf(prompt, signal), () => model.complete(prompt, signal, onUsage)),
    ...(stream
      ? {
          stream: async function* (prompt, signal) {
            yield* streamWithPermit(await gateOf(), callOf(prompt, signal), () => stream(prompt, signal));
          },
        }
      : {}),
  };
}
