import { describe, expect, it } from "vitest";
import { fitOf, type Node, placeAll, type RightPlan } from "../../../../evaluation/labelled/fit.ts";
import { planOf, RIGHT, TASKS_ONLY, textTask, WRONG } from "../fakes.ts";

const right = (tasks: RightPlan["tasks"], ...links: [number, number][]): RightPlan => ({ tasks, links });
const CHAIN = right(["summarization", "translation"], [0, 1]);

describe("a plan beside what is right", () => {
  it.each([
    { name: "is right", plan: planOf(textTask(0, "summarization"), textTask(1, "translation", 0)), fit: RIGHT },
    {
      name: "is right in another order and with other ids",
      plan: planOf(textTask(3, "translation", 7), textTask(7, "summarization")),
      fit: RIGHT,
    },
    {
      name: "lacks a link",
      plan: planOf(textTask(0, "summarization"), textTask(1, "translation")),
      fit: TASKS_ONLY,
    },
    {
      name: "turns a link round",
      plan: planOf(textTask(0, "summarization", 1), textTask(1, "translation")),
      fit: TASKS_ONLY,
    },
    { name: "lacks a task", plan: planOf(textTask(0, "summarization")), fit: WRONG },
    {
      name: "has a task too many",
      plan: planOf(textTask(0, "summarization"), textTask(1, "translation", 0), textTask(2, "text-to-speech", 1)),
      fit: WRONG,
    },
    {
      name: "has a task twice in place of another",
      plan: planOf(textTask(0, "summarization"), textTask(1, "summarization", 0)),
      fit: WRONG,
    },
    { name: "is empty", plan: planOf(), fit: WRONG },
  ])("$name", ({ plan, fit }) => {
    expect(fitOf(plan, [CHAIN])).toEqual(fit);
  });

  it("may be any of several", () => {
    const plan = planOf(textTask(0, "translation"));
    expect(fitOf(plan, [CHAIN, right(["translation"])])).toEqual(RIGHT);
  });

  it("may have either of two types that are equally right", () => {
    const either = right([{ anyOf: ["text-classification", "zero-shot-classification"] }, "text-classification"]);
    const plan = planOf(textTask(0, "text-classification"), textTask(1, "zero-shot-classification"));
    expect(fitOf(plan, [either])).toEqual(RIGHT);
  });

  it("finds which of two equal tasks is meant by what they take", () => {
    // The second translation is of the summary.
    const wanted = right(["translation", "summarization", "translation"], [1, 2]);
    const tasks = [textTask(0, "translation", 2), textTask(1, "translation"), textTask(2, "summarization")];
    expect(fitOf(planOf(...tasks), [wanted])).toEqual(RIGHT);
    const other = [textTask(0, "translation"), textTask(1, "translation", 0), textTask(2, "summarization")];
    expect(fitOf(planOf(...other), [wanted])).toEqual(TASKS_ONLY);
  });
});

describe("a right plan within more", () => {
  const node = (id: number, type: string, ...givers: readonly number[]): Node => ({ id, type, givers });

  it("is found with its links, whatever else there is", () => {
    const nodes = [node(0, "x"), node(1, "summarization", 0), node(2, "translation", 0, 1)];
    expect(placeAll(nodes, CHAIN)?.map(({ id }) => id)).toEqual([1, 2]);
  });

  it("is not found without them", () => {
    expect(placeAll([node(1, "summarization"), node(2, "translation", 3), node(3, "x", 1)], CHAIN)).toBeNull();
  });

  it("is given up when there are too many ways to look", () => {
    const nodes = Array.from({ length: 256 }, (_, id) => node(id, "translation"));
    const wanted = [...Array.from({ length: 7 }, () => "translation"), "summarization"];
    expect(placeAll(nodes, right(wanted))).toBeNull();
  });
});
