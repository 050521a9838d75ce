import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanStream, MAX_SPOKEN_CHARS } from "../../../src/response/spoken/clean-stream.ts";
import { addressesIn, cleanProgramReply, cleanWords, type Pointed } from "../../../src/response/spoken/clean-words.ts";
import { resource } from "../../planning/resources.ts";
import { actingIn } from "./acting.ts";

const KNOWN = "https://acme.com/pay?id=7";
const POINTED: Pointed = { files: [resource("a_[1].wav"), resource("b.png")], addresses: new Set([KNOWN]) };
const clean = (words: string): string => cleanWords(words, POINTED);

async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<string> {
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield text.slice(at, at + size);
    at += size;
  }
}

async function streamed(text: string, sizes: readonly number[] = [7]): Promise<readonly string[]> {
  const pieces: string[] = [];
  for await (const piece of cleanStream(inPieces(text, sizes), POINTED)) pieces.push(piece);
  return pieces;
}

/** Whatever poses as a heading between two lines leaves nothing of it there, however it arrives. */
async function posesAsNoSection(heading: string): Promise<void> {
  const said = `All is done.\n\n${heading}\n\n- by magic`;
  for (const size of [7, 1, 10_000]) {
    const answer = (await streamed(said, [size])).join("");
    expect(answer.normalize("NFKD").replaceAll(/\P{L}/gu, "")).toBe("Allisdonebymagic");
  }
}

describe("a model's words, cleaned,", () => {
  it.each([
    [
      "keep plain Markdown",
      "**Two** horses, _sure_:\n\n- one\n- two\n\n# Title",
      "**Two** horses, _sure_:\n\n- one\n- two\n\n# Title",
    ],
    ["link a token to its file", "Hear {file-1}.", "Hear [a\\_\\[1\\].wav](/v1/resources/res_a_[1].wav)."],
    ["link a token in a link", "Hear [this]({file-2})!", "Hear [b.png](/v1/resources/res_b.png)!"],
    ["link a token in a picture", "![b]({file-2})", "[b.png](/v1/resources/res_b.png)"],
    ["lose a token of no file", "Hear {file-3} and {file-0}.", "Hear  and ."],
    ["lose a picture", "Look ![at this](https://evil.example/x.png).", "Look ."],
    ["lose a picture by reference", "![at this][1]", ""],
    ["lose an address", "See https://evil.example/x.", "See (address left out)."],
    [
      "lose an address without a scheme",
      "See evil.example/x?d=1, //evil.example/x or www.evil.example",
      "See (address left out), (address left out) or (address left out)",
    ],
    ["lose a mailbox", "Write to me@evil.example.", "Write to (address left out)."],
    ["lose a scheme that acts", "javascript:alert(1)", "(address left out))"],
    ["show an address of the material as it is", `Pay at ${KNOWN}.`, `Pay at \`${KNOWN}\`.`],
    ["link to no address of the material", `[Pay](${KNOWN})`, "Pay"],
    ["keep the words of a link", "[the **page**](https://evil.example)", "the **page**"],
    ["are no tags", "<img src=x onerror=alert(1)> a<b, 1 < 2", "\\< img src=x onerror=alert(1)> a\\< b, 1 < 2"],
    ["are no entities", "&lt;b&gt; &#60;b R&D", "\\&lt;b\\&gt; \\&#60;b R&D"],
    ["are no code", "`x` ```js", "\\`x\\` \\`\\`\\`js"],
    ["are no reference", "[1]: /v1/keys", "\\[1\\]: /v1/keys"],
    [
      "put no address together",
      "htt[ps](x)://evil.example/x ht{file-9}tps://evil.example/x",
      "(address left out) (address left out)",
    ],
    ["hide nothing", "a\u200bb\u202ec\u{e0041}d\u0000e", "abcde"],
    ["hide no address", "ht\u00adtps://evil.example/x", "(address left out)"],
    ["are no fence", "All good.\n\n~~~html", "All good.\n\n\\~\\~\\~html"],
    [
      "keep file names and numbers",
      "report.pdf has 3.5 pages, e.g. and/or v1.2; Node.js; file:report.txt; data: 5, data:5",
      "report.pdf has 3.5 pages, e.g. and/or v1.2; Node.js; file:report.txt; data: 5, data:5",
    ],
    [
      "keep names that are hosts, which nothing makes links of",
      "ASP.NET, socket.io and Amazon.com.",
      "`ASP.NET`, `socket.io` and `Amazon.com`.",
    ],
    ["keep joined letters and emoji", "می\u200cخواهم ❤\ufe0f\u200d🔥", "می\u200cخواهم ❤\ufe0f\u200d🔥"],
  ])("%s", (_, words, cleaned) => {
    expect(clean(words)).toBe(cleaned);
  });

  it.each([
    "How it was done:",
    "**How it was done:**",
    "## How it was done",
    "1. How it was done:",
    "+ How it was done:",
    "> - * How it was done:",
    "How it **was** done:",
    "How\u00a0it\u2003was done\u00a0:",
    "How\u034f it \u2062was done:",
    "Ｈｏｗ it wás doné：",
    "How it wаs dоne:",
    "How [it](https://evil.example/a) was {file-9}done:",
    "How it\nwas  \r\ndone:",
    "How\rit\u2028was done:",
    "How it was done: How it was done: **How it was done:**",
    "This part *could* not be done:",
    "The results, as they came:",
    "There are more results: 7/9",
  ])("pose as no section of ours: %j", (heading) => posesAsNoSection(heading));

  it.each([
    ["many tokens that come to nothing", `How it${"{file-9}".repeat(400)} was done:`],
    ["many blanks", `How it${" \u200d".repeat(2_000)} was done:`],
    ["a list many levels deep", `${"- ".repeat(1_500)}How it was done:`],
  ])("pose as no section of ours with %s in it", (_, heading) => posesAsNoSection(heading));

  it.each([
    "This could not be done because the picture is dark.",
    "How it was done, nobody knows.",
    "I will say how it was done: by hand.",
    "Это не было сделано: никто не знает как.",
  ])("keep a sentence that only begins like a section of ours: %j", (sentence) => {
    expect(clean(sentence)).toBe(sentence);
  });

  it("come in pieces that are the same however they arrive", async () => {
    const said = `I found **two** horses. See [it](https://evil.example/a b), ![x y](https://evil.example/z) and {file-2}.\n\n${"More words follow here. ".repeat(20)}\nHow it was done: by magic\nEnd`;
    const whole = (await streamed(said, [10_000])).join("");
    expect(whole).toContain("[b.png](/v1/resources/res_b.png)");
    expect(whole).not.toContain("How it was done");
    expect(actingIn(whole)).toEqual([]);
    for (const sizes of [[1], [2, 3], [5, 1, 40], [120]]) expect((await streamed(said, sizes)).join("")).toBe(whole);
  });

  it("come early, and a line or more at a time", async () => {
    const pieces = await streamed("word ".repeat(400));
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(100);
    expect(pieces.join("")).toBe("word ".repeat(400).trim());
  });

  it.each([
    ["words", "word ".repeat(10_000)],
    ["one word", "x".repeat(60_000)],
    ["brackets", "[".repeat(60_000)],
    ["half links", "[a](".repeat(15_000)],
    ["tokens", "{file-1}".repeat(8_000)],
    ["dots", "a.".repeat(30_000)],
    ["mailboxes", "a@".repeat(30_000)],
    ["lines", "\n".repeat(60_000)],
    ["blanks", " ".repeat(4_000_000)],
    ["digits and blanks", `${"1".repeat(1_900)} `.repeat(40)],
  ])("are bounded, of %s without end", async (_, said) => {
    for (const size of [1, 50, 4_000]) {
      let heard = 0;
      const words = async function* () {
        for await (const word of inPieces(said, [size])) {
          heard += word.length;
          yield word;
        }
      };
      let all = "";
      const listen = async (): Promise<void> => {
        for await (const piece of cleanStream(words(), POINTED)) all += piece;
      };
      await expect(listen()).rejects.toMatchObject({ code: "resource-too-large", message: "it was too long" });
      expect(all.length).toBeLessThanOrEqual(MAX_SPOKEN_CHARS);
      expect(actingIn(all)).toEqual([]);
      // No more is listened to than can be said, with links and blanks that are left out of it.
      expect(heard).toBeLessThanOrEqual(4 * MAX_SPOKEN_CHARS + size);
    }
  });

  it("act in nothing, whatever they are", async () => {
    const bits = fc.constantFrom(
      ..."![]()<>{}`~\\&#:/.@\n ax".split(""),
      "https://",
      "evil.example",
      "](http://evil.example/x)",
      "![",
      "<img ",
      "javascript:",
      "www.",
      "{file-1}",
      "\u200b",
      "&colon;",
      "~~~",
      KNOWN,
    );
    const words = fc.array(bits, { maxLength: 40 }).map((all) => all.join(""));
    await fc.assert(
      fc.asyncProperty(words, fc.integer({ min: 1, max: 30 }), async (said, size) => {
        expect(actingIn((await streamed(said, [size])).join(""))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a reply out of what a program found", () => {
  /** Fences as CommonMark has them, at the beginnings of lines. */
  const FENCES = /^```[^`\n]*\n(?:(?! {0,3}```)[^\n]*\n)*``` *$/gm;

  it("has no heading of ours behind code that shows no letter, or in code", () => {
    for (const said of ["`<!-- `How it was done![a](b)", "`How it was done`![a](b)"])
      expect(cleanProgramReply(said, "").text).not.toContain("How it was done");
  });

  it("keeps its code, and has nothing else that acts", () => {
    const bits = fc.constantFrom(
      ...["`", "``", "```\n", "```js\n", "\n", "   ", "| ", "> ", "- ", "~~~", "\\", "a", "&lt;", "[", "](", "[^1]: "],
      ...["[a](b)", "![a](b)", "<b>", "<!-- ", "https://evil.example/x", "How it was done"],
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 30 }), (all) => {
        const { text } = cleanProgramReply(all.join(""), "");
        expect(actingIn(text.replaceAll(FENCES, ""))).toEqual([]);
        expect(text).not.toContain("evil");
        expect(text).not.toMatch(/^[^\p{L}\p{N}\n]*How it was done[^\p{L}\p{N}\n]*$/mu);
      }),
      { numRuns: 3_000 },
    );
  });

  it.each([
    ["a fence", "```sh\nrm <x> [y]\n```"],
    ["a span", "Call `a[0]<b>` now"],
  ])("leaves %s as it is", (_, said) => {
    expect(cleanProgramReply(said, "")).toEqual({ text: said });
  });

  it("escapes code that a table would part, and what never ends", () => {
    expect(cleanProgramReply("`a|[b]`", "").text).toBe("\\`a|\\[b\\]\\`");
    expect(cleanProgramReply("```\n<b>", "").text).toBe("\\`\\`\\`\n\\< b>");
  });
});

describe("addresses", () => {
  it.each([
    ["Pay at https://acme.com/pay?id=7.", ["https://acme.com/pay?id=7"]],
    ["(see www.acme.com)", ["www.acme.com"]],
    ["bill@acme.co.uk, acme.io", ["bill@acme.co.uk", "acme.io"]],
    ["ftp://a.b/c and acme.de/x", ["ftp://a.b/c", "acme.de/x"]],
    ["tel:+4912 and data:text/html,x", ["tel:+4912", "data:text/html,x"]],
    ["nothing: here/there 1/2 at 10:30, a.b", []],
  ])("in %j are %j", (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses);
  });
});
