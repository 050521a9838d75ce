import type { Endpoint } from "../domain/endpoints.ts";
import { AppError, toFailure } from "../domain/errors.ts";
import type { Values } from "../domain/events.ts";
import type { CalledFunction } from "../domain/inference-arguments.ts";
import type { TaskId } from "../domain/plan.ts";
import type { BoundValues } from "../domain/run/bindings.ts";
import type { NameParts } from "../domain/run/result-names.ts";
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

/** One attempt at a task: the endpoint to call, with its inputs. */
export interface TaskAttempt {
  readonly tenant: string;
  readonly run: string;
  readonly task: TaskId;
  readonly type: string;
  readonly inputs: BoundValues;
  readonly candidate: Pick<Candidate, "provider" | "model" | "version" | "defaults">;
  readonly names: NameParts;
  /** Among the calls of its run that wait for the same provider, a greater number goes first. */
  readonly priority: number;
  /** In milliseconds. */
  readonly timeoutMs: number;
}

export interface ExecutionParts {
  readonly ontology: Ontology;
  readonly providers: readonly Provider[];
  /** The gate of an endpoint; null for endpoints without one. */
  readonly gateOf: (endpoint: Endpoint) => Promise<CallGate | null>;
  /** The store for the handle of an attempt's job. */
  readonly jobSlot: (attempt: Pick<TaskAttempt, "run" | "task" | "candidate">) => JobSlot;
  readonly open: OpenResource;
  readonly save: SaveOutput;
}

export interface Executed {
  readonly outputs: Values;
  readonly notes: readonly string[];
  /** The quantities that the provider measured. */
  readonly measured?: Measured;
  /** As `ExpertResult.called`. */
  readonly called?: CalledFunction;
}

/** A failure after a call was answered, and therefore paid for: the answer was unusable, or its outputs could not be stored. */
export class PaidFailure extends AppError {
  /** Empty if the provider measured nothing. */
  readonly measured: Measured;

  constructor(error: AppError, measured: Measured) {
    const { code, message, retryable, retryAfterMs } = error;
    super(code, message, { retryable, cause: error, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) });
    this.measured = measured;
  }
}

/** The quantities measured in a call's answers so far; null before the first. */
interface Bill {
  measured: Measured | null;
}

/** Runs a part of a call; if it fails after an answer, the failure becomes a `PaidFailure`. */
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
 * Calls the chosen endpoint once, with a permit if it has a gate, and stores its outputs. The scheduler does retries.
 * @throws {AppError} with the provider's verdict on whether another try makes sense, or the gate's refusal, which is
 *   `notCalled`; a `PaidFailure` after a call that was answered.
 */
export async function execute(
  attempt: TaskAttempt,
  parts: ExecutionParts,
  signal: AbortSignal,
  progress: (note: string, fraction?: number) => void,
): Promise<Executed> {
  const { provider: providerName, model, defaults } = attempt.candidate;
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
      const given = { endpoint, taskType: attempt.type, inputs, signal, progress, answered, job };
      const result = await provider.call(defaults ? { ...given, defaults } : given);
      const { outputs: drafts, notes = [], usage, called } = result;
      if (usage) bill.measured = usage;
      signal.throwIfAborted();
      const outputs = await keep(drafts, attempt, type, parts);
      return { outputs, notes, ...(usage ? { measured: usage } : {}), ...(called ? { called } : {}) };
    }),
  );
}

function keep(
  outputs: Outputs,
  { run, task, candidate: { provider, model }, names }: TaskAttempt,
  type: TaskType,
  { save }: ExecutionParts,
): Promise<Values> {
  const origin = { by: "task", run, task, output: "", model: `${provider}:${model}` } as const;
  return storeOutputs(outputs, type, names, origin, save);
}

async function findEndpoint(provider: Provider, model: string, taskType: string): Promise<Endpoint | null> {
  const endpoints = provider.endpoints();
  const offered = endpoints.find((candidate) => candidate.model === model && candidate.taskType === taskType);
  return offered ?? (await provider.find?.(model, taskType)) ?? null;
}
