import type { Plan } from "../domain/plan.ts";
import type { Resource } from "../domain/resources.ts";
import type { Ontology } from "../domain/task-types/index.ts";

/** One entry of the chat log. `resources` holds what was attached to it, or what its run made. */
export interface Turn {
  readonly role: "user" | "assistant";
  readonly text: string;
  readonly resources: readonly Resource[];
}

export interface PlanRequest {
  readonly text: string;
  /** Attached to this message, in order; a URL in the text is here too, with `origin.url` set. */
  readonly attached: readonly Resource[];
  /** Earlier turns, oldest first. */
  readonly log: readonly Turn[];
  readonly ontology: Ontology;
}

/** What a controller makes of a message. */
export type PlanReply =
  /** `notes` say in plain words how the request was understood. */
  | { readonly as: "plan"; readonly plan: Plan; readonly notes: readonly string[] }
  /** No task fits: small talk, or a question about the system. */
  | { readonly as: "reply"; readonly text: string }
  /** Something is missing or unclear; `text` asks for it. */
  | { readonly as: "ask"; readonly text: string };

/** Does the language steps of a run. */
export interface Controller {
  readonly name: "embedded" | "openai" | "workers-ai";
  plan(request: PlanRequest): Promise<PlanReply>;
}
