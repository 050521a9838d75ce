import type { Endpoint } from "../../domain/endpoints.ts";
import type { WordSenses } from "../../words/senses.ts";
import type { SentenceEncoder } from "../../words/sentence-encoder.ts";
import type { WordVectors } from "../../words/vectors.ts";
import type { ExpertCall, ExpertResult } from "../provider.ts";
import type { Reader } from "./text/questions/reader.ts";
import type { WorkBounds, WorkBudget } from "./work.ts";

/** What the Worker offers to every expert. */
export interface ExpertDependencies {
  /** Reads a file that ships with the Worker, such as language data. @throws {AppError} `misconfigured` when absent. */
  asset(path: string): Promise<ReadableStream<Uint8Array>>;
  /** What English words mean: read once, and shared with the planner. @throws {AppError} as `asset` does. */
  vectors(): Promise<WordVectors>;
  /**
   * What English sentences mean: read once, 24 MB with the words that it shares with the planner.
   * @throws {AppError} as `asset` does.
   */
  sentences(): Promise<SentenceEncoder>;
  /** Where in a text the answer to a question stands: read once, 22 MB besides those words. @throws {AppError} as `asset` does. */
  reader(): Promise<Reader>;
  /** Which English words mean alike or come from one another: read once. @throws {AppError} as `asset` does. */
  senses(): Promise<WordSenses>;
  /** Cloudflare's Worker Loader, for code too large for the bundle; absent on free plans. */
  readonly loader: WorkerLoader | undefined;
}

/** What a call of an expert may use besides its inputs. */
export interface CallSurroundings extends ExpertDependencies {
  /** Of this call alone. */
  readonly work: WorkBudget;
}

/** Runs inside the Worker. Each lives in a file of its own that is loaded when it is first called. */
export interface EmbeddedExpert {
  run(call: ExpertCall, surroundings: CallSurroundings): Promise<ExpertResult>;
}

/** The catalogue's view of an expert, and how to load it. */
export interface ExpertEntry extends Omit<Endpoint, "provider"> {
  /** Peak memory of one call in bytes; calls wait until the isolate's budget has room. */
  readonly memoryBytes: number;
  /** What one call may do at most, in the units that its time grows with. */
  readonly work: WorkBounds;
  /** Absent from the endpoints when this says no: for example no Worker Loader. */
  readonly available?: (surroundings: ExpertDependencies) => boolean;
  load(): Promise<EmbeddedExpert>;
}

/** A program: what it knows was not learnt, and it takes no language. */
export const NOTHING_LEARNT = { parameters: 0, bytes: 0, languages: [] };
