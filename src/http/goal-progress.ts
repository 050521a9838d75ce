import type { GoalEvent } from "../domain/goal/events.ts";

/** How far a goal is, in words, for an event that means something to a person; null for others. */
export function goalProgress(event: GoalEvent): string | null {
  switch (event.type) {
    case "work-start": {
      const { work, why } = event.data;
      if (work.do === "reflect") return `Looking at the progress: ${why}`;
      return work.do === "refine" ? `Breaking down: ${work.step}` : `${work.step} begins: ${why}`;
    }
    case "work-end": {
      const { work, status, error } = event.data;
      if (work.do !== "step") return null;
      return error ? `${work.step} ${status}: ${error.message}` : `${work.step} ${status}`;
    }
    case "tree-revised": {
      const added = event.data.added.map(({ name }) => name);
      return added.length === 0 ? event.data.reason : `Planned: ${added.join(", ")}`;
    }
    case "step-failed":
      return `${event.data.step} is given up: ${event.data.error.message}`;
    case "reflection":
      return `The progress is ${event.data.verdict}: ${event.data.reason}`;
    case "budget-warning":
      return `Of the budget (${event.data.what}), ${event.data.used} of ${event.data.limit} are used`;
    case "goal-pause":
      return "Paused";
    default:
      return null;
  }
}
