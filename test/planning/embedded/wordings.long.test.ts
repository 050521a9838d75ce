import { expect, it } from "vitest";
import { summariseReadings } from "../../../evaluation/labelled/readings.ts";
import { loadConstraintReader } from "../../../src/planning/embedded/constraints/stored.ts";
import { type Case, outcomeOf, planned, requestOf } from "./case.ts";
import { PAPERS } from "./papers.ts";
import { REQUESTS } from "./requests.ts";
import { CONSTRAINT_WORDINGS, PLAN_WORDINGS } from "./wordings.ts";

const readConstraints = await loadConstraintReader();
const READ = CONSTRAINT_WORDINGS.map((wording) => ({ ...wording, reading: readConstraints(wording.request) }));

/* Each wording by itself may be read otherwise one day: what must hold is the share that is read as labelled. */
const LEAST_PLANNED = 0.6;
const LEAST_READ = 0.87;
const MOST_FALSELY_READ = 0.06;

async function isAsLabelled(example: Case): Promise<boolean> {
  const outcome = outcomeOf(await planned(requestOf(example)));
  const [first = ""] = outcome;
  if (example.ask) return first.startsWith("ask: ");
  if (example.reply) return first.startsWith("reply: ");
  return JSON.stringify(outcome) === JSON.stringify(example.plan?.toSorted());
}

it("plans, asks back and replies as labelled, to the letter of each argument, mostly", async () => {
  const all = [...PLAN_WORDINGS, ...PAPERS, ...REQUESTS];
  const missed: string[] = [];
  for (const example of all) if (!(await isAsLabelled(example))) missed.push(example.text);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual((1 - LEAST_PLANNED) * all.length);
});

it("reads constraints as labelled, mostly, and few where there are none", () => {
  const { restricting, tempting } = summariseReadings(
    READ.map(({ constraints: label, reading }) => ({ label, reading })),
  );
  expect(restricting.right / restricting.rows).toBeGreaterThanOrEqual(LEAST_READ);
  expect(tempting.falselyRead / tempting.rows).toBeLessThanOrEqual(MOST_FALSELY_READ);
});

it("leaves the words that restrict nothing as they are, and every other in its place", () => {
  for (const { request, constraints, reading } of READ) {
    const { rest, constraints: read, budget } = reading;
    expect(rest).toHaveLength(request.length);
    if ([constraints, read, budget].every((one) => Object.keys(one).length === 0)) expect(rest).toBe(request);
  }
});
