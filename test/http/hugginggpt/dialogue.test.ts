import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeBlock, escapeMarkdown } from "../../../src/domain/markdown.ts";
import { escapeHtml, unescapeHtml, withoutMarkdown } from "../../../src/http/hugginggpt/dialogue.ts";

describe("an answer without its Markdown", () => {
  it.each([
    ["strong words", "**Who sent it?** Northwind", "Who sent it? Northwind"],
    ["escaped characters", "1 \\* 2 \\# 3 \\\\ 4", "1 * 2 # 3 \\ 4"],
    ["a link to elsewhere", "see [the page](https://a.example/b)", "see the page (https://a.example/b)"],
    ["a file", "[edges.png](/v1/resources/res_1)", "edges.png (/images/res_1.png)"],
    ["a file whose name is escaped", "[a\\]\\_b.png](/v1/resources/res_1)", "a]_b.png (/images/res_1.png)"],
    ["a fence", "before\n```text\n**as it is** \\#\n```\nafter", "before\n**as it is** \\#\nafter"],
    ["a longer fence round a shorter one", "````text\n```\n````", "```"],
    ["brackets that are no link", "[a] (b) [c](d e)", "[a] (b) [c](d e)"],
  ])("has %s as plain text", (_, markdown, plain) => {
    expect(withoutMarkdown(markdown, (address) => address.replace(/^\/v1\/resources\/(\w+)$/, "/images/$1.png"))).toBe(
      plain.replace("(https://a.example/b)", "(https://a.example/b)"),
    );
  });

  it("keeps the blanks of a lone one", () => {
    expect(withoutMarkdown(" ")).toBe(" ");
  });

  it("says what was escaped, whatever that is", () => {
    const line = fc.string({ unit: "grapheme" }).filter((text) => !/[\r\n\u2028\u2029]/.test(text));
    fc.assert(
      fc.property(line, (text) => {
        expect(withoutMarkdown(escapeMarkdown(text))).toBe(text);
      }),
    );
  });

  it("says what stood in a block, whatever that is", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(withoutMarkdown(codeBlock(text))).toBe(text);
      }),
    );
  });

  it.each(["[", "`", "```\n", "**", "\\", "[a](", "["])("is read in good time though it is full of %j", (part) => {
    expect(withoutMarkdown(part.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
  });
});

describe("an answer for a page that puts it in as HTML", () => {
  it("holds no tag", () => {
    const escaped = "&lt;img src=x onerror=&quot;steal()&quot;&gt; &amp; more";
    expect(escapeHtml('<img src=x onerror="steal()"> & more')).toBe(escaped);
  });

  it.each(['/a"onerror=steal()//.png', "http://a.example/'onmouseover=steal()//.png"])(
    "ends no attribute that the page puts an address into: %s",
    (address) => expect(escapeHtml(address)).not.toMatch(/["']/),
  );

  it("is what it was when it comes back", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(unescapeHtml(escapeHtml(text))).toBe(text);
      }),
    );
  });
});
