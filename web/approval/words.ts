import type { BudgetPartView, BudgetView, ResourceView } from "../../src/client/client.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { numberOf } from "../plan/titles.ts";
import { duration, money } from "../ui/amounts.ts";
import { readSources, type Source } from "../values/references.ts";
import { shownName } from "../values/words.ts";
import { textOf } from "./literals.ts";

/** Enough to know a text again. */
const MAX_TEXT_CHARS = 240;

const cut = (text: string): string => (text.length <= MAX_TEXT_CHARS ? text : `${text.slice(0, MAX_TEXT_CHARS)}…`);

/** What an input is filled from, in words. */
export const argumentInWords = (written: JsonValue, files: readonly ResourceView[]): string =>
  readSources(written)
    .map((source) => sourceInWords(source, files))
    .join(", ");

function sourceInWords(source: Source, files: readonly ResourceView[]): string {
  switch (source.from) {
    case "literal":
      return `“${cut(textOf(source.value))}”`;
    case "address":
      return source.url;
    case "file":
      return shownName(files.find(({ id }) => id === source.id)?.name ?? "a file");
    case "task":
      return source.output === null
        ? `what task ${numberOf(source.task)} makes`
        : `the ${source.output} that task ${numberOf(source.task)} makes`;
  }
}

/** The most that a call should cost; null where nobody knows. */
export const costInWords = (usd: number | null): string =>
  usd === null ? "at a price that is not known" : usd === 0 ? "free" : `at most ${money(usd)}`;

/** How each part of a budget is told; complete, so that a new one fails to compile here. */
const BUDGET_PARTS: {
  readonly [Part in keyof BudgetView]: { readonly title: string; readonly words: (amount: number) => string };
} = {
  usd: { title: "Cost, at most", words: (usd) => (usd === 0 ? "free" : money(usd)) },
  timeMs: { title: "Time", words: (ms) => `about ${duration(ms)}` },
  llmCalls: { title: "Language model calls", words: (calls) => (calls === 0 ? "none" : String(calls)) },
  tasks: { title: "Tasks", words: String },
};
const PARTS = ["usd", "timeMs", "llmCalls", "tasks"] as const satisfies readonly (keyof BudgetView)[];

export interface ToldPart {
  readonly part: keyof BudgetView;
  readonly title: string;
  readonly estimate: string;
  /** Null for none. */
  readonly limit: string | null;
  readonly isTooLittle: boolean;
}

/** What a run should take, beside what it may, part by part. */
export const budgetInWords = (budget: BudgetView): readonly ToldPart[] =>
  PARTS.map((part) => toldPart(part, budget[part]));

function toldPart(part: keyof BudgetView, { estimate, limit, isEnough }: BudgetPartView): ToldPart {
  const { title, words } = BUDGET_PARTS[part];
  const unknown = part === "timeMs" ? "not known yet" : "not known";
  const shownLimit = limit === null ? null : limitWords(part, limit);
  return {
    ...{ part, title },
    estimate: estimate === null ? unknown : words(estimate),
    limit: shownLimit,
    isTooLittle: isEnough === false,
  };
}

/** A limit is an amount, also where it is none. */
const limitWords = (part: keyof BudgetView, limit: number): string =>
  part === "timeMs" ? duration(limit) : part === "usd" ? money(limit) : String(limit);
