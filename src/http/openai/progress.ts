import type { RunEvent } from "../../domain/events.ts";
import { numberOf, type Plan } from "../../domain/plan.ts";

/** Of one run or goal, however many tasks report however much. */
const MAX_LINES = 300;
/** Of a line, as the notes of a provider may be of any length. */
const MAX_LINE_CHARS = 200;

/** Clients show the lines as Markdown: the notes of a provider must become neither a picture nor a link. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = { "[": "(", "]": ")", "<": "‹", ">": "›", "`": "'" };
const withoutMarkup = (line: string): string => line.replaceAll(/[[\]<>`]/g, (sign) => PLAIN_SIGNS[sign] ?? "");

/** Lines as a client may be shown them: bounded in number and length, and without markup. */
export class PlainLines {
  #told = 0;

  /** Null for no line, and once there are too many. */
  take(line: string | null): string | null {
    if (line === null || this.#told >= MAX_LINES) return null;
    this.#told += 1;
    const plain = withoutMarkup(line.replaceAll(/\s+/g, " ").trim());
    return plain.length > MAX_LINE_CHARS ? `${plain.slice(0, MAX_LINE_CHARS).toWellFormed()}…` : plain;
  }
}

/** The progress of a run in plain words, a line for each event that means something to a person. */
export class ProgressLines {
  readonly #types = new Map<number, string>();
  readonly #lines = new PlainLines();

  /** Null for an event that means nothing to a person, and once there are too many lines. */
  after(event: RunEvent): string | null {
    return this.#lines.take(this.#read(event));
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
    return typeof work === "number" ? `${this.#types.get(work) ?? "task"} (task ${numberOf(work)})` : work;
  }
}
