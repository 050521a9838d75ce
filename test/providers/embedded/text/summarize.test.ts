import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { remembering } from "../../../../evaluation/suites/answers/score.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import { sentences } from "../../../../src/providers/embedded/text/sentences.ts";
import { summarize } from "../../../../src/providers/embedded/text/summarize.ts";
import type { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import { loadWordVectors } from "../../../../src/words/stored.ts";
import { wishedLength } from "../../../../src/words/wished-length.ts";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";
import { callExpert, textOf } from "./calls.ts";

const remembered = remembering(await loadReader());
const unbounded = {
  sentences: loadSentenceEncoder,
  reader: async () => remembered,
  vectors: loadWordVectors,
  work: { admit: () => undefined, spend: async () => undefined } as unknown as WorkBudget,
};
const summary = (text: string, length: string | null = null): Promise<string> =>
  summarize(text, length === null ? null : wishedLength(length), unbounded);

const FACTS = [
  "The harbour of Arlen was built in 1764 and closed after the ferries had moved.",
  "Mayor Falk announced that the old warehouses will become a museum with 240 apartments.",
  "The project costs 86 million euros, of which the state pays a third.",
  "Critics fear that rents in the quarter will be too high for its people.",
];

describe("a summary of a text that repeats itself", () => {
  it("says nothing twice", async () => {
    const filler = "The weather in spring is mild and often windy in the whole country.";
    const text = [...FACTS, ...Array.from({ length: 40 }, () => filler)].join(" ");
    const said = sentences(await summary(text)).map((sentence) => sentence.text);
    expect(new Set(said).size).toBe(said.length);
    expect(said.filter((sentence) => FACTS.includes(sentence)).length).toBeGreaterThan(0);
  });

  it("says nothing twice in nearly the same words", async () => {
    const near = ["mild", "warm", "cool", "fair", "nice"].map(
      (word) => `The weather in spring is ${word} and often windy in the whole country.`,
    );
    const said = await summary([...near, ...FACTS, ...near].join(" "));
    expect(near.filter((sentence) => said.includes(sentence)).length).toBeLessThanOrEqual(1);
  });
});

const AGREEMENT = `SERVICE AGREEMENT
between Halden Software Ltd ("Provider")
and Meridian Foods Inc. ("Client")
1. Term. The agreement begins on 1 March 2026 and runs for 24 months.
2. Fees. The Client pays 3,400 EUR a month, within 14 days of the invoice.
3. Termination. Either party may terminate with 90 days' written notice.
4. Liability. The liability of the Provider is limited to 50,000 EUR a year.
Signed: Eoin Gallagher
Signed: Laura Chen`;

describe("a summary of a paper that is no bill", () => {
  it("is made of its sentences, though a sum stands in it", async () => {
    const said = await summary(AGREEMENT, "in three sentences");
    expect(said).not.toContain("The total is");
    expect(said).toContain("3,400 EUR a month");
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
      /^Letter from Ines Moll to Mr Hale, dated 12 September 2026\. /,
    ],
  ])("%s names who wrote it to whom, and quotes what it says", async (_, text, beginning) => {
    const said = await summary(text);
    expect(said).toMatch(beginning);
    expect(said).not.toMatch(/kindest|früh um acht|grüßt|Dear|geehrte/);
  });
});

it("a summary of a list leaves out the numbers of its items", async () => {
  const items = ["The release moves from 9 March to 16 March.", "The Pro plan will cost more for new customers only."];
  const said = await summary(items.map((item, index) => `${index + 1}. ${item}`).join("\n\n"));
  expect(said).not.toMatch(/\d\. /);
  expect(items.some((item) => said.includes(item))).toBe(true);
});

it("a summary of a paper does not call it by what its last lines speak of", async () => {
  const items = Array.from({ length: 12 }, (_, at) => `${at + 1}  Steel bracket, size ${at + 3}  ${at + 5} pieces`);
  const paper = `Kessler Metallbau GmbH
Hafenstraße 12, 28195 Bremen

Lieferschein
Number: LS-20417
Date of issue: 12 March 2026
Total amount: 418.00 EUR
Due date: 26 March 2026

${items.join("\n")}

Rechnung folgt`;
  expect(await summary(paper)).toMatch(/^Document LS-20417/);
});

describe("a summary of lines without a sentence", () => {
  const items = "Milk 2 litres,Bread wholegrain,Eggs 12,Butter,Apples 1 kg,Cheese,Rice 500 g".split(",");
  const list = items.join("\n");
  const said = async (length: string | null): Promise<number> => {
    const told = await summary(list, length);
    return items.filter((item) => told.includes(item)).length;
  };

  it("has a few of them", async () => {
    expect(await said(null)).toBe(5);
  });

  it("has as many as are wished", async () => {
    expect(await said("shorter")).toBe(3);
    expect(await said("two lines")).toBe(2);
    expect(await said("7 bullet points")).toBe(7);
    expect(await said("50 words")).toBe(7);
  });
});

describe("a summary of a wished length", () => {
  const texts = [DOCUMENTS.eiffelTower, DOCUMENTS.toolInvoice, DOCUMENTS.reminderLetter, ENGLISH, GERMAN, "One word."];

  it.each(texts)("has at most as many sentences, and says something (%#)", async (text) => {
    for (const most of [1, 2, 3]) {
      const said = await summary(text, `${most} sentences`);
      expect(sentences(said).length).toBeLessThanOrEqual(most);
      expect(said).not.toBe("");
    }
  });

  it.each(texts)("has at most as many words (%#)", async (text) => {
    for (const most of [5, 20, 50])
      expect((await summary(text, `${most} words`)).split(/\s+/).length).toBeLessThanOrEqual(most);
  });

  it("has as many sentences as there is something for", async () => {
    expect(sentences(await summary(DOCUMENTS.eiffelTower, "four sentences"))).toHaveLength(4);
    expect(sentences(await summary(DOCUMENTS.eiffelTower, "7 sentences"))).toHaveLength(7);
  });

  it("has no more than a hundred sentences, or a thousand words, however many are wished", async () => {
    const varied = Array.from(
      { length: 105 },
      (_, at) =>
        `${"abcdefghijkl"
          .split("")
          .map((letter) => letter + at)
          .join(" ")}.`,
    ).join("\n\n");
    expect((await summary(varied, "9999 points")).split("\n")).toHaveLength(100);
    const words = (await summary(varied, "9999 words")).split(/\s+/).length;
    expect(words).toBeGreaterThan(980);
    expect(words).toBeLessThanOrEqual(1_000);
  });

  it("has its points on lines of their own", async () => {
    expect(await summary(DOCUMENTS.eiffelTower, "3 bullet points")).toMatch(/^(?:- [^\n]+(?:\n|$)){3}$/);
  });

  it("is shorter than it would be otherwise", async () => {
    const usual = await summary(DOCUMENTS.eiffelTower);
    expect((await summary(DOCUMENTS.eiffelTower, "shorter")).length).toBeLessThan(usual.length);
  });

  it("of a letter says in one sentence who writes what", async () => {
    expect(await summary(ENGLISH, "one sentence")).toMatch(/^Letter from Sophie Lang to Ms Alvarez: \p{Lu}.+\.$/u);
  });

  it("is taken from the task's input, and left to the expert where that says none", async () => {
    const said = async (length: string): Promise<string> => {
      const { outputs } = await callExpert("summarization", { text: DOCUMENTS.eiffelTower, length });
      return textOf(outputs.text);
    };
    expect(sentences(await said("in one sentence"))).toHaveLength(1);
    expect(await said("medium")).toBe(await summary(DOCUMENTS.eiffelTower));
  });
});
