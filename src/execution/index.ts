import type { Endpoint } from "../domain/endpoints.ts";
import { AppError, toFailure } from "../domain/errors.ts";
import type { Values } from "../domain/events.ts";
import type { TaskId } from "../domain/plan.ts";
import type { BoundValues } from "../domain/run/bindings.ts";
import type { Candidate } from "../domain/selection.ts";
import type { Ontology, TaskType } from "../domain/task-types/index.ts";
import { describeFault } from "../domain/telemetry/fault.ts";
import { addMeasured, type Measured } from "../domain/usage.ts";
import type { JobSlot, Outputs, Provider } from "../providers/provider.ts";
import { type CallGate, withPermit } from "./gate.ts";
import { type OpenResource, openInputs } from "./input-values.ts";
import { type SaveOutput, storeOutputs } from "./store-outputs.ts";

export type { CallGate } from "./gate.ts";
export type { OpenResource } from "./input-values.ts";
export type { SaveOutput } from "./store-outputs.ts";

/** One attempt at a task: what to call, with what. */
export interface TaskAttempt {
  readonly tenant: string;
  readonly run: string;
  readonly task: TaskId;
  readonly type: string;
  readonly inputs: BoundValues;
  readonly candidate: Pick<Candidate, "provider" | "model" | "version">;
  /** Among the calls of its run that wait for the same provider, a greater number goes first. */
  readonly priority: number;
  /** In milliseconds. */
  readonly timeoutMs: number;
}

export interface ExecutionParts {
  readonly ontology: Ontology;
  readonly providers: readonly Provider[];
  /** The gate before an endpoint; null where nothing is kept back. */
  readonly gateOf: (endpoint: Endpoint) => Promise<CallGate | null>;
  /** Where the handle of an attempt's job is kept. */
  readonly jobSlot: (attempt: Pick<TaskAttempt, "run" | "task" | "candidate">) => JobSlot;
  readonly open: OpenResource;
  readonly save: SaveOutput;
}

export interface Executed {
  readonly outputs: Values;
  readonly notes: readonly string[];
  /** What the provider says that it took. */
  readonly measured?: Measured;
}

/** A call was answered, and so it is paid for; but nothing could be made of the answer, or what it made not be kept. */
export class PaidFailure extends AppError {
  /** Empty where nobody says what it took. */
  readonly measured: Measured;

  constructor(error: AppError, measured: Measured) {
    const { code, message, retryable, retryAfterMs } = error;
    super(code, message, { retryable, cause: error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
    this.measured = measured;
  }
}

/** What a call's answers say that it took; null until there is one. */
interface Bill {
  measured: Measured | null;
}

/** Does a part of a call, which is paid for even where that fails, once it was answered. */
async function billing<T>(bill: Bill, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    if (!bill.measured) throw thrown;
    if (thrown instanceof AppError) throw new PaidFailure(thrown, bill.measured);
    console.error("What a call was answered could not be read:", describeFault(thrown));
    throw new PaidFailure(new AppError("internal", toFailure(thrown).message, { cause: thrown }), bill.measured);
  }
}

/**
 * Calls the chosen endpoint once, under a permit where it has a gate, and stores what it makes. Retries are the
 * scheduler's.
 * @throws {AppError} with the provider's verdict on whether another try makes sense, or the gate's refusal, which is
 *   `notCalled`; a `PaidFailure` after a call that was answered.
 */
export async function execute(
  attempt: TaskAttempt,
  parts: ExecutionParts,
  signal: AbortSignal,
  progress: (note: string, fraction?: number) => void,
): Promise<Executed> {
  const { provider: providerName, model } = attempt.candidate;
  const type = parts.ontology.get(attempt.type);
  const provider = parts.providers.find((candidate) => candidate.name === providerName);
  const endpoint = type && provider && (await findEndpoint(provider, model, attempt.type));
  if (!endpoint) {
    throw new AppError("no-model", `${providerName}:${model} no longer does ${attempt.type} in this deployment`);
  }
  if (endpoint.version !== attempt.candidate.version) {
    throw new AppError("no-model", `${providerName}:${model} is not what it was when it was chosen`);
  }
  const inputs = openInputs(attempt.inputs, parts.open);
  const job = parts.jobSlot(attempt);
  const { tenant, run, priority, timeoutMs } = attempt;
  const gated = { tenant, run, endpoint: model, priority, timeoutMs, signal };
  const bill: Bill = { measured: null };
  const answered = (measured: Measured): void => {
    bill.measured = addMeasured(bill.measured ?? {}, measured);
  };
  // The permit outlasts the call until its output is stored, as a file may come in all the while.
  return withPermit(await parts.gateOf(endpoint), gated, () =>
    billing(bill, async () => {
      const call = { endpoint, taskType: attempt.type, inputs, signal, progress, answered, job };
      const { outputs: drafts, notes = [], usage } = await provider.call(call);
      if (usage) bill.measured = usage;
      signal.throwIfAborted();
      const outputs = await keep(drafts, attempt, type, parts);
      return { outputs, notes, ...(usage ? { measured: usage } : {}) };
    }),
  );
}

function keep(
  outputs: Outputs,
  { run, task, type: base, candidate: { provider, model } }: TaskAttempt,
  type: TaskType,
  { save }: ExecutionParts,
): Promise<Values> {
  const origin = { by: "task", run, task, output: "", model: `${provider}:${model}` } as const;
  return storeOutputs(outputs, type, { task, base }, origin, save);
}

async function findEndpoint(provider: Provider, model: string, taskType: string): Promise<Endpoint | null> {
  const endpoints = provider.endpoints();
  const offered = endpoints.find((candidate) => candidate.model === model && candidate.taskType === taskType);
  return offered ?? (await provider.find?.(model, taskType)) ?? null;
}
