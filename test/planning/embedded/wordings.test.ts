import { expect, it } from "vitest";
import { summariseReadings } from "../../../evaluation/labelled/readings.ts";
import { readConstraints } from "../../../src/planning/embedded/constraints/index.ts";
import { byRules, type Case, outcomeOf, requestOf } from "./case.ts";
import { CONSTRAINT_WORDINGS, PLAN_WORDINGS } from "./wordings.ts";

/* Each wording by itself may be read otherwise one day: what must hold is the share that is read as labelled. */
const LEAST_PLANNED = 0.97;
const LEAST_READ = 0.97;
const MOST_FALSELY_READ = 0.01;

function isAsLabelled(example: Case): boolean {
  const [outcome = ""] = outcomeOf(byRules(requestOf(example)));
  if (example.ask) return outcome.startsWith("ask: ") && example.ask.test(outcome);
  if (example.reply) return outcome.startsWith("reply: ") && example.reply.test(outcome);
  const planned = outcomeOf(byRules(requestOf(example)));
  return JSON.stringify(planned) === JSON.stringify(example.plan?.toSorted());
}

it("plans, asks back and replies as labelled, nearly always", () => {
  const missed = PLAN_WORDINGS.filter((example) => !isAsLabelled(example)).map(({ text }) => text);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((1 - LEAST_PLANNED) * PLAN_WORDINGS.length);
});

it("reads constraints as labelled, nearly always, and next to none where there are none", () => {
  const read = CONSTRAINT_WORDINGS.map(({ request, constraints }) => ({
    label: constraints,
    reading: readConstraints(request),
  }));
  const { restricting, tempting } = summariseReadings(read);
  expect(restricting.right / restricting.rows).toBeGreaterThanOrEqual(LEAST_READ);
  expect(tempting.falselyRead / tempting.rows).toBeLessThanOrEqual(MOST_FALSELY_READ);
});

it("leaves the words that restrict nothing as they are, and every other in its place", () => {
  for (const { request, constraints } of CONSTRAINT_WORDINGS) {
    const { rest } = readConstraints(request);
    expect(rest).toHaveLength(request.length);
    if (Object.keys(constraints).length === 0 && Object.keys(readConstraints(request).constraints).length === 0) {
      expect(rest).toBe(request);
    }
  }
});
