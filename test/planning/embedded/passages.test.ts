import { describe, expect, it } from "vitest";
import { findPassages } from "../../../src/planning/embedded/read/passages.ts";
import { parseWishes } from "../../../training/marked-wishes.ts";

/** The passages of a request whose wishes are marked. */
function passagesOf(marked: string, isAlone = false): readonly string[] {
  const { request, wishes } = parseWishes(marked);
  const tell = (part: string) => {
    const offset = request.indexOf(part);
    const inside = wishes.filter(({ start, end }) => start >= offset && end <= offset + part.length);
    return inside.map(({ start, end }) => ({ from: start - offset, to: end - offset }));
  };
  return findPassages(request, tell, isAlone).map(({ start, end }) => request.slice(start, end));
}

const LONG = "The river rose in the night and nobody slept. ".repeat(200).trim();

const TABLE: readonly (readonly [marked: string, ...passages: readonly string[]])[] = [
  ["{Rephrase in the third person}: I was born in Ghent", "I was born in Ghent"],
  ["{Answer from lecture.wav}: [in what year was it opened]?"],
  ["My daughter asks, and I can't say: [may she bring her snorkel]?"],
  ["The minutes of the text: Carried by 7 to 2.\n[How many were against]?", "Carried by 7 to 2."],
  ["{Summarize this}: It rained. We stayed. {Please translate it}. {Then read it aloud}.", "It rained. We stayed."],
  [
    "{Read aloud}: Tea is at four. {Please bring cups}. Then we eat.",
    "Tea is at four. Please bring cups. Then we eat.",
  ],
  ["{short video: an astronaut waters a plant}", "an astronaut waters a plant"],
  ["{Blur: the faces and the plates}"],
  [
    "Meeting moved to three. The drawings are late and Joe is ill.\n\n{make that sound professional}",
    "Meeting moved to three. The drawings are late and Joe is ill.",
  ],
  ["[what is the total]\nwith VAT"],
  ["Context: Bob won. Question: [Who won?] {Say it in Greek}.", "Bob won.", "Who won?"],
  [`{Shorten this text}\n${LONG}\n{and read it aloud}`, LONG],
  ["{1. summarise this}\n{2. translate it}"],
  ["{do these}:\n1. {summarise it}\n2. {translate it}"],
  [
    "{sort these into urgent and not}\n1. the pipe burst\n2. [how much is a new bath]",
    "1. the pipe burst\n2. how much is a new bath",
  ],
];

describe("what is material in a request", () => {
  it.each(TABLE)("%s", (marked, ...passages) => {
    expect(passagesOf(marked)).toEqual(passages);
  });

  it("is what follows a verb that takes a text, where nothing else is at hand, whatever it wishes", () => {
    expect(passagesOf("{Translate}: {read the book}", true)).toEqual(["read the book"]);
    expect(passagesOf("{Translate}: {read the book}. {Then read it aloud}", true)).toEqual(["read the book."]);
    expect(passagesOf("{Translate}: {read the book}")).toEqual([]);
    expect(passagesOf("{Summarize this text}\n{Please draw a map}. {Then send it off}.", true)).toEqual([
      "Please draw a map. Then send it off.",
    ]);
  });

  it("is told by the form of sentences where nobody can tell what is wished", () => {
    const passages = findPassages("Translate to French: Good morning.");
    expect(passages).toMatchObject([{ start: 21, end: 34 }]);
    expect(findPassages("Then: which language is it?")).toEqual([]);
  });
});
