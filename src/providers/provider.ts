import type { Endpoint } from "../domain/endpoints.ts";
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

/** What an expert made, before it is stored. */
export type OutputDraft =
  | { readonly as: "text"; readonly text: string }
  | { readonly as: "data"; readonly data: JsonValue }
  | { readonly as: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string }
  | {
      readonly as: "stream";
      readonly stream: ReadableStream<Uint8Array>;
      readonly length: number | null;
      readonly mediaType: string;
    };

/** Output ports by name. */
export type Outputs = Readonly<Record<string, OutputDraft>>;

export interface ExpertCall {
  readonly endpoint: Endpoint;
  readonly taskType: string;
  readonly inputs: Inputs;
  /** Aborts at the attempt's deadline and when the run is cancelled. */
  readonly signal: AbortSignal;
  /** Tells watchers how far it is: `fraction` from 0 to 1 where known. */
  progress(note: string, fraction?: number): void;
  /**
   * To be told once a call is answered with success, with what the answer says that it took: it is to be paid for then,
   * whatever comes of it. Told several times, for a call of several, it adds up.
   */
  answered?(measured: Measured): void;
  /** For a call that is answered later; left out where nobody would remember. */
  readonly job?: JobSlot;
}

/**
 * Where the handle of a job outlives the attempt that began it, so that the next attempt at this task, with this model,
 * goes on waiting for the job instead of paying for another.
 */
export interface JobSlot {
  /** What was last saved; null where there is nothing. */
  load(): Promise<string | null>;
  /** To be awaited before the job is first looked at, as it is on disk then; null forgets the job. */
  save(handle: string | null): Promise<void>;
}

export interface ExpertResult {
  readonly outputs: Outputs;
  /** Anything the answer or report should say: "scaled from 12 to 1 megapixels". */
  readonly notes?: readonly string[];
  /** What the provider says that it took. */
  readonly usage?: Measured;
}

/** A place where models run. One file each implements it. */
export interface Provider {
  readonly name: Endpoint["provider"];
  /** What it can run in this deployment; empty when it is not configured. */
  endpoints(): readonly Endpoint[];
  /** Loads what it needs to tell its endpoints: until then it has none. Left out where there is nothing to load. */
  load?(): Promise<void>;
  /** An endpoint that is not among those, as it belongs to the caller alone; null where there is none. */
  find?(model: string, taskType: string): Promise<Endpoint | null>;
  /** @throws {AppError} with `retryable` decided here, where the cause is known. */
  call(call: ExpertCall): Promise<ExpertResult>;
}
