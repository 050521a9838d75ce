import fc from "fast-check";

/** Text that wants to do more than be read: escape sequences, controls, bidi, wide and joined characters. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 12 }),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom(
        "\u001b[2J\u001b[H",
        "\u001b]0;owned\u0007",
        "\u001b]8;;https://evil.test\u001b\\click\u001b]8;;\u001b\\",
        "\u009b31m",
        "\u202egnp.exe",
        "\r\n",
        "\b\b\b",
        "\u0000",
        "\ud800",
        "日本語の長い文",
        "👩‍👩‍👧‍👦",
        "e\u0301\u0302\u0303",
        "\t",
        " a b ",
      ),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(""));

/** What no line may hold that was painted without colour. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
export const CONTROL = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u;
