import type { Endpoint } from "../domain/endpoints.ts";
import { AppError } from "../domain/errors.ts";
import type { Values } from "../domain/events.ts";
import type { TaskId } from "../domain/plan.ts";
import type { BoundValues } from "../domain/run/bindings.ts";
import type { Candidate } from "../domain/selection.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Provider } from "../providers/provider.ts";
import { type OpenResource, openInputs } from "./input-values.ts";
import { type SaveOutput, storeOutputs } from "./store-outputs.ts";

export type { OpenResource } from "./input-values.ts";
export type { SaveOutput } from "./store-outputs.ts";

/** One attempt at a task: what to call, with what. */
export interface TaskAttempt {
  readonly run: string;
  readonly task: TaskId;
  readonly type: string;
  readonly inputs: BoundValues;
  readonly candidate: Pick<Candidate, "provider" | "model">;
}

export interface ExecutionParts {
  readonly ontology: Ontology;
  readonly providers: readonly Provider[];
  readonly open: OpenResource;
  readonly save: SaveOutput;
}

export interface Executed {
  readonly outputs: Values;
  readonly notes: readonly string[];
}

/**
 * Calls the chosen endpoint once and stores what it makes. Retries are the scheduler's.
 * @throws {AppError} with the provider's verdict on whether another try makes sense.
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
  const inputs = openInputs(attempt.inputs, parts.open);
  const result = await provider.call({ endpoint, taskType: attempt.type, inputs, signal, progress });
  signal.throwIfAborted();
  const origin = {
    by: "task",
    run: attempt.run,
    task: attempt.task,
    output: "",
    model: `${providerName}:${model}`,
  } as const;
  const outputs = await storeOutputs(
    result.outputs,
    type,
    { task: attempt.task, base: attempt.type },
    origin,
    parts.save,
  );
  return { outputs, notes: result.notes ?? [] };
}

async function findEndpoint(provider: Provider, model: string, taskType: string): Promise<Endpoint | null> {
  const endpoints = provider.endpoints();
  const offered = endpoints.find((candidate) => candidate.model === model && candidate.taskType === taskType);
  return offered ?? (await provider.find?.(model, taskType)) ?? null;
}
