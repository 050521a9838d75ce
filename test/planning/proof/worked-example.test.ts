import { expect, it } from "vitest";
import page from "../../../docs/planning.md?raw";
import { createOntology } from "../../../src/domain/task-types/index.ts";
import { repairPlan } from "../../../src/planning/proof/index.ts";
import { writePlan } from "../../../src/planning/wire/write-plan.ts";
import { resource } from "../resources.ts";

/** The code blocks of a language, in order. */
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(/```(\w*)\n([\s\S]*?)```/g)].flatMap(([, of, code = ""]) => (of === language ? [code] : []));

it("the worked example of docs/planning.md is what happens", () => {
  const ontology = createOntology();
  const [written = "", becomes = ""] = blocks("json");
  const files = [resource("meeting.wav"), resource("invoice.pdf")].map((file) => ({
    ...file,
    id: file.id.replace(/\.\w+$/, ""),
  }));
  const repaired = repairPlan(JSON.parse(written), { resources: files, ontology });
  if (repaired.as !== "proved") throw new Error(JSON.stringify(repaired));
  expect(repaired.repairs.map(({ message }) => `- ${message}`).join("\n")).toBe(
    page.match(/Repair says:\n\n((?:- .*\n)+)/)?.[1]?.trimEnd(),
  );
  expect(writePlan(repaired.plan, ontology)).toEqual(JSON.parse(becomes));
  expect(repaired.pddl.solution).toContain(blocks("").find((code) => code.startsWith("(")) ?? "?");
  const action = blocks("pddl")[0]?.replaceAll(/^/gm, "  ").trimEnd() ?? "?";
  expect(repaired.pddl.domain).toContain(action);
  expect(repaired.certificate.levels).toEqual([
    [0, 3],
    [1, 2],
  ]);
});
