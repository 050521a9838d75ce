import { describe, expect, it } from "vitest";
import { AREAS, BUILT_IN_TASK_TYPES, createOntology } from "../../../src/domain/task-types/index.ts";
import { parseDomain } from "../../../src/planning/pddl/index.ts";
import { areaOf, compileDomain, domainOf } from "../../../src/planning/proof/domain-text.ts";
import { prove } from "../../../src/planning/proof/index.ts";
import { validatePlan } from "../pddl/validate/validate-plan.ts";
import { resource } from "../resources.ts";
import domainText from "./fixtures/say-the-scan.domain.pddl?raw";
import problemText from "./fixtures/say-the-scan.problem.pddl?raw";
import solutionText from "./fixtures/say-the-scan.solution.pddl?raw";

const ontology = createOntology();

describe("the domain text", () => {
  it.each(AREAS)("of the area %s has one action for each of its task types, described in words", (area) => {
    const types = areaOf(area, ontology);
    const { text, name, areas } = domainOf(types, ontology);
    const domain = parseDomain(text);
    expect([domain.name, areas]).toEqual([name, [area]]);
    expect(domain.actions.map((action) => action.name)).toEqual(types.map((type) => type.name));
    for (const type of types) expect(text).toContain(`; ${type.description}\n`);
  });

  it("of all areas together holds every task type, and those of no other", () => {
    const all = parseDomain(domainOf(BUILT_IN_TASK_TYPES, ontology).text);
    expect(all.actions.map((action) => action.name).toSorted()).toEqual(
      BUILT_IN_TASK_TYPES.map((type) => type.name).toSorted(),
    );
  });

  it("of two areas holds just those two", () => {
    const types = ["optical-character-recognition", "text-to-speech"].flatMap((name) => ontology.get(name) ?? []);
    const { areas, name, text } = domainOf(types, ontology);
    expect([areas, name]).toEqual([["audio", "document"], "impresario-audio-and-document"]);
    expect(parseDomain(text).actions).toHaveLength(
      areaOf("audio", ontology).length + areaOf("document", ontology).length,
    );
  });

  it("of no task type at all can be read", () => {
    expect(parseDomain(compileDomain([], []).text).actions).toEqual([]);
  });
});

describe("a scan that is read and said aloud", () => {
  const context = { resources: [resource("scan.pdf"), resource("idle.wav")], ontology };
  const plan = {
    tasks: [
      {
        id: 0,
        type: "optical-character-recognition",
        args: { image: { from: "resource", resource: "res_scan.pdf" } },
      },
      {
        id: 1,
        type: "text-to-speech",
        args: { text: { from: "task", task: 0, output: "text" }, language: { from: "literal", value: "en" } },
      },
    ],
  } as const;

  it("is written as in the fixtures", () => {
    expect(prove(plan, context)).toMatchObject({
      ok: true,
      value: { pddl: { domain: domainText, problem: problemText, solution: solutionText } },
    });
  });

  it("is certified in words that name the causes", () => {
    const scan = { by: "resource", resource: { id: "res_scan.pdf" } };
    expect(prove(plan, context)).toMatchObject({
      ok: true,
      value: {
        certificate: {
          order: [0, 1],
          levels: [[0], [1]],
          tasks: [
            { task: 0, preconditions: [{ atom: "(at-hand scan-pdf)", establishedBy: scan }] },
            {
              task: 1,
              preconditions: expect.arrayContaining([
                { atom: "(at-hand task-0-text)", establishedBy: { by: "task", task: 0, output: "text" } },
                { atom: expect.stringContaining("literal"), establishedBy: { by: "literal", value: "en" } },
              ]),
            },
          ],
        },
      },
    });
  });

  it("is refused by the validator when a step is left out, or comes too early", () => {
    const [read = "", say = ""] = solutionText.split("\n");
    expect(validatePlan(domainText, problemText, say)).toMatchObject({ valid: false, step: 1 });
    expect(validatePlan(domainText, problemText, `${say}\n${read}`)).toMatchObject({ valid: false, step: 1 });
    expect(validatePlan(domainText, problemText, read)).toMatchObject({ valid: false, step: null });
  });
});
