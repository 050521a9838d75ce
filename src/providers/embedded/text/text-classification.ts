import { parsedJson } from "../../../domain/json.ts";
import { identifyLanguage } from "../../../words/identify-language.ts";
import { percent } from "../../answers/scores.ts";
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
    if (items === null) {
      const judged = await judge(text, surroundings);
      return {
        outputs: {
          labels: { as: "data", data: ranked(judged.shares).map(([label, score]) => ({ label, score })) },
          text: { as: "text", text: inWords(judged) },
        },
        notes,
      };
    }
    const judged: { readonly item: string; readonly label: SentimentLabel; readonly score: number }[] = [];
    for (const item of items) {
      const [label, score] = ranked((await judge(item, surroundings)).shares)[0] ?? NO_VERDICT;
      judged.push({ item, label, score });
    }
    return {
      outputs: {
        labels: { as: "data", data: judged.map(({ item, label, score }) => ({ label, score, text: item })) },
        text: { as: "text", text: judged.map(({ item, ...verdict }) => `${saying(verdict)}: ${item}`).join("\n") },
      },
      notes,
    };
  },
};

const NO_VERDICT = ["neutral", 0] as const;

const ranked = (shares: Shares): readonly (readonly [SentimentLabel, number])[] =>
  (Object.entries(shares) as [SentimentLabel, number][])
    .map(([label, share]) => [label, Math.round(share * 1_000) / 1_000] as const)
    .toSorted(([, one], [, other]) => other - one);

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

const saying = ({ label, score }: { readonly label: SentimentLabel; readonly score: number }): string =>
  score < SURE_SHARE ? `unsure, ${label} if anything (${percent(score)})` : `${label} (${percent(score)})`;

function inWords({ shares, parts, isMixed }: Judgement): string {
  const [label, score] = ranked(shares)[0] ?? NO_VERDICT;
  if (!isMixed) return `The text is ${saying({ label, score })}.`;
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
