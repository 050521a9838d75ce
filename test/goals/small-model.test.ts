import { describe, expect, it } from "vitest";
import * as z from "zod";
import { failure } from "../../src/domain/errors.ts";
import { ROOT } from "../../src/domain/goal/step.ts";
import { stepsSchema } from "../../src/goals/drafts.ts";
import { refinementQuestion } from "../../src/goals/prompts.ts";
import { mendJson } from "../../src/planning/index.ts";
import BREAKDOWN from "../fixtures/language/breakdown.json";
import REFLECTION from "../fixtures/language/reflection.json";
import { draft, failedRun, file, ontology, returned, said, World } from "./world.ts";

const canRun = ({ name }: { readonly name: string }): boolean => name !== "text-to-video";
const recorded = z
  .object({ outputs: z.array(z.object({ name: z.string() })), steps: z.array(z.looseObject({ name: z.string() })) })
  .parse(mendJson(BREAKDOWN.said)?.json);

/** What a model is asked at the beginning of a goal about two texts. */
function asked() {
  const { goal } = new World({ files: [file("a.txt", "text"), file("b.txt", "text")] });
  const root = goal.steps.get(ROOT);
  if (!root) throw new Error("a goal is a step");
  return refinementQuestion(goal, root, ontology, canRun);
}

describe("a breakdown by a small model", () => {
  it("cannot name tasks that there are not: those it invented are outside of the schema", () => {
    const steps = z.fromJSONSchema(stepsSchema(ontology.all.map(({ name }) => name)));
    const [readsFiles, ...programs] = recorded.steps;
    expect(steps.safeParse([readsFiles]).success).toBe(false);
    expect(programs.length).toBeGreaterThan(1);
    expect(steps.safeParse(programs.map((step) => ({ ...step, tasks: [] }))).success).toBe(true);
  });

  it("is asked for with the task types that can run, and with those alone", () => {
    const schema = JSON.stringify(asked().schema);
    expect(schema).toContain('"summarization"');
    expect(schema).not.toContain('"text-to-video"');
  });

  it("is shown one in the form that is asked for, where its tasks can run", () => {
    const { instruction, schema } = asked();
    const example = /^The form, .*?: (\{.*\})$/m.exec(instruction)?.[1] ?? "";
    expect(z.fromJSONSchema(schema).safeParse(JSON.parse(example))).toMatchObject({ success: true });
    const world = new World({ files: [file("letter.txt", "text")] });
    world.end("refine:goal", said(example));
    expect([...world.goal.steps.keys()]).toEqual(["goal", "shorten", "translate"]);
  });

  it("may name any task where there are more than a schema should hold", () => {
    const steps = z.fromJSONSchema(stepsSchema(Array.from({ length: 500 }, (_, n) => `tool-${n}`)));
    expect(steps.safeParse(recorded.steps.slice(0, 1)).success).toBe(true);
  });

  it("gives what the goal is to give under the name that its step has for it, but for the ending of a file", () => {
    expect(recorded.outputs).toMatchObject([{ name: "combined-invoice-table.txt" }]);
    const world = new World({ files: [file("a.txt", "text")] });
    world.refine(["table.txt"], [draft("parse", ["a.txt"], ["rows"]), draft("combine", ["rows"], ["table"])]);
    expect(world.goal.outputs.map(({ name }) => name)).toEqual(["table"]);
    world.end("step:parse", returned({ rows: "1" }));
    world.end("step:combine", returned({ table: "2" }));
    expect(world.goal.end).toMatchObject({ status: "succeeded" });
  });

  it("is refused where its step has another name for it", () => {
    const world = new World({ files: [file("a.txt", "text")] });
    world.refine(["sums.txt"], [draft("parse", ["a.txt"], ["table"])]);
    expect(world.events("refinement-refused")).toHaveLength(1);
  });
});

describe("a look at the progress by a small model", () => {
  it("that changes nothing where a step has failed asks the person, and the other steps go on", () => {
    const world = new World();
    world.refine(["a", "b"], [draft("one", [], ["a"]), draft("two", [], ["b"])]);
    world.end("step:one", failedRun(failure("provider-rejected", "It cannot be done")));
    world.end("reflect:1", said(REFLECTION.said));
    expect(world.goal.checkIn).toMatchObject({ about: "question", message: "What is the goal to give?" });
    world.end("step:two", returned({ b: "2" }));
    world.answer({ decision: "approve" });
    expect(world.goal.end).toMatchObject({ status: "partial" });
  });
});
