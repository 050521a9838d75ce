import type { Budget } from "../domain/budget.ts";
import type { Constraints } from "../domain/constraints.ts";
import type { Approval } from "../domain/events.ts";
import type { JsonObject, JsonValue } from "../domain/json.ts";
import type { ControllerName, PlanningMode, Selector } from "../domain/selection.ts";
import type { NewWebhook } from "./webhooks.ts";

/** Which models may be used, who chooses among them, and who plans and answers. */
export interface CastingWishes {
  /** They hold besides what the text asks. The server refuses what are none. */
  readonly constraints?: Constraints | JsonObject;
  /** Rules choose where it is left out. */
  readonly selection?: Selector;
  /** The server's own choice where it is left out; one that it has not is refused, with what to set. */
  readonly controller?: ControllerName;
  /** How a language model plans; the server's own choice where it is left out. */
  readonly planning?: PlanningMode;
}

/** One message of a user: what a run is made of. */
export interface NewMessage extends CastingWishes {
  readonly text: string;
  /** Ids of uploads, or URLs that the server is to fetch. */
  readonly resources?: readonly string[];
  /** A plan of the caller's own, in the wire form of `WireTask`. */
  readonly plan?: JsonValue;
  /** What is left out has no limit, but for the time, which has half an hour. */
  readonly budget?: Partial<Budget>;
  /** `plan`: the run waits until its plan is approved. */
  readonly approval?: Approval;
  /** Who is told of this run, besides the webhooks that hear of all. */
  readonly webhook?: Omit<NewWebhook, "description">;
}

/** A message that is only to be planned. */
export interface PlanOnlyMessage extends CastingWishes, Pick<NewMessage, "text" | "resources" | "plan" | "budget"> {
  /** The id of the conversation that it would go to. */
  readonly conversation?: string;
}
