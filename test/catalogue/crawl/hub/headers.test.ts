import { describe, expect, it } from "vitest";
import { nextPage, UnusableLink } from "../../../../src/catalogue/crawl/hub/addresses.ts";
import { type RateLimit, readRateLimit } from "../../../../src/catalogue/crawl/hub/client.ts";

describe("a RateLimit header", () => {
  it.each<[string | null, RateLimit | null]>([
    ['"api";r=489;t=286', { remaining: 489, resetMs: 286_000 }],
    ['"api"; r=0; t=1', { remaining: 0, resetMs: 1_000 }],
    ['"pages";r=9;t=5, "api";r=2;t=60', { remaining: 2, resetMs: 60_000 }],
    ['"a";r=0;t=5, "b";r=0;t=60', { remaining: 0, resetMs: 60_000 }],
    ['"api";r=0;t=99999999', { remaining: 0, resetMs: 3_600_000 }],
    ['"api";r=-1;t=5', null],
    ['"api";r=1e9;t=5', null],
    ['"api";r=1', null],
    ["limit=5, remaining=3", null],
    ["", null],
    [null, null],
  ])("%s", (header, expected) => {
    expect(readRateLimit(header)).toEqual(expected);
  });
});

describe("a Link header", () => {
  const from = new URL("https://huggingface.co/api/models?limit=2");
  const next = "https://huggingface.co/api/models?limit=2&cursor=ey%3D";
  it.each<[string | null, string | null]>([
    [`<${next}>; rel="next"`, next],
    [`<${next}>; rel=next`, next],
    [`<${next}>; title="a, b"; rel="prev next"`, next],
    [`<https://huggingface.co/first>; rel="first", <${next}>; rel="next"`, next],
    ['</api/models?cursor=a,b;c>; rel="next"', "https://huggingface.co/api/models?cursor=a,b;c"],
    [`<${next}>; rel="last"`, null],
    ["", null],
    [null, null],
  ])("%s", (header, expected) => {
    expect(nextPage(header, from)?.href ?? null).toBe(expected);
  });

  it.each([
    '<https://evil.test/api/models>; rel="next"',
    '<http://huggingface.co/api/models>; rel="next"',
    '<//evil.test/x>; rel="next"',
    '<javascript:alert(1)>; rel="next"',
    '<https://huggingface.co:444/x>; rel="next"',
    '<https://[>; rel="next"',
    `<${next}`,
    "next page",
    "<".repeat(5_000),
    `<${next}&x=${"x".repeat(8_000)}>; rel="next"`,
  ])("that is there and cannot be followed is no last page: %s", (header) => {
    expect(() => nextPage(header, from)).toThrow(UnusableLink);
  });
});
