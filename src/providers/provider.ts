import type { Endpoint } from "../domain/endpoints.ts";
import type { CalledFunction, InferenceArguments } from "../domain/inference-arguments.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Kind } from "../domain/kinds.ts";
import type { Measured } from "../domain/usage.ts";

/**
 * One value at an input port. Read it in the form that suits the expert; each read has a bound, and a
 * value that is larger is refused with `resource-too-large` before it fills the isolate's memory.
 */
export interface InputValue {
  readonly kind: Kind;
  readonly mediaType: string;
  /** File name, or the port's name for a value that was never a file. */
  readonly name: string;
  /** Size in bytes where known. */
  readonly size: number;
  text(maxBytes?: number): Promise<string>;
  json(maxBytes?: number): Promise<JsonValue>;
  bytes(maxBytes?: number): Promise<Uint8Array>;
  stream(): Promise<ReadableStream<Uint8Array>>;
}

/** Input ports by name; a port that takes many values has them all, any other exactly one. */
export type Inputs = Readonly<Record<string, readonly InputValue[]>>;

/** An output of an expert before it is stored. `made` says for a file's name what was done, such as "blurred". */
export type OutputDraft =
  | { readonly as: "text"; readonly text: string }
  | { readonly as: "data"; readonly data: JsonValue }
  | { readonly as: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string; readonly made?: string }
  | {
      readonly as: "stream";
      readonly stream: ReadableStream<Uint8Array>;
      readonly length: number | null;
      readonly mediaType: string;
      readonly made?: string;
    };

/** Output ports by name. */
export type Outputs = Readonly<Record<string, OutputDraft>>;

export interface ExpertCall {
  readonly endpoint: Endpoint;
  readonly taskType: string;
  readonly inputs: Inputs;
  /** Of the model's signed function; a provider sends those along that its endpoint takes. */
  readonly defaults?: InferenceArguments;
  /** Aborts at the attempt's deadline and when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Reports progress to those who watch the run: `fraction` from 0 to 1 where known. */
  progress(note: string, fraction?: number): void;
  /**
   * Call it when a request was answered with success, with the usage that the answer reports: it has to be paid for
   * from then on, even if its answer turns out useless. Usages of several requests add up.
   */
  answered?(measured: Measured): void;
  /** Keeps the handle of a job that is answered later; left out where nothing would keep it. */
  readonly job?: JobSlot;
}

/**
 * Where the handle of a job outlives the attempt that began it, so that the next attempt at this task, with this model,
 * goes on waiting for the job instead of paying for another.
 */
export interface JobSlot {
  /** The handle that was last saved; null where there is none. */
  load(): Promise<string | null>;
  /** Saves the handle, null to forget the job. Await it before the first poll: the handle is on disk then. */
  save(handle: string | null): Promise<void>;
}

export interface ExpertResult {
  readonly outputs: Outputs;
  /** Remarks for the answer and the report: "scaled from 12 to 1 megapixels". */
  readonly notes?: readonly string[];
  /** The usage that the provider reports. */
  readonly usage?: Measured;
  /**
   * The model's signed function with those of its default arguments that were sent along, each within its bounds; left
   * out where none were.
   */
  readonly called?: CalledFunction;
}

/** A place where models run. One file each implements it. */
export interface Provider {
  readonly name: Endpoint["provider"];
  /** The models it can run in this deployment; empty when it is not configured. */
  endpoints(): readonly Endpoint[];
  /** Loads the code behind `endpoints`, which is empty until then. Left out where there is nothing to load. */
  load?(): Promise<void>;
  /** Finds an endpoint that `endpoints` does not list, such as a caller's own model; null where there is none. */
  find?(model: string, taskType: string): Promise<Endpoint | null>;
  /** @throws {AppError} with `retryable` decided here, where the cause is known. */
  call(call: ExpertCall): Promise<ExpertResult>;
}
