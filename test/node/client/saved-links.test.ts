import { describe, expect, it } from "vitest";
import { linkToSaved } from "../../../scripts/demo-links.ts";

const A = "res_00aa";
const saved = [
  { id: A, name: "a.png", path: "/made/a.png" },
  { id: "res_00bb", name: "b", path: "/made/one (2)/b ü#.wav" },
];

describe("a report that is saved", () => {
  it.each([
    [`[a.png](/v1/resources/${A}), image/png`, "[a.png](a.png), image/png"],
    [
      `[a](/v1/resources/${A}) and [b](/v1/resources/res_00bb?signature=1)`,
      "[a](a.png) and [b](one%20%282%29/b%20%C3%BC%23.wav)",
    ],
    ["[c](/v1/resources/res_00cc)", "[c](/v1/resources/res_00cc)"],
    [`[a](/v1/resources/${A}/more)`, `[a](/v1/resources/${A}/more)`],
    [`[a](https://example.org/v1/resources/${A})`, `[a](https://example.org/v1/resources/${A})`],
    [`the words /v1/resources/${A}`, `the words /v1/resources/${A}`],
  ])("%j becomes %j", (before, after) => {
    expect(linkToSaved(before, saved, "/made")).toBe(after);
  });
});
