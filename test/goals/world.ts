import { applyGoal } from "../../src/domain/goal/apply.ts";
import { decideGoal, type GoalDecision } from "../../src/domain/goal/decide.ts";
import {
  type GoalBudget,
  type GoalEvent,
  type GoalEventBody,
  type GoalEventData,
  type GoalWork,
  workKey,
} from "../../src/domain/goal/events.ts";
import { DEFAULT_GOAL_TIME_MS } from "../../src/domain/goal/policy.ts";
import type { CheckInAnswer } from "../../src/domain/goal/requests.ts";
import { answerCheckIn } from "../../src/domain/goal/requests.ts";
import { type GoalState, NOTHING, type OpenWork } from "../../src/domain/goal/state.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import type { Resource, Value } from "../../src/domain/resources.ts";
import { createOntology } from "../../src/domain/task-types/index.ts";
import { type EndedRun, judgeRevision, outcomeOf } from "../../src/goals/index.ts";

export const ontology = createOntology();
export const context = { ontology, canRun: () => true };

export const file = (name: string, kind: Resource["kind"] = "document"): { name: string; resource: Resource } => ({
  name,
  resource: {
    ...{ id: `res_${name}`, name, kind, mediaType: "application/pdf", bytes: 100, createdAt: 0 },
    sha256: name.padEnd(64, "0"),
    origin: { by: "upload" },
  },
});

/** A step as a model writes it down. */
export const draft = (
  name: string,
  inputs: readonly string[],
  outputs: readonly string[],
  more: JsonValue = {},
): JsonValue => ({
  ...{ name, does: `do ${name}`, inputs, value: 5, effort: 1, how: "program", tasks: [] },
  outputs: outputs.map((output) => ({ name: output, kind: "text", description: "" })),
  ...(more as object),
});

export const text = (said: string): Value => ({ as: "text", kind: "text", text: said });

/** A run that ended with what a model said. */
export const said = (words: JsonValue | string, spent: Partial<EndedRun["spent"]> = {}): EndedRun => ({
  spent: { ...NOTHING, llmCalls: 1, tasks: 1, ...spent },
  outputs: { "0": { text: text(typeof words === "string" ? words : JSON.stringify(words)) } },
  error: null,
});

/** A run that wrote a program, which returned this. */
export const returned = (value: JsonValue, spent: Partial<EndedRun["spent"]> = {}): EndedRun => ({
  spent: { ...NOTHING, llmCalls: 1, tasks: 2, ...spent },
  outputs: { "0": { text: text("return 1") }, "1": { data: { as: "data", kind: "data", data: value } } },
  error: null,
});

export const failedRun = (error: EndedRun["error"], spent: Partial<EndedRun["spent"]> = {}): EndedRun => ({
  ...{ spent: { ...NOTHING, ...spent }, outputs: {}, error },
});

/** A goal with a clock that stands unless it is moved, and whose runs end when the test says so. */
export class World {
  readonly log: GoalEvent[] = [];
  state: GoalState | null = null;
  now = 1_000;
  last: GoalDecision = { commands: [], stops: [], wakeAt: null };
  #runs = 0;

  constructor(
    start: Partial<Omit<GoalEventData["goal-start"], "budget">> & { readonly budget?: Partial<GoalBudget> } = {},
  ) {
    const { budget, ...rest } = start;
    this.record({
      type: "goal-start",
      data: {
        ...{ goal: "goal_1", text: "Do it", files: [], checkIns: {} },
        budget: { timeMs: DEFAULT_GOAL_TIME_MS, ...budget },
        ...rest,
      },
    });
    this.settle();
  }

  get goal(): GoalState {
    if (!this.state) throw new Error("The goal has not begun");
    return this.state;
  }

  record(...bodies: readonly GoalEventBody[]): void {
    for (const body of bodies) {
      const event = { ...body, seq: this.log.length + 1, at: this.now } as GoalEvent;
      this.log.push(event);
      this.state = applyGoal(this.state, event);
    }
  }

  /** Decides until there is nothing left to decide. */
  settle(): void {
    for (let round = 0; round < 10_000; round++) {
      this.last = decideGoal(this.goal, this.now);
      if (this.last.commands.length === 0) return;
      for (const command of this.last.commands) {
        if (command.do === "record") this.record(command.event);
        else {
          const { do: _, ...start } = command;
          this.#runs += 1;
          this.record({
            type: "work-start",
            data: { ...start, conversation: `c${this.#runs}`, run: `run_${this.#runs}` },
          });
        }
      }
    }
    throw new Error("It goes on deciding for ever");
  }

  get open(): readonly OpenWork[] {
    return [...this.goal.works.values()];
  }

  openKeys(): readonly string[] {
    return [...this.goal.works.keys()];
  }

  /** The run of a unit of work ends. */
  end(work: GoalWork | string, run: EndedRun): void {
    const key = typeof work === "string" ? work : workKey(work);
    const open = this.goal.works.get(key);
    if (!open) throw new Error(`${key} is not under way: ${this.openKeys().join(", ")}`);
    this.record(...outcomeOf(this.goal, open, run, context));
    this.settle();
  }

  answer(answer: Omit<CheckInAnswer, "id">): void {
    const answered = answerCheckIn(this.goal, { id: this.goal.checkIn?.id ?? 0, ...answer }, judgeRevision);
    if (!answered.ok) throw new Error(answered.error.message);
    this.record(...answered.value);
    this.settle();
  }

  /** Breaks the goal down into these steps, as a model would. */
  refine(outputs: readonly string[], steps: readonly JsonValue[]): void {
    const wanted = outputs.map((name) => ({ name, kind: "text", description: "" }));
    this.end("refine:goal", said({ outputs: wanted, steps }));
  }

  events<Type extends GoalEvent["type"]>(type: Type): readonly GoalEventData[Type][] {
    return this.log.flatMap((event) => (event.type === type ? [event.data as GoalEventData[Type]] : []));
  }
}
