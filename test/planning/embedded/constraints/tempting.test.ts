import { expect, it } from "vitest";
import * as z from "zod";
import { readConstraints } from "../../../../src/planning/embedded/constraints/index.ts";
import lines from "./tempting.jsonl?raw";

const row = z.strictObject({ request: z.string() });
const REQUESTS = lines
  .trimEnd()
  .split("\n")
  .map((line) => row.parse(JSON.parse(line)).request);

it("reads nothing where prices, times, names and models are those of what is asked for", () => {
  const read = REQUESTS.filter((request) => {
    const { constraints, budget } = readConstraints(request);
    return Object.keys(constraints).length + Object.keys(budget).length > 0;
  });
  expect(read).toEqual([]);
});
