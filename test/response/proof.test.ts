import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Mended, Repair } from "../../src/domain/repair.ts";
import { createOntology, ontologyOf } from "../../src/domain/task-types/index.ts";
import { input, output, taskType } from "../../src/domain/task-types/task-type.ts";
import { ground, parseDomain, parseProblem } from "../../src/planning/pddl/index.ts";
import { renderReport } from "../../src/response/render-report.ts";
import { buildReport } from "../../src/response/report.ts";
import {
  answerOf,
  attachedFile,
  type Done,
  file,
  from,
  gave,
  ontology,
  read,
  runOf,
  STARTED_AT,
  text,
  words,
} from "./runs.ts";

const summary: Done = { type: "summarization", args: { text: from(0) }, work: gave({ text: text("short") }) };
const translation: Done = {
  type: "translation",
  args: { text: from(0), "target-language": words("French") },
  work: gave({ text: text("court") }),
};
const invoice = { attached: [attachedFile("invoice.png")] };
const RUN = runOf([read("invoice.png", "a"), summary, translation], invoice);

const left: Repair = { kind: "left-out", task: 4, port: null, message: 'Task 5 ("mind_reading") can never run' };
const dropped: Repair = { kind: "dropped", task: 5, port: null, message: "Task 6 does exactly what task 2 does" };
const renamed: Repair = {
  kind: "renamed",
  task: 1,
  port: null,
  message: 'Task 2: "sum*up*" (83% sure)',
  certainty: 0.825,
};

/** The run, with a plan that was mended. */
const mendedBy = (...repairs: readonly Repair[]) => {
  const mended: Mended = { repairs, changed: { nodes: 0.25, links: 1 / 3 } };
  return { ...RUN, planned: { as: "plan", plan: { tasks: [] }, notes: [], mended } } as const;
};

describe("the proof in a report", () => {
  const report = buildReport(RUN, ontology, STARTED_AT);

  it("says what each task needs, and what establishes it", () => {
    expect(report.proof?.levels).toEqual([[0], [1, 2]]);
    expect(report.proof?.tasks).toEqual([
      {
        task: 0,
        preconditions: [{ atom: "(at-hand invoice-png)", establishedBy: "the file invoice.png, which is at hand" }],
      },
      {
        task: 1,
        preconditions: [
          { atom: "(at-hand task-0-text)", establishedBy: '"text" of task 1 (optical-character-recognition)' },
        ],
      },
      {
        task: 2,
        preconditions: expect.arrayContaining([
          { atom: "(at-hand task-0-text)", establishedBy: '"text" of task 1 (optical-character-recognition)' },
          { atom: "(at-hand literal)", establishedBy: 'written in the plan: "French"' },
        ]),
      },
    ]);
  });

  it("holds PDDL that anyone can check", () => {
    const { domain = "", problem = "", solution = "" } = report.proof?.pddl ?? {};
    const parsed = parseDomain(domain);
    const limits = { maxActions: 1_000, maxAtoms: 1_000 };
    expect(ground(parsed, parseProblem(problem, parsed), limits)).toMatchObject({ as: "task" });
    expect(solution).toMatch(/^\(optical-character-recognition task-0 invoice-png task-0-text[^)]*\)\n/);
  });

  it("is the same however often it is made", () => {
    expect(buildReport(RUN, createOntology(), STARTED_AT + 1).proof).toEqual(report.proof);
  });

  it("is told in words and in code blocks", () => {
    const markdown = renderReport(report);
    expect(markdown).toContain(`- task 2 (summarization) needs
  - \`(at-hand task-0-text)\`: "text" of task 1 (optical-character-recognition)
`);
    expect(markdown).toContain("Side by side may run:\n\n1. task 1\n2. task 2, task 3\n");
    expect(markdown).toContain("### Domain\n\n```pddl\n; Areas: language, document.");
    expect(markdown.trimEnd()).toMatch(/; cost = 3 \(unit cost\)\n```$/);
    expect(markdown).not.toContain("What was changed");
  });

  it("is null without a plan, and when a task type of the plan is gone", () => {
    expect(buildReport({ ...RUN, plan: null }, ontology, STARTED_AT).proof).toBeNull();
    const poorer = ontologyOf(ontology.all.filter(({ name }) => name !== "translation"));
    const later = buildReport(RUN, poorer, STARTED_AT);
    expect(later).toMatchObject({ proof: null, levels: [[0], [1, 2]] });
    expect(renderReport(later)).toContain("cannot be proved now: a task type in it has changed");
    expect(renderReport(later)).not.toContain("PDDL");
  });

  it("takes up a task type of the deployment's own", () => {
    const own = createOntology([
      taskType("rhyme-finding", {
        area: "language",
        description: "Find rhymes",
        inputs: [input("text", "text")],
        outputs: [output("text", "text")],
      }),
    ]);
    const rhymes: Done = { type: "rhyme-finding", args: { text: words("moon") }, work: gave({}) };
    const { proof } = buildReport(runOf([rhymes]), own, STARTED_AT);
    expect(proof?.pddl.solution).toContain("(rhyme-finding task-0 ");
    expect(proof?.pddl.domain).toContain("(:action rhyme-finding");
  });

  it("lets no name and no text of a user act as Markdown", () => {
    const hostile = fc.string({
      unit: fc.constantFrom("`", "*", "<", "[", "\n", "\r", "=", "#", "~", " ", ";", ")", "a", "\u202e"),
    });
    fc.assert(
      fc.property(hostile, hostile, (name, literal) => {
        const named = { ...attachedFile("x.png"), name: name || "x" };
        const plan = [
          { type: "optical-character-recognition", args: { image: file("x.png") }, work: gave({}) },
          { type: "summarization", args: { text: words(literal) }, work: gave({}) },
        ];
        const shown = renderReport(buildReport(runOf(plan, { attached: [named] }), ontology, STARTED_AT));
        expect(shown).not.toContain("\r");
        const fences = shown.split("\n").filter((line) => /^`{3,}/.test(line));
        // The request, and three texts in PDDL: each opened and closed once.
        expect(fences).toHaveLength(8);
        for (const line of shown.split("\n")) {
          if (/^ {2}- `\(at-hand/.test(line))
            expect(line.replace(/^ {2}- `[^`]*`/, "")).not.toMatch(
              /(?<!\\)(?:[`*~]|<(?=[\p{L}/!?])|\]\(|#(?=[#\s]|$))/u,
            );
        }
      }),
    );
  });
});

describe("what was mended", () => {
  it("is in the report, with how sure it is and how much it changed", () => {
    const report = buildReport(mendedBy(renamed, dropped), ontology, STARTED_AT);
    expect(report).toMatchObject({ repairs: [renamed, dropped], changed: { nodes: 0.25 } });
    expect(renderReport(report)).toContain(`### What was changed to make the plan sound

- Task 2: "sum\\*up\\*" (83% sure)
- Task 6 does exactly what task 2 does

25% of its tasks and 33% of its links are not as they were written.`);
  });

  it("is told in the answer where something asked for is not done, and only there", async () => {
    const answer = await answerOf(mendedBy(dropped, left));
    expect(answer).toContain('I did not do:\n\n- Task 5 ("mind_reading") can never run\n');
    expect(answer).not.toContain("exactly what");
  });
});
