import type { RunEvent } from "../../domain/events.ts";
import type { Plan } from "../../domain/plan.ts";

/** A run of many tasks that each tell much is not worth more. */
const MAX_LINES = 300;
/** What a provider says of its work may be of any length. */
const MAX_LINE_CHARS = 200;

/** Clients show the lines as Markdown: what a tool says of its work must become neither a picture nor a link. */
const SPOKEN_SIGNS: Readonly<Record<string, string>> = { "[": "(", "]": ")", "<": "‹", ">": "›", "`": "'" };
const inert = (line: string): string => line.replaceAll(/[[\]<>`]/g, (sign) => SPOKEN_SIGNS[sign] ?? "");

/** How far a run is, in a line of plain words for each event that says something. */
export class ProgressLines {
  readonly #types = new Map<number, string>();
  #told = 0;

  /** Null for an event that says nothing to a person. */
  after(event: RunEvent): string | null {
    const line = this.#read(event);
    if (line === null || this.#told >= MAX_LINES) return null;
    this.#told += 1;
    const plain = inert(line.replaceAll(/\s+/g, " ").trim());
    return plain.length > MAX_LINE_CHARS ? `${plain.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : plain;
  }

  #read(event: RunEvent): string | null {
    switch (event.type) {
      case "plan-end":
        return event.data.planned.as === "plan" ? this.#planned(event.data.planned.plan) : null;
      case "plan-revised":
        return this.#planned(event.data.plan);
      case "task-start":
        return `${this.#name(event.data.task)} on ${event.data.provider}:${event.data.model}`;
      case "task-progress":
        return `${this.#name(event.data.task)}: ${event.data.note}`;
      case "task-retry":
        return `${this.#name(event.data.task)}: ${event.data.error.message}; ${event.data.next ? "the next model is asked" : "once more"}`;
      case "task-end":
        return `${this.#name(event.data.task)} ${event.data.status}`;
      case "budget-warning":
        return `Of the budget (${event.data.what}), ${event.data.used} of ${event.data.limit} are used`;
      case "run-pause":
        return event.data.reason?.message ?? "Paused";
      case "answer-start":
        return "Answering";
      default:
        return null;
    }
  }

  #planned({ tasks }: Plan): string {
    for (const { id, type } of tasks) this.#types.set(id, type);
    return `Planned: ${tasks.map(({ id }) => this.#name(id)).join(", ")}`;
  }

  #name(work: number | string): string {
    return typeof work === "number" ? `${this.#types.get(work) ?? "task"} (task ${work})` : work;
  }
}
