import { describe, expect, it } from "vitest";
import { loadReader } from "../../../../evaluation/stored-reader.ts";
import { type AskedText, askedText, remembering, scoreAnswers } from "../../../../evaluation/suites/answers/score.ts";
import { loadSentenceEncoder } from "../../../../src/planning/embedded/rank/stored-sentences.ts";
import { findEntities } from "../../../../src/providers/embedded/text/entities/find-entities.ts";
import { namesByMeaning } from "../../../../src/providers/embedded/text/entities/name-types.ts";
import { entriesOf } from "../../../../src/providers/embedded/text/entries-of.ts";
import { vectorsOf } from "../../../../src/providers/embedded/text/meaning.ts";
import { judge } from "../../../../src/providers/embedded/text/sentiment.ts";
import { likeness } from "../../../../src/providers/embedded/text/similarity.ts";
import { summarize } from "../../../../src/providers/embedded/text/summarize.ts";
import { answerInAnyForm } from "../../../../src/providers/embedded/text/tables/answer-in-any-form.ts";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { WORTH_SAYING } from "../../../../src/providers/embedded/text/worth-saying.ts";
import { classify } from "../../../../src/providers/embedded/text/zero-shot.ts";
import { WorkBudget } from "../../../../src/providers/embedded/work.ts";
import { identifyLanguage } from "../../../../src/words/identify-language.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";
import { similarity } from "../../../../src/words/vectors.ts";
import everyday from "../../../fixtures/text/asked/everyday.jsonl?raw";
import last from "../../../fixtures/text/asked/last.jsonl?raw";
import unseen from "../../../fixtures/text/asked/unseen.jsonl?raw";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";
import * as entities from "../../../fixtures/text/entities.ts";
import { DEV_ENTRY_TEXTS, type EntryText, TEST_ENTRY_TEXTS } from "../../../fixtures/text/entry-texts.ts";
import labelledTexts from "../../../fixtures/text/labels.jsonl?raw";
import * as languages from "../../../fixtures/text/languages.ts";
import { NAMED } from "../../../fixtures/text/named.ts";
import papers from "../../../fixtures/text/papers/test.jsonl?raw";
import * as questions from "../../../fixtures/text/questions.ts";
import { DEV_PAIRS, type GradedPair, TEST_PAIRS } from "../../../fixtures/text/sentence-pairs.ts";
import { TEST_SENTENCES } from "../../../fixtures/text/sentiments.ts";
import type { ShortenedText } from "../../../fixtures/text/shortened.ts";
import * as shortened from "../../../fixtures/text/shortened.ts";
import * as summaries from "../../../fixtures/text/summaries.ts";
import { TABLE_SETS } from "../../../fixtures/text/table-sets.ts";
import { type Verdict, verdictOn } from "../../../fixtures/text/table-verdict.ts";
import { DEV_TEXTS, type LabelledTexts, TEST_TEXTS } from "../../../fixtures/text/zero-shot.ts";

/** Prints what docs/experts/text.md quotes, and holds each figure to a floor a little below it. */
function report(what: string, right: number, all: number): number {
  console.log(`${what.padEnd(44)} ${right} of ${all} (${Math.round((100 * right) / all)} %)`);
  return right / all;
}

const [vectors, senses] = await Promise.all([loadWordVectors(), loadWordSenses()]);

const FLOOR_SEEN = 0.6;
const FLOOR_UNSEEN = 0.6;
const FLOOR_EVERYDAY = 0.5;
const FLOOR_SILENT = 0.6;

/** Encodes as much as is asked for. */
const unbounded = {
  sentences: loadSentenceEncoder,
  reader: loadReader,
  vectors: loadWordVectors,
  work: new WorkBudget(
    { pieces: { most: 1e6, perTurn: 1e6 }, characters: { most: 1e9, perTurn: 1e9 } },
    new AbortController().signal,
  ),
};

/** Those of one text that the method was written with. */
const fromDocuments = (items: readonly questions.QuestionItem[]): AskedText[] =>
  items.map(({ document, ...asked }) => ({ text: DOCUMENTS[document], questions: [asked] }));

const fromLines = (lines: string): AskedText[] =>
  lines
    .trim()
    .split("\n")
    .map((line) => askedText.parse(JSON.parse(line)));

/** `npm run evaluate -- answers` prints more of the sets in files. */
describe("question answering", () => {
  it.each([
    ["held-out set", fromDocuments(questions.HELD_OUT), FLOOR_SEEN],
    ["third unseen set", fromDocuments(questions.LAST), FLOOR_SEEN],
    ["as people put them, unseen set", fromLines(unseen), FLOOR_SEEN],
    ["as people put them, last unseen set", fromLines(last), FLOOR_SEEN],
    // All of them take a minute.
    ["papers, every third of the test", fromLines(papers).filter((_, at) => at % 3 === 0), FLOOR_UNSEEN],
    ["everyday papers, held back", fromLines(everyday), FLOOR_EVERYDAY],
  ])("%s", async (name, texts, floor) => {
    const by = { reader: remembering(await loadReader()), work: unbounded.work };
    const score = await scoreAnswers(texts, by, WORTH_SAYING);
    expect(report(`question answering, ${name}`, score.right, score.answerable)).toBeGreaterThanOrEqual(floor);
    report("  wrong", score.wrong, score.answerable);
    expect(
      report("  silent where the text does not say", score.silentRightly, score.unanswerable),
    ).toBeGreaterThanOrEqual(FLOOR_SILENT);
  });
});

describe("named entities", () => {
  it.each([
    ["development set", entities.DEVELOPMENT, 0.96],
    ["held-out set", entities.HELD_OUT, 0.92],
    ["unseen set", entities.UNSEEN, 0.9],
    ["set that no list was written for", NAMED, 0.7],
  ] as const)("%s", async (name, items, floor) => {
    let right = 0;
    let found = 0;
    let wanted = 0;
    for (const item of items) {
      const known = findEntities(item.text);
      const others = await namesByMeaning(item.text, known, { ...unbounded, vectors: async () => vectors });
      const got = [...known, ...others].map((entity) => `${entity.type}:${entity.text}`);
      const left = item.entities.map(([type, text]) => `${type}:${text}`);
      found += got.length;
      wanted += left.length;
      for (const entity of got) {
        const at = left.indexOf(entity);
        if (at !== -1) right += left.splice(at, 1).length;
      }
    }
    report(`named entities, ${name}, precision`, right, found);
    report(`named entities, ${name}, recall`, right, wanted);
    expect((2 * right) / (found + wanted)).toBeGreaterThanOrEqual(floor);
  });
});

describe("sentiment", () => {
  it("of 60 sentences held back", async () => {
    let right = 0;
    for (const [text, label] of TEST_SENTENCES) {
      const [judged] = await judge([text], unbounded);
      if (judged && judged.shares[label] === Math.max(...Object.values(judged.shares))) right++;
    }
    expect(report("sentiment, held back", right, TEST_SENTENCES.length)).toBeGreaterThanOrEqual(0.8);
  });
});

describe("language", () => {
  it.each([
    ["development set", languages.DEVELOPMENT],
    ["held-out set", languages.HELD_OUT],
  ] as const)("%s", (name, items) => {
    const right = items.filter(([text, language]) => (identifyLanguage(text)[0]?.label ?? "und") === language).length;
    expect(report(`language, ${name}`, right, items.length)).toBeGreaterThanOrEqual(0.96);
  });
});

describe("entries of a text", () => {
  const isRight = ({ text, entries }: EntryText): boolean => {
    const found = entriesOf(text);
    if (entries === null || found === null) return entries === found;
    return found.length === entries.length && found.every((one, at) => one.text.startsWith(entries[at] ?? "?"));
  };

  it.each([
    ["16 texts to look at", DEV_ENTRY_TEXTS, 0.95],
    ["16 texts held back", TEST_ENTRY_TEXTS, 0.9],
  ] as const)("%s", (name, items, floor) => {
    const takenApart = items.filter(({ text, entries }) => entries === null && entriesOf(text) !== null).length;
    console.log(`entries, ${name}: ${takenApart} single texts taken apart`);
    expect(report(`entries, ${name}`, items.filter(isRight).length, items.length)).toBeGreaterThanOrEqual(floor);
  });

  it("letters, papers, minutes and stories are one text each", () => {
    expect(Object.values(DOCUMENTS).filter((text) => entriesOf(text) !== null)).toEqual([]);
  });
});

describe("table questions", () => {
  /** Shares of right answers, and of wrong ones, which are worse than none. */
  const BOUNDS: Readonly<Record<string, readonly [right: number, wrong: number]>> = {
    sentences: [0.94, 0.01],
    plain: [0.92, 0.01],
    later: [0.88, 0.01],
    trades: [0.86, 0.02],
    shaped: [0.85, 0.02],
    // Of one only the first half is answered.
    everyday: [0.7, 0.05],
    reckoned: [0.94, 0.01],
    counted: [0.87, 0.03],
    limited: [0.95, 0.02],
    "held back": [0.85, 0.02],
    "everyday, held back": [0.7, 0.05],
    "counted, held back": [0.65, 0.05],
    "limited, held back": [0.9, 0.03],
  };
  it.each(TABLE_SETS)("$name", ({ name, tables, items }) => {
    const verdicts = items.map((item) => {
      const { answer: found } = answerInAnyForm(
        { ...readTable(tables[item.table] ?? ""), name: `${item.table}.csv` },
        item.question,
        vectors,
        senses,
      );
      return verdictOn(found?.isSure ? found.result.answer : null, item);
    });
    const count = (kind: Verdict): number => verdicts.filter((verdict) => verdict === kind).length;
    const [right = 1, wrong = 0] = BOUNDS[name] ?? [];
    expect(report(`table questions, ${name}, wrong`, count("wrong"), items.length)).toBeLessThanOrEqual(wrong);
    expect(report(`table questions, ${name}`, count("right"), items.length)).toBeGreaterThanOrEqual(right);
  });
});

describe("similarity", () => {
  /** Pearson's correlation. */
  function correlation(one: readonly number[], other: readonly number[]): number {
    const centred = (values: readonly number[]): readonly number[] => {
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return values.map((value) => value - mean);
    };
    const [a, b] = [centred(one), centred(other)];
    const dot = (x: readonly number[], y: readonly number[]): number =>
      x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
    return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  }

  it.each<[string, readonly GradedPair[], number]>([
    ["60 pairs to fit to", DEV_PAIRS, 0.75],
    ["60 pairs held back", TEST_PAIRS, 0.78],
  ])("agrees with people: %s", async (name, pairs, floor) => {
    const encoded = await vectorsOf(
      pairs.flatMap(([, one, other]) => [one, other]),
      unbounded,
    );
    const scores = pairs.map(([, one, other], at) => {
      const [a = new Float32Array(), b = new Float32Array()] = encoded.slice(2 * at, 2 * at + 2);
      return likeness(one, other, similarity(a, b));
    });
    const grades = pairs.map(([grade]) => grade / 5);
    const error = Math.sqrt(
      scores.reduce((sum, score, at) => sum + (score - (grades[at] ?? 0)) ** 2, 0) / scores.length,
    );
    console.log(
      `similarity, ${name}: correlation ${correlation(scores, grades).toFixed(3)}, off by ${error.toFixed(2)}`,
    );
    expect(correlation(scores, grades)).toBeGreaterThanOrEqual(floor);
  });
});

const LABELLED_TEXTS: readonly LabelledTexts[] = labelledTexts
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as LabelledTexts);

describe("labels of one's own", () => {
  it.each<[string, readonly LabelledTexts[], number]>([
    ["40 texts to fit to", DEV_TEXTS, 0.8],
    ["40 texts held back", TEST_TEXTS, 0.75],
    ["600 texts of another hand", LABELLED_TEXTS, 0.72],
  ])("%s", async (name, sets, floor) => {
    let [right, sure, count] = [0, 0, 0];
    for (const { labels, texts } of sets)
      for (const [wanted, text] of texts) {
        const [scored = []] = await classify([text], labels, unbounded);
        const [best] = scored.toSorted((a, b) => b.score - a.score);
        count++;
        sure += best?.score ?? 0;
        if (best?.label === wanted) right++;
      }
    console.log(`labels of one's own, ${name}: mean score of the first ${(sure / count).toFixed(2)}`);
    expect(report(`labels of one's own, ${name}`, right, count)).toBeGreaterThanOrEqual(floor);
  });
});

describe("summaries", () => {
  it.each([
    ["development set", summaries.DEVELOPMENT],
    ["held-out set", summaries.HELD_OUT],
  ] as const)("%s", async (name, items) => {
    let kept = 0;
    let facts = 0;
    for (const item of items) {
      const summary = await summarize(DOCUMENTS[item.document], null, unbounded);
      facts += item.facts.length;
      kept += item.facts.filter((spellings) => spellings.some((spelling) => summary.includes(spelling))).length;
    }
    expect(report(`facts kept by summaries, ${name}`, kept, facts)).toBeGreaterThanOrEqual(0.7);
  });

  it.each<[string, readonly ShortenedText[], number]>([
    ["10 texts to look at", shortened.DEV_TEXTS, 0.65],
    ["10 texts held back", shortened.TEST_TEXTS, 0.6],
  ])("%s", async (name, items, floor) => {
    let [kept, facts, idle] = [0, 0, 0];
    for (const item of items) {
      const summary = `${await summarize(item.text, null, unbounded)}\n`;
      facts += item.facts.length;
      kept += item.facts.filter((spellings) => spellings.some((spelling) => summary.includes(spelling))).length;
      idle += item.idle.filter((words) => summary.includes(words)).length;
    }
    console.log(`summaries of ${name}: ${idle} headings, greetings and the like`);
    expect(report(`facts kept by summaries, ${name}`, kept, facts)).toBeGreaterThanOrEqual(floor);
  });
});
