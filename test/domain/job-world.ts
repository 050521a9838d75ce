import type { OutcomeResult } from "../../src/domain/events.ts";
import type { JobWord } from "../../src/domain/run/cost-settlement.ts";

/** The jobs that providers have, as one runner knows them that forgets none. */
export class JobWorld {
  readonly #begins: (task: number, attempt: number) => boolean;
  /** The attempt that began each, by task and model. */
  readonly #open = new Map<string, number>();

  /** @param begins whether an attempt's call is answered with a job, where there is none to go on with */
  constructor(begins: (task: number, attempt: number) => boolean) {
    this.#begins = begins;
  }

  /** The attempt that began the job which another would go on with; null where there is none. */
  begunBy(task: number, model: string): number | null {
    return this.#open.get(`${task}:${model}`) ?? null;
  }

  /** What its runner says of an attempt that ended so. */
  tell(task: number, attempt: number, model: string, result: OutcomeResult): JobWord | undefined {
    const key = `${task}:${model}`;
    const before = this.#open.get(key);
    const isCalled = !(result.as === "failed" && result.error.notCalled);
    if (before === undefined && !(isCalled && this.#begins(task, attempt))) return undefined;
    const since = before ?? attempt;
    const isOver = isCalled && result.as === "failed" && result.error.code === "provider-rejected";
    if (isOver) this.#open.delete(key);
    else this.#open.set(key, since);
    return { resumed: since !== attempt, open: !isOver };
  }
}
