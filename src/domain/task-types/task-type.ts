import type { Kind } from "../kinds.ts";

/** The part of the ontology a task type belongs to; one PDDL domain each. */
export const AREAS = [
  "language",
  "image-understanding",
  "image-generation",
  "audio",
  "video",
  "document",
  "table",
  "code",
] as const;
export type Area = (typeof AREAS)[number];

/**
 * What a word or two of a request can say: a number, yes or no, one of these values, or the place of something that whoever
 * does the task reaches by itself, such as a path on its disk, or several; a file of the conversation is not there.
 */
export type SaidValue =
  | { readonly as: "number"; readonly isWhole: boolean }
  | { readonly as: "boolean" }
  | { readonly as: "place"; readonly isList: boolean }
  | { readonly as: "choice"; readonly of: readonly (string | number)[] };

/** A named, typed input or output of a task type. */
export interface Port {
  readonly name: string;
  /** Any of these kinds fits an input; an output has exactly one. */
  readonly kinds: readonly Kind[];
  /** What need not be given; for such an output that a result lacks the first other output that fits is taken. */
  readonly required: boolean;
  /** True when the port takes several values at once. */
  readonly many: boolean;
  /** A question, an instruction, a prompt: where a plan leaves it empty, the request's own words may stand there. */
  readonly asks: boolean;
  /** Other argument names that plans use for this port. */
  readonly aliases: readonly string[];
  readonly description: string;
  /** Left out where it takes anything of its kinds. */
  readonly takes?: SaidValue;
}

/** An entry of the ontology. */
export interface TaskType {
  /** Hugging Face's pipeline name where there is one. */
  readonly name: string;
  readonly area: Area;
  readonly description: string;
  readonly inputs: readonly Port[];
  /** The first is what a reference to the task means when several would fit. */
  readonly outputs: readonly Port[];
  /** Other spellings of the name, in the papers, in ControlNet and in common use. */
  readonly aliases: readonly string[];
  /** How long one attempt may take. */
  readonly timeoutMs: number;
  /** Gives the content of its one input in another kind: what repair may put between two tasks that don't fit. */
  readonly converts: boolean;
  /** Makes something new each time, so that two alike are two samples and not one too many. */
  readonly varies: boolean;
}

type PortOptions = Partial<Pick<Port, "required" | "many" | "asks" | "aliases" | "description">>;

const port = (name: string, kinds: Kind | readonly Kind[], options: PortOptions): Port => ({
  name,
  kinds: typeof kinds === "string" ? [kinds] : kinds,
  required: true,
  many: false,
  asks: false,
  aliases: [],
  description: "",
  ...options,
});

export const input = (name: string, kinds: Kind | readonly Kind[], options: PortOptions = {}): Port =>
  port(name, kinds, options);
export const optional = (name: string, kinds: Kind | readonly Kind[], options: PortOptions = {}): Port =>
  port(name, kinds, { ...options, required: false });
export const output = (name: string, kind: Kind, description = ""): Port => port(name, kind, { description });
export const optionalOutput = (name: string, kind: Kind, description: string): Port =>
  port(name, kind, { description, required: false });

const MINUTE_MS = 60_000;
/** Generous for a cold start at a provider, short enough that a hung call is noticed. */
export const DEFAULT_TASK_TIMEOUT_MS = 2 * MINUTE_MS;
/** Video is made by jobs that are polled. */
export const VIDEO_TIMEOUT_MS = 15 * MINUTE_MS;

interface Definition {
  readonly area: Area;
  readonly description: string;
  readonly inputs: readonly Port[];
  readonly outputs: readonly Port[];
  readonly aliases?: readonly string[];
  readonly timeoutMs?: number;
  readonly converts?: boolean;
  readonly varies?: boolean;
}

export const taskType = (name: string, definition: Definition): TaskType => ({
  aliases: [],
  timeoutMs: DEFAULT_TASK_TIMEOUT_MS,
  converts: false,
  varies: false,
  ...definition,
  name,
});
