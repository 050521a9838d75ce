import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeBlock, escapeMarkdown } from "../../src/domain/markdown.ts";
import { cut } from "../../src/response/markdown.ts";

describe("text of users and models in our Markdown", () => {
  it.each([
    ["<script>alert(1)</script>", "\\<script>alert(1)\\</script>"],
    ["> quoted", "\\> quoted"],
    ["[x]: http://evil", "\\[x\\]: http://evil"],
    ["[a][b] c", "\\[a\\][b] c"],
    ["[a [b](http://evil)", "\\[a \\[b\\](http://evil)"],
    ["[^1] and [ ] and [x] done", "\\[^1\\] and \\[ \\] and \\[x\\] done"],
    ["[*a*] b", "[\\*a\\*] b"],
    ["[last]", "\\[last\\]"],
    ["[click](javascript:alert(1))", "\\[click\\](javascript:alert(1))"],
    ["![x](http://evil)", "!\\[x\\](http://evil)"],
    ["**bold** `code`", "\\*\\*bold\\*\\* \\`code\\`"],
    ["two\n# lines", "two / \\# lines"],
  ])("makes %j harmless", (text, escaped) => {
    expect(escapeMarkdown(text)).toBe(escaped);
  });

  it.each(["[17:31] I'll bring plates", "Price is > 20 and < 30", "Benvenuti! Wi-Fi", "HF_TOKEN", "a -> b"])(
    "stays as it is where nothing in it acts: %s",
    (text) => {
      expect(escapeMarkdown(text)).toBe(text);
    },
  );

  it("cannot break out of a code block", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("`", "a", "\n", "~") }), (text) => {
        const lines = codeBlock(text).split("\n");
        const fence = lines.at(-1) ?? "";
        expect(lines[0]).toBe(`${fence}text`);
        expect(lines.slice(1, -1).some((line) => line.includes(fence))).toBe(false);
      }),
    );
  });

  it("is cut at a word, to no more than was asked for", () => {
    expect(cut("one two three", 9)).toBe("one two…");
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 50 }), (text, max) => cut(text, max).length <= max + 1),
    );
  });
});
