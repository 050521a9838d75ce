import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createOntology, ontologyOf } from "../../../src/domain/task-types/index.ts";
import { prove, readPlan } from "../../../src/planning/index.ts";
import { DEMONSTRATIONS, type Demonstration } from "../../../src/planning/language/demonstrations.ts";
import { describeRequest } from "../../../src/planning/language/described-request.ts";
import { planPrompt } from "../../../src/planning/language/prompt.ts";
import { readAnswer } from "../../../src/planning/language/read-answer.ts";

const ontology = createOntology();
const resourcesOf = ({ attached, log }: Demonstration) => [...attached, ...log.flatMap(({ resources }) => resources)];

describe.each(DEMONSTRATIONS.map((one) => [one.text, one] as const))('the demonstration "%s"', (_, one) => {
  const { plan } = one.answer;

  it("is read from its answer as what it is", () => {
    const read = readAnswer(JSON.stringify(one.answer), one.text, []);
    const expected = plan.length > 0 ? "written" : one.answer.ask ? "ask" : "reply";
    expect(read.as).toBe(expected);
  });

  it("has a plan that is sound as written, or none", () => {
    const context = { resources: resourcesOf(one), ontology };
    const read = readPlan(plan, context);
    expect(read).toMatchObject({ ok: true });
    if (!read.ok || plan.length === 0) return;
    expect(prove(read.value, context)).toMatchObject({ ok: true });
    expect(read.value.tasks.map(({ type }) => type)).toEqual(plan.map(({ task }) => task));
  });

  it("says which tasks wait for which, as its arguments do", () => {
    for (const { dep, args } of plan) {
      const referred = [...JSON.stringify(args).matchAll(/<resource>-(\d+)/g)].map(([, id]) => Number(id));
      expect(dep).toEqual(referred.length > 0 ? referred : [-1]);
    }
  });

  it("calls its files as the table of files does", () => {
    const { files } = JSON.parse(describeRequest(one).content) as { files: readonly { ref: string }[] };
    expect(files.map(({ ref }) => ref)).toEqual(resourcesOf(one).map(({ name }) => name));
  });
});

describe("the demonstrations", () => {
  it("are in the form that the answer's schema requires", () => {
    const { messages, schema } = planPrompt({ text: "Hi", attached: [], log: [], ontology }, 8_192).prompt;
    const form = z.fromJSONSchema(schema ?? {});
    const shown = messages.filter(({ role }) => role === "assistant").map(({ content }) => JSON.parse(content));
    expect(shown).toHaveLength(DEMONSTRATIONS.length);
    for (const answer of shown) expect(form.safeParse(answer)).toMatchObject({ success: true });
  });

  it("leave out what a deployment has no task type for", () => {
    const few = ontologyOf(ontology.all.filter(({ name }) => name !== "pose-detection"));
    const prompt = (of: typeof ontology) =>
      planPrompt({ text: "Hi", attached: [], log: [], ontology: of }, 8_192).prompt.messages;
    expect(prompt(ontology)).toHaveLength(2 + 2 * DEMONSTRATIONS.length);
    expect(prompt(few)).toHaveLength(2 * DEMONSTRATIONS.length);
    expect(JSON.stringify(prompt(few))).not.toContain("pose-detection");
  });
});
