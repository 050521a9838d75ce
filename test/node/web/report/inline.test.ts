import { describe, expect, it } from "vitest";
import { type Piece, readInline } from "../../../../web/report/inline-text.tsx";

describe("a line of the report", () => {
  it.each<[string, string, readonly Piece[]]>([
    ["words alone", "The total is 12.", [{ words: "The total is 12." }]],
    ["nothing", "", []],
    ["words that were escaped", "a \\*b\\* \\<c\\> \\\\ d", [{ words: "a *b* <c> \\ d" }]],
    ["a link alone", "[a.png](/v1/resources/res_1)", [{ words: "a.png", href: "/v1/resources/res_1" }]],
    [
      "links among words",
      "see [a.png](/v1/resources/res_1) “x” [b](/v1/resources/res_2)!",
      [
        { words: "see " },
        { words: "a.png", href: "/v1/resources/res_1" },
        { words: " “x” " },
        { words: "b", href: "/v1/resources/res_2" },
        { words: "!" },
      ],
    ],
    ["a link with an escaped name", "[a \\[1\\].png](/p)", [{ words: "a [1].png", href: "/p" }]],
    ["a link of a text, which was escaped", "\\[a\\](https://evil.example)", [{ words: "[a](https://evil.example)" }]],
    ["a backslash before a link", "\\\\[a](/p)", [{ words: "\\" }, { words: "a", href: "/p" }]],
    ["HTML", "<img src=x onerror=alert(1)>", [{ words: "<img src=x onerror=alert(1)>" }]],
    ["a link that has a space in it", "[a](/p q)", [{ words: "[a](/p q)" }]],
    ["a link that does not end", "[a](/p", [{ words: "[a](/p" }]],
  ])("with %s", (_, markdown, pieces) => {
    expect(readInline(markdown)).toEqual(pieces);
  });

  it.each<[string, string]>([
    ["opening brackets", "[".repeat(50_000)],
    ["backslashes", "\\".repeat(50_000)],
    ["beginnings of links", "[a](".repeat(20_000)],
  ])("with nothing but %s is read through", (_, markdown) => {
    const words = readInline(markdown).map((piece) => piece.words);
    expect(words.join("").length).toBeGreaterThan(0);
  });
});
