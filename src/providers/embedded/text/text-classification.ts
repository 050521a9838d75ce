import { identifyLanguage } from "../../../words/identify-language.ts";
import type { Outputs } from "../../provider.ts";
import type { EmbeddedExpert } from "../expert.ts";
import { readText } from "./input.ts";
import { labelEntries, verdictInWords } from "./label-entries.ts";
import { type JudgedClause, type Judgement, judge, type SentimentLabel } from "./sentiment.ts";

/** Shorter texts tell too little of their language to warn of it. */
const MIN_CHARS_FOR_LANGUAGE = 24;
const MAY_BE_ENGLISH = 0.05;
/** Less is said to be unsure: nearly half of what has less is wrong. */
const SURE_SHARE = 0.55;

export const expert: EmbeddedExpert = {
  async run({ inputs }, surroundings) {
    const text = withoutFields(await readText(inputs, "text"));
    const [language, ...others] = text.length < MIN_CHARS_FOR_LANGUAGE ? [] : identifyLanguage(text);
    const isForeign =
      language !== undefined &&
      [language, ...others].every(({ label, score }) => label !== "en" || score < MAY_BE_ENGLISH);
    const warning = isForeign
      ? `The text seems to be in ${language.name}, and only English is judged here, so this means little.`
      : null;
    const notes = warning === null ? [] : [warning];
    const ofEntries = await labelEntries(text, {
      port: "text",
      sureFrom: SURE_SHARE,
      // Which of them are bad is asked of those with both sides, too.
      label: async (texts) =>
        (await judge(texts, surroundings)).map((judged) => likeliest({ ...judged, isMixed: false })),
    });
    if (ofEntries) return { ...ofEntries, notes: [...notes, ...(ofEntries.notes ?? [])] };
    const [judged = NOTHING] = await judge([text], surroundings);
    return { outputs: ofOne(judged, warning), notes };
  },
};

/** The header fields of an e-mail (RFC 5322, 3.6), as they stand before its text. */
const FIELDS = /^\s*(?:(?:from|sender|reply-to|to|cc|bcc|date|sent|subject):[^\n]*\n){2,}/i;

/** The text of an e-mail, whose subject and addresses say nothing of its tone; a text without fields whole. */
function withoutFields(text: string): string {
  const rest = text.replace(FIELDS, "");
  return rest.trim() === "" ? text : rest;
}

const NOTHING: Judgement = { shares: { positive: 0, negative: 0, neutral: 1 }, parts: [], isMixed: false };

const ofOne = (judged: Judgement, warning: string | null): Outputs => ({
  labels: { as: "data", data: ranked(judged).map(({ label, score }) => ({ label, score })) },
  text: { as: "text", text: [inWords(judged), warning ?? []].flat().join(" ") },
});

interface Verdict {
  readonly label: SentimentLabel | "mixed";
  readonly score: number;
}

/** The likeliest first. Of a text whose parts are plainly of both signs, none is that of the whole. */
function ranked({ shares, parts, isMixed }: Judgement): readonly Verdict[] {
  const most = (sign: "positive" | "negative"): number => Math.max(...parts.map((part) => part.shares[sign]));
  const mixed = isMixed ? Math.min(most("positive"), most("negative")) : 0;
  const verdicts = (["positive", "negative", "neutral"] as const).map((label) => ({
    label,
    score: shares[label] * (1 - mixed),
  }));
  return [...verdicts, ...(isMixed ? [{ label: "mixed", score: mixed } as const] : [])]
    .map(({ label, score }) => ({ label, score: Math.round(score * 1_000) / 1_000 }))
    .toSorted((one, other) => other.score - one.score);
}

const likeliest = (judged: Judgement): Verdict => ranked(judged)[0] ?? { label: "neutral", score: 0 };

const saying = ({ label, score }: Verdict): string => verdictInWords(label, score, SURE_SHARE);

function inWords(judged: Judgement): string {
  const { parts, isMixed } = judged;
  if (!isMixed) return `The text is ${saying(likeliest(judged))}.`;
  const most = (sign: "positive" | "negative"): string => {
    const best = parts.reduce<JudgedClause | null>((most, part) => {
      return most === null || part.shares[sign] > most.shares[sign] ? part : most;
    }, null);
    return best === null ? sign : `${sign} in "${excerpt(best.text)}"`;
  };
  return `The text is mixed: ${most("positive")}, ${most("negative")}.`;
}

const EXCERPT_CHARS = 100;
const excerpt = (text: string): string =>
  text.length <= EXCERPT_CHARS ? text : `${text.slice(0, EXCERPT_CHARS - 1).trimEnd()}…`;
