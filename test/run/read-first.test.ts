import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import type { Plan, Task } from "../../src/domain/plan.ts";
import { readFirst } from "../../src/run/read-first.ts";
import { poolOfEndpoints } from "../expert-pools.ts";

const endpoint = (taskType: string, grade: Endpoint["grade"] = "full", model = taskType): Endpoint => ({
  ...{ provider: "embedded", model, taskType, grade, description: "", licence: "MIT" },
});
const STAND_IN = endpoint("document-question-answering", "stand-in");
const HERE = [STAND_IN, endpoint("optical-character-recognition"), endpoint("question-answering", "stand-in")];
const pool = (endpoints: readonly Endpoint[] = HERE) => poolOfEndpoints(endpoints);

const document = { from: "resource", resource: "res_1" } as const;
const question = (value: string) => ({ from: "literal", value }) as const;
const ask = (id: number, more: Partial<Task> = {}): Task => ({
  ...{ id, type: "document-question-answering", args: { document, question: question(`${id}?`) } },
  ...more,
});
const answer = (id: number, reading: number): Task => ({
  id,
  type: "question-answering",
  args: { question: question(`${id}?`), context: { from: "task", task: reading, output: "text" } },
});
const reading = (id: number, image: Task["args"][string] = document): Task => ({
  ...{ id, type: "optical-character-recognition", args: { image } },
});

describe("a plan that asks a document", () => {
  it("reads it once for all questions", () => {
    expect(readFirst({ tasks: [ask(0), ask(1)] }, pool())).toEqual({ tasks: [answer(0, 2), answer(1, 2), reading(2)] });
  });

  it("goes on with the reading that it has", () => {
    const plan: Plan = { tasks: [reading(3), ask(1)] };
    expect(readFirst(plan, pool())).toEqual({ tasks: [reading(3), answer(1, 3)] });
  });

  it("reads what another task makes, and keeps who takes the answer", () => {
    const made = { from: "task", task: 0, output: "image" } as const;
    const taker: Task = { id: 2, type: "text-to-speech", args: { text: { from: "task", task: 1, output: "answer" } } };
    const tasks = [ask(1, { args: { document: made, question: question("1?") } }), taker];
    expect(readFirst({ tasks }, pool())).toEqual({ tasks: [answer(1, 3), taker, reading(3, made)] });
  });

  it.each<[string, Task, readonly Endpoint[]]>([
    ["a model looks at the document itself", ask(0), [...HERE, endpoint("document-question-answering", "full", "a/b")]],
    ["it names a model", ask(0, { model: "embedded:document-question-answering" }), HERE],
    ["nothing here reads", ask(0), [STAND_IN, endpoint("question-answering")]],
    ["nothing here does it anyway", ask(0), HERE.slice(1)],
  ])("stays as it is where %s", (_, task, endpoints) => {
    const plan: Plan = { tasks: [task] };
    expect(readFirst(plan, pool(endpoints))).toBe(plan);
  });
});
