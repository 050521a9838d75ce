import { describe, expect, it } from "vitest";
import { checkPlan } from "../../../src/planning/proof/check.ts";
import { byRules, type Case, outcomeOf, requestOf } from "./case.ts";
import { PAPERS } from "./papers.ts";
import { REQUESTS } from "./requests.ts";

function judge(example: Case): void {
  const request = requestOf(example);
  const reply = byRules(request);
  const [outcome] = outcomeOf(reply);
  if (example.ask) expect(outcome).toMatch(new RegExp(`^ask: .*(?:${example.ask.source})`, `s${example.ask.flags}`));
  else if (example.reply)
    expect(outcome).toMatch(new RegExp(`^reply: .*(?:${example.reply.source})`, `s${example.reply.flags}`));
  else expect(outcomeOf(reply)).toEqual(example.plan?.toSorted());
  if (reply.as !== "plan") return;
  const resources = [...request.attached, ...request.log.flatMap((turn) => turn.resources)];
  expect(checkPlan(reply.plan, { resources, ontology: request.ontology })).toEqual([]);
  expect(reply.notes.length).toBeGreaterThan(0);
}

describe("the rules", () => {
  describe("plans the requests of the papers", () => {
    it.each(PAPERS.map((example) => [`${example.from}: ${example.text}`, example] as const))("%s", (_, example) => {
      judge(example);
    });
  });
  describe("plans, asks back and replies", () => {
    it.each(REQUESTS.map((example) => [example.text || "(nothing said)", example] as const))("%s", (_, example) => {
      judge(example);
    });
  });
});
