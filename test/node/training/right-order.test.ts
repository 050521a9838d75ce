import { describe, expect, it } from "vitest";
import { rightOrder } from "../../../training/fit/right-order.ts";

describe("the right plan as a path", () => {
  it.each<[string, string, string, string, readonly number[] | null]>([
    ["one task", "a", "", "a b", [0]],
    ["tasks without links, in the order of places", "c a b", "", "a b c", [0, 1, 2]],
    ["a chain", "a b c", "a>b b>c", "a b c", [0, 1, 2]],
    ["a chain against the order of places", "a b c", "c>b b>a", "a b c", [2, 1, 0]],
    ["a taker right after its giver", "a b c", "a>c", "a b c", [0, 2, 1]],
    ["a fan-out: takers in the order of places", "a b c", "a>b a>c", "a b c", [0, 1, 2]],
    ["a fan-in: both givers first", "a b c", "a>c b>c", "a b c", [0, 1, 2]],
    ["two chains, one after the other", "a b c d", "a>c b>d", "a b c d", [0, 2, 1, 3]],
    ["a diamond", "a b c d", "a>b a>c b>d c>d", "a b c d", [0, 1, 2, 3]],
    ["nothing when a task is not among the prospects", "a z", "", "a b", null],
    ["nothing when the links go round", "a b", "a>b b>a", "a b", null],
  ])("is %s", (_, types, links, prospects, expected) => {
    const example = { types: types.split(" "), links: new Set(links === "" ? [] : links.split(" ")) };
    expect(rightOrder(example, { prospects: prospects.split(" ").map((name) => ({ name })) })).toEqual(expected);
  });
});
