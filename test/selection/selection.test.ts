import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../src/domain/endpoints.ts";
import { selectModels } from "../../src/selection/index.ts";

const endpoint = (provider: Endpoint["provider"], model: string, grade: Endpoint["grade"] = "full"): Endpoint => ({
  provider,
  model,
  taskType: "summarization",
  description: "",
  licence: "mit",
  grade,
});
const plan = (model?: string) => ({
  tasks: [{ id: 0, type: "summarization", args: {}, ...(model === undefined ? {} : { model }) }],
});
const order = (endpoints: readonly Endpoint[]): readonly string[] =>
  selectModels(plan(), endpoints)[0]?.candidates.map((candidate) => candidate.model) ?? [];

describe("casting models", () => {
  it("lets the local tier lead where it is as good", () => {
    expect(order([endpoint("custom", "theirs"), endpoint("embedded", "ours")])).toEqual(["ours", "theirs"]);
  });

  it("never lets a stand-in beat a real model", () => {
    expect(order([endpoint("embedded", "ours", "stand-in"), endpoint("custom", "theirs")])).toEqual(["theirs", "ours"]);
  });

  it("gives the same order however the endpoints are listed", () => {
    const all = [endpoint("custom", "b"), endpoint("custom", "a"), endpoint("embedded", "c", "stand-in")];
    expect(order(all.toReversed())).toEqual(order(all));
  });

  it("keeps five candidates at the most", () => {
    expect(order(Array.from({ length: 9 }, (_, i) => endpoint("custom", `m${i}`)))).toHaveLength(5);
  });

  it("takes the model the plan names and no other", () => {
    const both = [endpoint("embedded", "ours"), endpoint("custom", "theirs")];
    expect(selectModels(plan("custom:theirs"), both)[0]?.candidates).toHaveLength(1);
    expect(selectModels(plan("custom:gone"), both)[0]).toMatchObject({
      candidates: [],
      missing: expect.stringContaining("custom:gone"),
    });
  });

  it("says what to set when nothing does the task", () => {
    expect(selectModels(plan(), [])[0]).toMatchObject({
      candidates: [],
      missing: expect.stringContaining("CONFIG.endpoints"),
    });
  });
});
