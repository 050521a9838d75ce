import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../src/client/command-line/markdown.ts";
import { paint, widthOf } from "../../../src/client/command-line/terminal.ts";
import { CONTROL, hostileText } from "./hostile.ts";

const render = (markdown: string, width = 40): readonly string[] =>
  renderMarkdown(markdown, { width, link: (href) => (href.startsWith("/") ? null : href) }).map((line) =>
    paint(line, width, false),
  );

describe("Markdown in a terminal", () => {
  it.each([
    ["# Title #", ["Title"]],
    ["**Acme** owes `120 €` — *soon*", ["Acme owes 120 € — soon"]],
    ["- one\n  - two\n3. three", ["• one", "  • two", "3. three"]],
    ["> said", ["│ said"]],
    ["[file](/v1/resources/res_1) and [site](https://a.test/(x))", ["file and site (https://a.test/(x))"]],
    ["![alt](/v1/resources/res_1)", ["alt"]],
    ["<https://a.test> [https://a.test](https://a.test)", ["<https://a.test> https://a.test"]],
    ["```\n**not bold**\n```", ["    **not bold**"]],
    ["2 * 3 * 4 and snake_case_name and \\*star\\*", ["2 * 3 * 4 and snake_case_name and *star*"]],
    ["---", ["─".repeat(40)]],
    ["| a | b |\n|---|---|", ["| a | b |", "|---|---|"]],
    ["", [""]],
  ])("%j", (markdown, lines) => {
    expect(render(markdown)).toEqual(lines);
  });

  it("wraps a list item under its words", () => {
    expect(render("- the quick brown fox", 12)).toEqual(["• the quick", "  brown fox"]);
  });

  it("is harmless and in bounds, whatever a model writes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(hostileText, fc.constantFrom("[", "](", ")", "**", "`", "> ", "- ", "\n", "# ", "|", "\\"))),
        (parts) => {
          for (const line of render(parts.join(""), 30)) {
            expect(line).not.toMatch(CONTROL);
            expect(widthOf(line)).toBeLessThanOrEqual(30);
          }
        },
      ),
    );
  });

  it.each(["[", "[a](", "**a", "`", "\\", "![", "[a](b(", "__a", "*a"])(
    "takes no longer for 50,000 times %j than for a page",
    (piece) => {
      const lines = render(`so ${piece.repeat(50_000)}`, 4_000);
      expect(lines.length).toBeGreaterThan(0);
    },
    5_000,
  );
});
