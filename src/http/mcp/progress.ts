import type { RunEvent } from "../../domain/events.ts";
import type { ToolProgress } from "./tool.ts";

/** Progress notifications of one call; a run of many tasks that each tell much is not worth more. */
const MAX_NOTIFICATIONS = 500;
/** What a provider says of its work may be of any length. */
const MAX_MESSAGE_CHARS = 200;
/** A fiftieth of what is left: even after all notifications, the next is still greater. */
const SMALL_STEPS = 50;
/** Planning before the tasks, and the answer after them. */
const LANGUAGE_STEPS = 2;

/** What the events of a run come to, one after the other, as MCP has progress told: a number that only ever grows. */
export class Tally {
  #steps: number | null = null;
  #done = 0;
  #last = 0;
  #told = 0;

  /** What to tell of an event; null for nothing. */
  after(event: RunEvent): ToolProgress | null {
    const message = this.#read(event);
    if (message === null || this.#told >= MAX_NOTIFICATIONS) return null;
    this.#told += 1;
    // Between two steps it creeps on, and never reaches the next.
    this.#last = this.#done > this.#last ? this.#done : this.#last + (this.#done + 1 - this.#last) / SMALL_STEPS;
    const shown =
      message.length > MAX_MESSAGE_CHARS ? `${message.slice(0, MAX_MESSAGE_CHARS).toWellFormed()}…` : message;
    return { progress: this.#last, message: shown, ...(this.#steps === null ? {} : { total: this.#steps }) };
  }

  #read(event: RunEvent): string | null {
    switch (event.type) {
      case "run-start":
        return `Run ${event.data.run}`;
      case "plan-start":
        return "Planning";
      case "plan-end": {
        this.#done = Math.max(1, this.#done);
        const { planned } = event.data;
        if (planned.as !== "plan") return null;
        const { tasks } = planned.plan;
        this.#steps = tasks.length + LANGUAGE_STEPS;
        return `Planned: ${tasks.map(({ type }) => type).join(", ")}`;
      }
      case "plan-revised":
        this.#steps = event.data.plan.tasks.length + LANGUAGE_STEPS;
        return null;
      case "task-start":
        return `Task ${event.data.task} on ${event.data.provider}:${event.data.model}`;
      case "task-progress":
        return `Task ${event.data.task}: ${event.data.note}`;
      case "task-retry":
        return `Task ${event.data.task} is tried again: ${event.data.error.message}`;
      case "task-end":
        this.#done += 1;
        return `Task ${event.data.task} ${event.data.status}`;
      case "answer-start":
        return "Answering";
      default:
        return null;
    }
  }
}
