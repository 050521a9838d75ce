/** Follows a goal: a line for what begins and ends, and the questions that it asks on the way. */
import { CHECK_IN_DECISIONS, type GoalEvent, type GoalWork } from "../../domain/goal/events.ts";
import { ROOT } from "../../domain/goal/step.ts";
import { ApiError, type CheckInView, type Client, type GoalView } from "../client.ts";
import type { CliSession } from "./command.ts";
import { writeLines } from "./command.ts";
import { type Style, type StyledLine, span, type Terminal } from "./terminal.ts";
import { count, duration, money } from "./words.ts";

interface WatchGoalOptions {
  /** Where the goal is shown; null to show nothing. */
  readonly terminal: Terminal | null;
  readonly signal: AbortSignal;
  /** Asks whoever sits at the terminal; null where nobody does, so that a goal that asks is left. */
  readonly ask: CliSession["ask"];
}

/** The watcher left before the goal was over. */
export class InterruptedGoal extends Error {
  /** Null where its id had not come yet, so that nobody knows whether there is one. */
  readonly goal: string | null;

  constructor(goal: string | null, cause: unknown) {
    super(`Interrupted while watching ${goal ?? "for a goal to begin"}`, { cause });
    this.goal = goal;
  }
}

/**
 * Follows a goal to its end, or until it waits for somebody who is not here. Leaving early, by the signal, changes nothing
 * for the goal.
 * @throws {InterruptedGoal} when the signal aborts.
 */
export async function watchGoal(client: Client, id: string, options: WatchGoalOptions): Promise<GoalView> {
  const { terminal, signal, ask } = options;
  const teller = new StepTeller();
  try {
    for await (const event of client.goals.events(id, { signal })) {
      if (terminal) writeLines(terminal, teller.lines(event));
      if (event.type !== "check-in" && event.type !== "goal-pause") continue;
      // What is told of from the beginning may long be over.
      const goal = await client.goals.get(id, { signal });
      if (event.type === "goal-pause" && goal.status === "paused") return goal;
      if (event.type !== "check-in" || goal.checkIn?.id !== event.data.id) continue;
      if (!ask || !terminal) return goal;
      writeLines(terminal, proposalLines(goal.checkIn));
      for (let tries = 0, isAnswered = false; !isAnswered; tries++) {
        const answer = tries < MAX_TRIES ? await askFor(ask) : null;
        if (!answer) return goal;
        isAnswered = await client.goals.approve(id, { checkIn: event.data.id, ...answer }, { signal }).then(
          () => true,
          (fault: unknown) => isAnsweredAfter(fault, terminal),
        );
      }
    }
    return await client.goals.get(id, { signal });
  } catch (error) {
    throw signal.aborted ? new InterruptedGoal(id, error) : error;
  }
}

/** Whether a refusal says that somebody else has answered meanwhile; false where the question stands, with the reason. */
function isAnsweredAfter(fault: unknown, terminal: Terminal): boolean {
  if (!(fault instanceof ApiError)) throw fault;
  if (fault.code === "stale-plan" || fault.code === "conflict") return true;
  if (fault.code !== "plan-unsound") throw fault;
  writeLines(terminal, [[span(fault.detail)]]);
  return false;
}

/** Lines that are no answer, before the goal is left with its question. */
const MAX_TRIES = 10;

/** What is typed, as an answer to a check-in; null where none came of it. */
async function askFor(ask: NonNullable<CliSession["ask"]>) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const typed = (await ask("  approve, change or stop? ")).toLowerCase();
    const decision = typed === "" ? undefined : CHECK_IN_DECISIONS.find((one) => one.startsWith(typed));
    if (decision === "change") {
      const words = await ask("  What is to be different? ");
      if (words !== "") return { decision, words };
    } else if (decision !== undefined) return { decision };
  }
  return null;
}

/** What a check-in asks, and the revision that it asks about. */
export const proposalLines = ({ message, proposal }: CheckInView): readonly StyledLine[] => [
  [span(`  ? ${message}`, "yellow")],
  ...(proposal?.added ?? []).map(({ name, does }) => [span("    + ", "green"), span(`${name}: ${does}`)]),
  ...(proposal?.dropped ?? []).map(({ step, reason }) => [span("    - ", "red"), span(`${step}: ${reason}`)]),
  ...(proposal?.reordered ?? []).map(({ step, value }) => [span(`    ${step} has a value of ${value}`)]),
];

/** Tells of steps as events come, a line for each that begins or ends. */
class StepTeller {
  readonly #startedAt = new Map<string, number>();

  lines(event: GoalEvent): readonly StyledLine[] {
    switch (event.type) {
      case "work-start": {
        const { work, attempt, why } = event.data;
        this.#startedAt.set(nameOf(work), event.at);
        return [line("◉", "cyan", `${nameOf(work)}: started${attempt > 1 ? `, attempt ${attempt}` : ""}, as ${why}`)];
      }
      case "work-end":
        return [this.#ended(event)];
      case "step-failed":
        return [line("✖", "red", `${event.data.step}: given up: ${event.data.error.message}`)];
      case "refinement-refused":
        return [line("↻", "yellow", `${event.data.step}: cannot be broken down so: ${event.data.faults.join("; ")}`)];
      case "tree-revised": {
        const { version, reason, added, dropped } = event.data;
        return [
          [span(`  Version ${version}: ${reason}, ${count(added.length, "new step")}`, "bold")],
          ...added.map(({ name, does }) => line("○", "dim", `${name}: ${does}`)),
          ...dropped.map(({ step, reason: why }) => line("⊘", "yellow", `${step}: dropped, as ${why}`)),
        ];
      }
      case "reflection":
        return [line("◇", "cyan", `${event.data.verdict}: ${event.data.reason}`)];
      case "budget-warning": {
        const { what, used, limit } = event.data;
        return [line("!", "yellow", `Most of the budget is used (${what}): ${used} of ${limit}`)];
      }
      default:
        return [];
    }
  }

  #ended({ data: { work, status, spent, error }, at }: Extract<GoalEvent, { readonly type: "work-end" }>): StyledLine {
    const began = this.#startedAt.get(nameOf(work));
    const after = began === undefined ? "" : ` after ${duration(at - began)}`;
    const cost = spent.usd > 0 ? `, ${money(spent.usd)}` : "";
    const [symbol, style] = ENDS[status];
    return line(symbol, style, `${nameOf(work)}: ${status}${after}${cost}${error ? `: ${error.message}` : ""}`);
  }
}

const ENDS = {
  done: ["✔", "green"],
  failed: ["✖", "red"],
  cancelled: ["■", "yellow"],
} as const;

const line = (symbol: string, style: Style, said: string): StyledLine => [span(`  ${symbol} `, style), span(said)];

function nameOf(work: GoalWork): string {
  if (work.do === "reflect") return "look at the progress";
  if (work.do === "step") return work.step;
  return work.step === ROOT ? "break the goal down" : `break ${work.step} down`;
}
