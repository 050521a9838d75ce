import { describe, expect, it } from "vitest";
import { sentences } from "../../../../src/providers/embedded/text/sentences.ts";
import { summarize } from "../../../../src/providers/embedded/text/summarize.ts";
import { wishedLength } from "../../../../src/words/wished-length.ts";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";
import { callExpert, textOf } from "./calls.ts";

const FACTS = [
  "The harbour of Arlen was built in 1764 and closed after the ferries had moved.",
  "Mayor Falk announced that the old warehouses will become a museum with 240 apartments.",
  "The project costs 86 million euros, of which the state pays a third.",
  "Critics fear that rents in the quarter will be too high for its people.",
];

describe("a summary of a text that repeats itself", () => {
  it("says nothing twice", () => {
    const filler = "The weather in spring is mild and often windy in the whole country.";
    const text = [...FACTS, ...Array.from({ length: 40 }, () => filler)].join(" ");
    const said = sentences(summarize(text)).map((sentence) => sentence.text);
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((sentence) => FACTS.includes(sentence)).length).toBeGreaterThan(0);
  });

  it("says nothing twice in nearly the same words", () => {
    const near = ["mild", "warm", "cool", "fair", "nice"].map(
      (word) => `The weather in spring is ${word} and often windy in the whole country.`,
    );
    const summary = summarize([...near, ...FACTS, ...near].join(" "));
    expect(near.filter((sentence) => summary.includes(sentence)).length).toBeLessThanOrEqual(1);
  });
});

const ENGLISH = `Dear Ms Alvarez,

Thank you for your application for the position of junior data analyst at Brightwater Logistics. We were impressed by your portfolio and would like to invite you to an interview on Thursday, 14 May 2026, at 10:30 a.m. in our office at 8 Canal Street, Bristol.

You will meet Daniel Okafor, head of analytics, and Priya Raman from human resources. The interview will last about ninety minutes. Please bring a photo identification and confirm by 8 May by e-mail to careers@brightwater.example. If you have to travel more than fifty miles, we reimburse up to £60.

With the kindest of regards from all of us,
Sophie Lang
Brightwater Logistics`;

const GERMAN = `Jana Roth
Am Hang 4
04109 Leipzig

Leipzig, am Montag, dem 3. März 2026, früh um acht.

Sehr geehrte Frau Weber,
hiermit kündige ich den Mietvertrag für die Wohnung in der Lindenstraße 12 zum 31. August 2026. Bitte bestätigen Sie mir den Eingang dieser Kündigung bis zum 15. Juni 2026.

Es grüßt Sie ganz herzlich
Jana Roth`;

const ADDRESSED = `Mr Tom Hale
5 Rowan Close
Reading RG4 8TB

12 September 2026

Dear Mr Hale,

The lift in your house will be repaired on Monday and cannot be used for the whole day.

Regards
Ines Moll`;

describe("a summary of a letter", () => {
  it.each([
    ["that begins with its salutation", ENGLISH, /^Letter from Sophie Lang to Ms Alvarez\. /],
    ["in German", GERMAN, /^Letter from Jana Roth to Frau Weber.*\. Hiermit kündige ich/],
    [
      "under the address of whom it is sent to",
      ADDRESSED,
      /^Letter from Ines Moll to Mr Tom Hale, dated 12 September 2026\. /,
    ],
  ])("%s names who wrote it to whom, and quotes what it says", (_, text, beginning) => {
    const summary = summarize(text);
    expect(summary).toMatch(beginning);
    expect(summary).not.toMatch(/kindest|früh um acht|grüßt|Dear|geehrte/);
  });
});

it("a summary of a list leaves out the numbers of its items", () => {
  const items = ["The release moves from 9 March to 16 March.", "The Pro plan will cost more for new customers only."];
  expect(summarize(items.map((item, index) => `${index + 1}. ${item}`).join("\n\n"))).toBe(items[0]);
});

describe("a summary of lines without a sentence", () => {
  const items = "Milk 2 litres,Bread wholegrain,Eggs 12,Butter,Apples 1 kg,Cheese,Rice 500 g".split(",");
  const list = items.join("\n");
  const said = (length: string | null): number =>
    items.filter((item) => summarize(list, length === null ? null : wishedLength(length)).includes(item)).length;

  it("has a few of them", () => {
    expect(said(null)).toBe(5);
  });

  it("has as many as are wished", () => {
    expect(said("shorter")).toBe(3);
    expect(said("two lines")).toBe(2);
    expect(said("7 bullet points")).toBe(7);
    expect(said("50 words")).toBe(7);
  });
});

describe("a summary of a wished length", () => {
  const short = (text: string, length: string): string => summarize(text, wishedLength(length));
  const texts = [DOCUMENTS.eiffelTower, DOCUMENTS.toolInvoice, DOCUMENTS.reminderLetter, ENGLISH, GERMAN, "One word."];

  it.each(texts)("has at most as many sentences, and says something (%#)", (text) => {
    for (const most of [1, 2, 3]) {
      const summary = short(text, `${most} sentences`);
      expect(sentences(summary).length).toBeLessThanOrEqual(most);
      expect(summary).not.toBe("");
    }
  });

  it.each(texts)("has at most as many words (%#)", (text) => {
    for (const most of [5, 20, 50]) expect(short(text, `${most} words`).split(/\s+/).length).toBeLessThanOrEqual(most);
  });

  it("has as many sentences as there is something for", () => {
    expect(sentences(short(DOCUMENTS.eiffelTower, "four sentences"))).toHaveLength(4);
    expect(sentences(short(DOCUMENTS.eiffelTower, "7 sentences"))).toHaveLength(7);
  });

  it("has no more than a hundred sentences, or a thousand words, however many are wished", () => {
    const varied = Array.from({ length: 400 }, (_, at) => `A${at} b${at} c${at} d${at} e${at}.`).join("\n\n");
    expect(short(varied, "9999 points").split("\n")).toHaveLength(100);
    expect(short(varied, "9999 words").split(/\s+/)).toHaveLength(1_000);
  });

  it("has its points on lines of their own", () => {
    expect(short(DOCUMENTS.eiffelTower, "3 bullet points")).toMatch(/^(?:- [^\n]+(?:\n|$)){3}$/);
  });

  it("is shorter than it would be otherwise", () => {
    const usual = summarize(DOCUMENTS.eiffelTower);
    expect(short(DOCUMENTS.eiffelTower, "shorter").length).toBeLessThan(usual.length);
  });

  it("of a letter says in one sentence who writes what", () => {
    expect(short(ENGLISH, "one sentence")).toMatch(/^Letter from Sophie Lang to Ms Alvarez: .*interview/);
  });

  it("is taken from the task's input, and left to the expert where that says none", async () => {
    const said = async (length: string): Promise<string> => {
      const { outputs } = await callExpert("summarization", { text: DOCUMENTS.eiffelTower, length });
      return textOf(outputs.text);
    };
    expect(sentences(await said("in one sentence"))).toHaveLength(1);
    expect(await said("medium")).toBe(summarize(DOCUMENTS.eiffelTower));
  });
});
