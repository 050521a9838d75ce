import { describe, expect, it } from "vitest";
import { answerQuestion } from "../../../../src/providers/embedded/text/answer-question.ts";
import { findEntities } from "../../../../src/providers/embedded/text/entities/find-entities.ts";
import { sentiment } from "../../../../src/providers/embedded/text/sentiment.ts";
import { similarity } from "../../../../src/providers/embedded/text/similarity.ts";
import { summarize } from "../../../../src/providers/embedded/text/summarize.ts";
import { answerTable } from "../../../../src/providers/embedded/text/tables/answer-table.ts";
import { readTable } from "../../../../src/providers/embedded/text/tables/read-table.ts";
import { identifyLanguage } from "../../../../src/words/identify-language.ts";
import { loadWordSenses, loadWordVectors } from "../../../../src/words/stored.ts";
import development from "../../../fixtures/text/asked/development.jsonl?raw";
import last from "../../../fixtures/text/asked/last.jsonl?raw";
import unseen from "../../../fixtures/text/asked/unseen.jsonl?raw";
import { DOCUMENTS } from "../../../fixtures/text/documents.ts";
import * as entities from "../../../fixtures/text/entities.ts";
import * as languages from "../../../fixtures/text/languages.ts";
import * as questions from "../../../fixtures/text/questions.ts";
import * as sentiments from "../../../fixtures/text/sentiments.ts";
import * as similarities from "../../../fixtures/text/similarities.ts";
import * as summaries from "../../../fixtures/text/summaries.ts";
import { TABLE_SETS } from "../../../fixtures/text/table-sets.ts";
import { type Verdict, verdictOn } from "../../../fixtures/text/table-verdict.ts";

/** Prints what docs/experts/text.md quotes, and holds each figure to a floor a little below it. */
function report(what: string, right: number, all: number): number {
  console.log(`${what.padEnd(44)} ${right} of ${all} (${Math.round((100 * right) / all)} %)`);
  return right / all;
}

const [vectors, senses] = await Promise.all([loadWordVectors(), loadWordSenses()]);

const plain = (text: string): string => text.replace(/\s+/g, " ").trim().toLowerCase().replace(/\.$/, "");

describe("question answering", () => {
  const rightIn = (items: readonly questions.QuestionItem[], prepare: (text: string) => string): number =>
    items.filter(({ document, question, answers }) => {
      const found = answerQuestion(question, prepare(DOCUMENTS[document]), vectors);
      if (answers === null || found === null) return answers === null && found === null;
      return answers.some((answer) => plain(answer) === plain(found.answer));
    }).length;

  it.each([
    ["development set", questions.DEVELOPMENT, 0.95],
    ["held-out set", questions.HELD_OUT, 0.94],
    ["second unseen set", questions.UNSEEN, 0.92],
    ["third unseen set", questions.LAST, 0.9],
  ] as const)("%s", (name, items, floor) => {
    expect(report(`question answering, ${name}`, rightIn(items, String), items.length)).toBeGreaterThanOrEqual(floor);
    const singleSpaced = rightIn(items, (text) => text.replace(/ {2,}/g, " "));
    expect(report(`  with columns run together, as OCR does`, singleSpaced, items.length)).toBeGreaterThanOrEqual(
      floor - 0.02,
    );
  });

  it("questions about another text find no answer in this one", () => {
    const passages = [
      "eiffelTower",
      "adaLovelace",
      "goldenGate",
      "marsNews",
      "penicillin",
      "kilimanjaro",
      "honeybee",
      "harbourBridge",
    ] as const;
    const all = [...questions.DEVELOPMENT, ...questions.HELD_OUT, ...questions.UNSEEN, ...questions.LAST];
    const asked = all.filter((item) => item.answers !== null && passages.some((passage) => passage === item.document));
    const pairs = asked.flatMap((item) =>
      passages.filter((passage) => passage !== item.document).map((passage) => ({ item, passage })),
    );
    const silent = pairs.filter(
      ({ item, passage }) => answerQuestion(item.question, DOCUMENTS[passage], vectors) === null,
    );
    expect(report("question answering, silent on wrong texts", silent.length, pairs.length)).toBeGreaterThanOrEqual(
      0.8,
    );
  });
});

/** A text with what people ask about it; `answers` is null where it does not say. */
interface Asked {
  readonly text: string;
  readonly questions: readonly { readonly question: string; readonly answers: readonly string[] | null }[];
}

describe("questions as people put them, in words of their own", () => {
  /** An answer may be the sentence that holds it, but no more. */
  const MAX_ANSWER_CHARS = 200;

  it.each([
    ["development set", development, 0.8],
    ["unseen set", unseen, 0.55],
    ["last unseen set", last, 0.5],
  ])("%s", (name, lines, floor) => {
    const items = lines
      .trim()
      .split("\n")
      .flatMap((line) => {
        const { text, questions: asked } = JSON.parse(line) as Asked;
        return asked.map((item) => ({ ...item, found: answerQuestion(item.question, text, vectors)?.answer ?? null }));
      });
    const answerable = items.filter(({ answers }) => answers !== null);
    const right = answerable.filter(({ answers, found }) => {
      const given = found === null || found.length > MAX_ANSWER_CHARS ? null : plain(found);
      return given !== null && answers?.some((answer) => given.includes(plain(answer)));
    });
    expect(report(`questions as people put them, ${name}`, right.length, answerable.length)).toBeGreaterThanOrEqual(
      floor,
    );
    const others = items.filter(({ answers }) => answers === null);
    const silent = others.filter(({ found }) => found === null);
    expect(report("  silent where the text does not say", silent.length, others.length)).toBe(1);
  });
});

describe("named entities", () => {
  it.each([
    ["development set", entities.DEVELOPMENT, 0.96],
    ["held-out set", entities.HELD_OUT, 0.92],
    ["unseen set", entities.UNSEEN, 0.9],
  ] as const)("%s", (name, items, floor) => {
    let right = 0;
    let found = 0;
    let wanted = 0;
    for (const item of items) {
      const got = findEntities(item.text).map((entity) => `${entity.type}:${entity.text}`);
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
  it.each([
    ["development set", sentiments.DEVELOPMENT, 0.95],
    ["held-out set", sentiments.HELD_OUT, 0.93],
    ["unseen set", sentiments.UNSEEN, 0.8],
  ] as const)("%s", (name, items, floor) => {
    const right = items.filter(([text, label]) => sentiment(text)[0]?.label === label).length;
    expect(report(`sentiment, ${name}`, right, items.length)).toBeGreaterThanOrEqual(floor);
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

describe("table questions", () => {
  /** Shares of right answers, and of wrong ones, which are worse than none. */
  const BOUNDS: Readonly<Record<string, readonly [right: number, wrong: number]>> = {
    sentences: [0.88, 0.02],
    plain: [0.78, 0.04],
    later: [0.82, 0.03],
    trades: [0.82, 0.06],
    shaped: [0.68, 0.1],
    "held back": [0.8, 0.04],
  };
  it.each(TABLE_SETS)("$name", ({ name, tables, items }) => {
    const verdicts = items.map((item) => {
      const found = answerTable(readTable(tables[item.table] ?? ""), item.question, vectors, senses);
      return verdictOn(found?.isSure ? found.result.answer : null, item);
    });
    const count = (kind: Verdict): number => verdicts.filter((verdict) => verdict === kind).length;
    const [right = 1, wrong = 0] = BOUNDS[name] ?? [];
    expect(report(`table questions, ${name}, wrong`, count("wrong"), items.length)).toBeLessThanOrEqual(wrong);
    expect(report(`table questions, ${name}`, count("right"), items.length)).toBeGreaterThanOrEqual(right);
  });
});

describe("similarity", () => {
  const ALL = [...similarities.DEVELOPMENT, ...similarities.HELD_OUT];
  const scores = (relation: similarities.Relation): number[] =>
    ALL.filter((item) => item[2] === relation).map(([first, second]) => similarity(first, second));

  it("puts what says the same above what shares a topic, and that above what shares nothing", () => {
    for (const relation of ["same", "related", "unrelated", "reworded"] as const) {
      const found = scores(relation);
      console.log(
        `similarity, ${relation.padEnd(32)} ${Math.min(...found).toFixed(2)} to ${Math.max(...found).toFixed(2)} (${found.length} pairs)`,
      );
    }
    expect(Math.min(...scores("same"))).toBeGreaterThan(0.5);
    expect(Math.min(...scores("related"))).toBeGreaterThan(Math.max(...scores("unrelated")) + 0.1);
    expect(Math.max(...scores("unrelated"))).toBeLessThan(0.05);
    expect(Math.max(...scores("related"))).toBeLessThan(0.75);
  });
});

describe("summaries", () => {
  it.each([
    ["development set", summaries.DEVELOPMENT],
    ["held-out set", summaries.HELD_OUT],
  ] as const)("%s", (name, items) => {
    let kept = 0;
    let facts = 0;
    for (const item of items) {
      const summary = summarize(DOCUMENTS[item.document]);
      facts += item.facts.length;
      kept += item.facts.filter((spellings) => spellings.some((spelling) => summary.includes(spelling))).length;
    }
    expect(report(`facts kept by summaries, ${name}`, kept, facts)).toBeGreaterThanOrEqual(0.88);
  });
});
