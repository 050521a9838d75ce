import type { ToolOffer } from "../domain/caller-tools.ts";
import type { Issue } from "../domain/errors.ts";
import type { JsonValue } from "../domain/json.ts";
import type { Plan, PlanNote } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { ControllerName } from "../domain/selection.ts";
import type { AnswerFormat } from "../domain/structured/answer-schema.ts";
import type { SystemFacts } from "../domain/system-facts.ts";
import type { Ontology } from "../domain/task-types/index.ts";
import type { Understanding } from "../domain/understanding.ts";
import type { Measured } from "../domain/usage.ts";

/** One entry of the chat log. `resources` holds what was attached to it or fetched for it, or what its run made. */
export interface ChatLogEntry {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly resources: readonly Resource[];
  /** An answer that was written here, and not one of another system whose history was taken over. */
  readonly isOurs?: true;
}

/** The most that a call of a language model takes, by its prompt. */
export type PromptTokens = Required<Pick<Measured, "inputTokens" | "outputTokens">>;

/** Says whether a language model may be called, and is told of the calls. */
export interface Meter {
  /** Asked before each call: why there may be none, in plain words; `null` where it may be made. */
  refusal(foreseen: PromptTokens): string | null;
  /** Told once of each call, also of one that failed; `usage` is empty where the server does not say what it took. */
  called(usage: Measured, foreseen: PromptTokens): void;
}

/** What a language step may do. Whatever is left out is not limited. */
export interface StepLimits {
  readonly meter?: Meter;
  readonly signal?: AbortSignal;
}

export interface PlanRequest extends StepLimits {
  readonly text: string;
  /** Attached to this message, in order; a URL in the text is here too, with `origin.url` set. */
  readonly attached: readonly Resource[];
  /** Earlier turns, oldest first. */
  readonly log: readonly ChatLogEntry[];
  readonly ontology: Ontology;
  /** Nobody is there to answer a question back: the likeliest plan is better than none. */
  readonly isUnattended?: true;
  /** What is switched on; left out where everything counts as such. */
  readonly facts?: SystemFacts;
}

/** Of more than a few nobody chooses. */
export const MAX_CHOICES = 4;

/** What a controller makes of a message; `notes` say in plain words how it was understood. */
export type PlanReply = {
  /** Who made it, where that is another controller than the one that was asked. */
  readonly by?: ControllerName;
  /** Messages that the person may well send next, each as it stands: where there is no plan, an unsure one, or none that can run here. */
  readonly choices?: readonly string[];
} & (
  | {
      readonly as: "plan";
      readonly plan: Plan;
      readonly notes: readonly PlanNote[];
      readonly understanding?: Understanding;
      /** The words that it was made from, where those are an earlier message's: this one only said yes to it. */
      readonly about?: string;
    }
  /** The same as a language model wrote it: JSON in the wire format or near it, or a text that holds it. */
  | {
      readonly as: "written";
      readonly json: JsonValue;
      readonly notes: readonly PlanNote[];
      /** All that the model said, to be quoted to it. */
      readonly said?: string;
    }
  /** No plan is needed: small talk, or a question about the system. Or no task fits, which a language model may. */
  | { readonly as: "reply"; readonly text: string; readonly because?: "no-task-fits" }
  /** Something is missing or unclear; `text` asks for it. */
  | { readonly as: "ask"; readonly text: string }
);

/** What somebody may choose from for a request, and the plan for what was chosen. */
export interface Proposal {
  /** The request's words, with what they mean of the turn that they lean on. */
  readonly text: string;
  /** Task types, the likeliest first. */
  readonly types: readonly string[];
  /** Those of them that whoever proposes would take itself; none where it has no plan. */
  readonly drafted: readonly string[];
  /** Plans for exactly these of the types; with none, tells why there is no plan. */
  planFor(types: readonly string[]): Promise<PlanReply>;
}

/** Proposes so many likely task types for a request. */
export type Propose = (request: PlanRequest, count: number) => Promise<Proposal>;

/** A plan that did not pass, on the wire, and exactly what is wrong with it. */
export interface RejectedPlan {
  readonly plan: JsonValue;
  /** The words of the language model that wrote it; left out where none did. */
  readonly said?: string;
  readonly faults: readonly Issue[];
}

/** A task, and the models that may do it. */
export interface OpenTask {
  /** Its number, by which people are told it. */
  readonly task: number;
  readonly type: string;
  /** What the task type does. */
  readonly does: string;
  /** In the order of the rules; `model` is the id to choose by. */
  readonly candidates: readonly { readonly model: string; readonly facts: string }[];
}

export interface SelectRequest extends StepLimits {
  readonly text: string;
  readonly tasks: readonly OpenTask[];
}

/** A model that was chosen for a task, and why, in the chooser's words. Whether it is a candidate is yet to be seen. */
export interface ModelChoice {
  readonly task: number;
  readonly model: string;
  readonly reason: string;
}

/** One task of a run as it is told to whoever writes the answer; files stand as `{"file": "{file-N}", "name", "kind"}`. */
export interface ToldTask {
  /** Its number, by which people are told it. */
  readonly task: number;
  readonly type: string;
  /** What the task type does. */
  readonly does: string;
  /** `null` where none was tried. */
  readonly model: string | null;
  readonly ended: "succeeded" | "failed" | "skipped" | "cancelled";
  readonly inputs: Readonly<Record<string, JsonValue>>;
  /** Empty unless it succeeded. */
  readonly outputs: Readonly<Record<string, JsonValue>>;
  /** Why it did not succeed. */
  readonly why?: string;
  /** Its result is shown in full after the answer, so that nobody need repeat it. */
  readonly isShownBelow: boolean;
}

export interface AnswerRequest extends StepLimits {
  readonly text: string;
  /** Who made the plan; `null` where nobody knows. */
  readonly planner: string | null;
  /** All that ran, in the order of the plan. */
  readonly tasks: readonly ToldTask[];
  /** What of the request was not taken up, in plain words. */
  readonly leftOut: readonly string[];
}

/** An answer as it is written: raw words of a model, to be cleaned before anybody sees them. */
export interface Answering {
  readonly by: ControllerName;
  /** @throws {AppError} where it breaks off, or does not begin. */
  readonly words: AsyncIterable<string>;
}

export interface FillRequest extends AnswerRequest {
  readonly format: AnswerFormat;
  /** What was said in place of a plan; null where there was one. */
  readonly reply: string | null;
  /** The required properties that rules found nothing for; null where they were not asked. */
  readonly open: readonly string[] | null;
  /** What was filled in first, and what is wrong with it. */
  readonly rejected?: RejectedValue;
}

export interface RejectedValue {
  /** The words of the language model. */
  readonly said: string;
  readonly faults: readonly Issue[];
}

/** What a language model filled a schema with. Whether it keeps to that is yet to be seen. */
export interface ModelFilled {
  readonly by: ControllerName;
  /** Null where it said nothing of the kind. */
  readonly value: JsonValue;
  /** What it says is told nowhere, by the names of required properties. */
  readonly missing: readonly string[];
  readonly said: string;
}

export interface ToolsRequest extends Pick<PlanRequest, "text" | "attached" | "log">, StepLimits {
  readonly offer: ToolOffer;
  /** What was decided first, and what is wrong with it. */
  readonly rejected?: RejectedValue;
}

/** What a language model makes of a caller's tools. Whether these are offered, and take such arguments, is yet to be seen. */
export interface ToolsReply {
  readonly by: ControllerName;
  readonly calls: readonly { readonly tool: string; readonly arguments: JsonValue }[];
  /** An answer out of what the tools gave; null where that is none, or tools are called. */
  readonly reply: string | null;
  readonly said: string;
}

/** Does the language steps of a run. */
export interface Controller {
  readonly name: ControllerName;
  plan(request: PlanRequest): Promise<PlanReply>;
  /** Asked once when a plan is unsound and cannot be repaired. A controller that would only say the same has none. */
  revise?(request: PlanRequest, rejected: RejectedPlan): Promise<PlanReply>;
  /** Asked when that, too, is unsound: plans without whoever wrote it. */
  lastResort?(request: PlanRequest): Promise<PlanReply>;
  /** Chooses models for all tasks at once. A controller without a language model has none. @throws {AppError} when there is no answer. */
  select?(request: SelectRequest): Promise<readonly ModelChoice[]>;
  /** Answers a request out of what ran for it; `null` where that is better done without a language model. */
  answer?(request: AnswerRequest): Answering | null;
  /** Decides whether tools of the caller's are called. A controller without a language model has none. @throws {AppError} when there is no answer. */
  useTools?(request: ToolsRequest): Promise<ToolsReply>;
  /** Fills a schema out of what ran; `null` where rules are to try first. Rejects with an `AppError` where there is no answer. */
  fill?(request: FillRequest): Promise<ModelFilled> | null;
}
