import { parsedJson } from "../../../domain/json.ts";
import { identifyLanguage } from "../../../words/identify-language.ts";
import { percent } from "../../answers/scores.ts";
import type { Outputs } from "../../provider.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";
import { type Judged, type Judgement, judge, type SentimentLabel, type Shares } from "./sentiment.ts";

/** Shorter texts tell too little of their language to warn of it. */
const MIN_CHARS_FOR_LANGUAGE = 24;
const SURE_OF_LANGUAGE = 0.6;
/** Less is said to be unsure: nearly half of what has less is wrong. */
const SURE_SHARE = 0.55;
/** Each is judged by itself. */
const MAX_ITEMS = 100;

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const text = await readText(inputs, "text");
    const language = text.length < MIN_CHARS_FOR_LANGUAGE ? undefined : identifyLanguage(text)[0];
    const isForeign = language !== undefined && language.label !== "en" && language.score >= SURE_OF_LANGUAGE;
    const notes = isForeign
      ? [`The text seems to be in ${language.name}; this expert knows English only, so its judgement means little.`]
      : [];
    const items = itemsOf(text);
    const judged = await judge(items ?? [text], surroundings);
    return { outputs: items === null ? ofOne(judged[0] ?? NOTHING) : ofItems(items, judged), notes };
  },
};

const NOTHING: Judgement = { shares: { positive: 0, negative: 0, neutral: 1 }, parts: [], isMixed: false };

const ofOne = (judged: Judgement): Outputs => ({
  labels: { as: "data", data: ranked(judged.shares).map(({ label, score }) => ({ label, score })) },
  text: { as: "text", text: inWords(judged) },
});

/** The likeliest label of each item, in their order, with its text. */
function ofItems(items: readonly string[], judged: readonly Judgement[]): Outputs {
  const labels = items.map((text, at) => ({ ...likeliest((judged[at] ?? NOTHING).shares), text }));
  return {
    labels: { as: "data", data: labels },
    text: { as: "text", text: labels.map(({ text, ...verdict }) => `${saying(verdict)}: ${text}`).join("\n") },
  };
}

interface Verdict {
  readonly label: SentimentLabel;
  readonly score: number;
}

const ranked = (shares: Shares): readonly Verdict[] =>
  (["positive", "negative", "neutral"] as const)
    .map((label) => ({ label, score: Math.round(shares[label] * 1_000) / 1_000 }))
    .toSorted((one, other) => other.score - one.score);

const likeliest = (shares: Shares): Verdict => ranked(shares)[0] ?? { label: "neutral", score: 0 };

const ITEM = /^\s*(?:[-*•–]|\(?\d{1,3}[.)])\s+(?=\S)/;

/** The items of a list: lines behind dashes or numbers, or the texts of a JSON list; null for what is no list of several. */
function itemsOf(text: string): readonly string[] | null {
  const json = /^\s*\[/.test(text) ? parsedJson(text) : undefined;
  const isList = Array.isArray(json) && json.every((item) => typeof item === "string");
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const marked = lines.filter((line) => ITEM.test(line)).map((line) => line.replace(ITEM, ""));
  const items = isList ? (json as string[]) : 2 * marked.length > lines.length ? marked : [];
  const told = items.map((item) => item.trim()).filter((item) => item !== "");
  return told.length < 2 || told.length > MAX_ITEMS ? null : told;
}

const saying = ({ label, score }: Verdict): string =>
  score < SURE_SHARE ? `unsure, ${label} if anything (${percent(score)})` : `${label} (${percent(score)})`;

function inWords({ shares, parts, isMixed }: Judgement): string {
  if (!isMixed) return `The text is ${saying(likeliest(shares))}.`;
  const most = (sign: "positive" | "negative"): string => {
    const best = parts.reduce<Judged | null>((most, part) => {
      return most === null || part.shares[sign] > most.shares[sign] ? part : most;
    }, null);
    return best === null ? sign : `${sign} in "${excerpt(best.text)}" (${percent(best.shares[sign])})`;
  };
  return `The text is mixed: ${most("positive")}, ${most("negative")}.`;
}

const EXCERPT_CHARS = 100;
const excerpt = (text: string): string =>
  text.length <= EXCERPT_CHARS ? text : `${text.slice(0, EXCERPT_CHARS - 1).trimEnd()}…`;
