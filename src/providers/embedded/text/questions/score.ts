import type { WorkBudget } from "../../work.ts";
import type { AnswerCandidate } from "./candidates.ts";
import { type CandidateType, KIND_NAMES, KINDS, type KindShares, type QuestionKind } from "./kinds.ts";
import { type AskedTerms, type AskedText, coverage, stemsIn } from "./reading.ts";
import { amountIn } from "./values.ts";

/** What is known of a question when candidates for it are compared. */
export interface Asked {
  readonly terms: AskedTerms;
  readonly kinds: KindShares;
  /** How far it says nothing but what kind of thing it asks for, as "by when?" does: 0 to 1. */
  readonly bare: number;
  /** BM25 of each unit, as a share of the best one's. */
  readonly ranks: readonly number[];
  /** Of each unit that was compared by its meaning: the cosine with the question. */
  readonly meanings: ReadonlyMap<number, number>;
  /** The unit that is most like the question by its meaning. */
  readonly nearest: number;
  /** Of each label that was compared: the cosine with the question, and what it announces. */
  readonly labels: ReadonlyMap<string, { readonly likeness: number; readonly kinds: KindShares }>;
}

export const shareOf = (kinds: KindShares, kind: QuestionKind): number => kinds[KIND_NAMES.indexOf(kind)] ?? 0;

/** How probable it is that a value of the type is asked for. */
export const typeShare = (kinds: KindShares, type: CandidateType): number =>
  KIND_NAMES.reduce((sum, kind, at) => {
    const types: readonly CandidateType[] = KINDS[kind];
    return sum + (types.includes(type) ? (kinds[at] ?? 0) : 0);
  }, 0);

/** How probable it is that the question asks for what the label announces. */
export const sameKind = (one: KindShares, other: KindShares): number =>
  one.reduce((sum, share, at) => sum + share * (other[at] ?? 0), 0);

/** What the weights are of: each between about 0 and 1. */
export type AnswerFeatures = Readonly<Record<string, number>>;

/** Words between what is asked about and the value count as far as some clause. */
const NEAR_WORDS = 4;
/** "eleven oak doors": what a number counts stands right behind it. */
const COUNTED_WORDS = 2;

/** Types less probable are not asked for. */
export const LEAST_TYPE_SHARE = 0.1;

/** Comparing a candidate with its unit's words takes about a quarter of what reading them takes. */
const CANDIDATES_A_READING = 4;

/** What is known of each candidate, with the thread given back in between. */
export async function featuresOfAll(
  reading: AskedText,
  asked: Asked,
  candidates: readonly AnswerCandidate[],
  work: Pick<WorkBudget, "spend">,
): Promise<AnswerFeatures[]> {
  const all: AnswerFeatures[] = [];
  for (const candidate of candidates) {
    all.push(featuresOf(reading, asked, candidate));
    await work.spend("characters", (reading.units[candidate.unit]?.text.length ?? 0) / CANDIDATES_A_READING);
  }
  const distinct = new Map<string, Set<string>>();
  for (const { type, start, end } of candidates)
    distinct.set(type, (distinct.get(type) ?? new Set()).add(reading.text.slice(start, end)));
  return all.map((features, at) => {
    const type = candidates[at]?.type ?? "sentence";
    const alone = FORMLESS.includes(type) ? 0 : 1 / (distinct.get(type)?.size ?? 1);
    return { ...features, "alone and type": alone * (features.type ?? 0) };
  });
}

/** How far words say what a question is about, each 0 to 1. */
interface WordFit {
  /** Those of the whole unit and of what stands above. */
  readonly said: number;
  readonly labelled: number;
  /** Those of the unit, the farther from the candidate the less. */
  readonly near: number;
  /** Its own and the ones behind it. */
  readonly counted: number;
  /** The share of its own words that the question has too. */
  readonly repeated: number;
}

function wordsFor(reading: AskedText, terms: AskedTerms, { unit, start, end, labels }: AnswerCandidate): WordFit {
  const words = reading.words[unit] ?? [];
  const from = words.findIndex((word) => word.start >= start);
  const first = from === -1 ? words.length : from;
  const behind = words.findIndex((word) => word.start >= end);
  const next = behind === -1 ? words.length : behind;
  const nearest = new Map<string, number>();
  for (const [at, { stem }] of words.entries()) {
    const apart = at < first ? first - at : Math.max(0, at - next + 1);
    const near = 1 / (1 + apart / NEAR_WORDS);
    if (near > (nearest.get(stem) ?? 0)) nearest.set(stem, near);
  }
  const above = stemsIn(labels.above, reading);
  const letters = words.slice(first, next).filter(({ text }) => /^\p{L}/u.test(text));
  return {
    said: coverage(terms, [...nearest.keys(), ...above]),
    labelled: coverage(terms, [...stemsIn(labels.left, reading), ...above]),
    near: coverage(terms, nearest.keys(), (stem) => nearest.get(stem) ?? 0),
    counted: coverage(
      terms,
      words.slice(first, next + COUNTED_WORDS).map(({ stem }) => stem),
    ),
    repeated: letters.filter(({ stem }) => terms.stems.has(stem)).length / Math.max(1, letters.length),
  };
}

/** Any text has many of these. */
const FORMLESS: readonly CandidateType[] = ["sentence", "free", "list"];

function featuresOf(reading: AskedText, asked: Asked, candidate: AnswerCandidate): AnswerFeatures {
  const { terms, kinds } = asked;
  const type = typeShare(kinds, candidate.type);
  const [left, above] = [asked.labels.get(candidate.labels.left), asked.labels.get(candidate.labels.above)];
  const announced = Math.max(
    left === undefined ? 0 : sameKind(kinds, left.kinds),
    above === undefined ? 0 : sameKind(kinds, above.kinds),
  );
  const likeness = Math.max(left?.likeness ?? 0, above?.likeness ?? 0);
  const around = asked.labels.get(candidate.labels.around);
  const clause = around?.likeness ?? 0;
  const nearestUnit = candidate.unit === asked.nearest ? 1 : 0;
  const { said, labelled, near, counted, repeated } = wordsFor(reading, terms, candidate);
  const rank = asked.ranks[candidate.unit] ?? 0;
  const meaning = asked.meanings.get(candidate.unit) ?? 0;
  const isSentence = candidate.type === "sentence";
  const onLine = reading.units[candidate.unit]?.prose === false ? 1 : 0;
  const fromTop = 1 / (1 + candidate.unit);
  const fromEnd = 1 / (reading.units.length - candidate.unit);
  const sender = shareOf(kinds, "sender");
  const recipient = shareOf(kinds, "recipient");
  const { bare } = asked;
  return {
    [`is ${candidate.type}`]: 1,
    type,
    "type, unlikely": Math.log(type + 0.01),
    announced,
    "has label": left === undefined && above === undefined ? 0 : 1,
    likeness,
    labelled,
    "neither labelled nor announced": onLine * (1 - labelled) * (1 - announced),
    "neither said nor meant": (1 - onLine) * (1 - said) * (1 - meaning),
    "neither said nor announced": (1 - said) * (1 - announced),
    "labelled and type": labelled * type,
    "announced on a line": announced * onLine,
    "likeness on a line": likeness * onLine,
    said,
    "said and type": said * type,
    near,
    "near and type": near * type,
    rank,
    "rank and type": rank * type,
    meaning,
    "meaning and type": meaning * type,
    clause,
    "number counted": candidate.type === "number" || candidate.type === "quantity" ? counted : 0,
    "announced in a sentence, type": announced * type * (1 - onLine),
    "no clause": around === undefined ? 1 : 0,
    "nearest by meaning": nearestUnit,
    "nearest by meaning and type": nearestUnit * type,
    "sentence nearest": isSentence ? nearestUnit : 0,
    "best by words": rank === 1 ? 1 : 0,
    "sentence best by words": isSentence && rank === 1 ? 1 : 0,
    "not compared": asked.meanings.has(candidate.unit) ? 0 : 1,
    "repeated by a name":
      candidate.type === "person" || candidate.type === "organization" || candidate.type === "place" ? repeated : 0,
    "on a line": onLine,
    "sentence on a line": isSentence ? onLine : 0,
    "sentence for what has a form": isSentence ? 1 - type : 0,
    "sentence meaning": isSentence ? meaning : 0,
    "sender at the top": sender * fromTop,
    "sender at the end": sender * fromEnd,
    "sender with figures": /\d/.test(reading.text.slice(candidate.start, candidate.end)) ? sender + recipient : 0,
    "recipient at the top": recipient * fromTop,
    "bare and type": bare * type,
    "bare and announced": bare * announced,
    "total and largest":
      candidate.type === "money" && amountIn(reading.text, candidate) >= reading.largestAmount
        ? shareOf(kinds, "total")
        : 0,
    "issue date at the top": candidate.type === "date" ? shareOf(kinds, "issue-date") * fromTop : 0,
    long: Math.min(1, (candidate.end - candidate.start) / 200),
    "yes or no": isSentence ? shareOf(kinds, "yes-no") : 0,
    "free, of a line's own": candidate.type === "free" && left === undefined ? 1 : 0,
  };
}

/** What speaks for it that nothing answers. */
export function silenceOf(reading: AskedText, asked: Asked): AnswerFeatures {
  const { kinds } = asked;
  const meanings = [...asked.meanings.values()];
  const anywhere = coverage(asked.terms, reading.vocabulary.keys());
  const best = reading.words.reduce(
    (most, words) =>
      Math.max(
        most,
        coverage(
          asked.terms,
          words.map(({ stem }) => stem),
        ),
      ),
    0,
  );
  const announced = Math.max(0, ...[...asked.labels.values()].map((label) => sameKind(kinds, label.kinds)));
  return {
    silence: 1,
    "silence: not said anywhere": (1 - asked.bare) * (1 - anywhere),
    "silence: not said at once": (1 - asked.bare) * (1 - best),
    "silence: neither said nor meant": (1 - asked.bare) * (1 - best) * (1 - Math.max(0, ...meanings)),
    "silence: bare": asked.bare,
    "silence: meaning": meanings.length === 0 ? 0 : Math.max(...meanings),
    "silence: yes or no": shareOf(kinds, "yes-no"),
    "silence: sure of the kind": Math.max(...kinds),
    "silence: description": shareOf(kinds, "description"),
    "silence: role": shareOf(kinds, "sender") + shareOf(kinds, "recipient"),
    "silence: likeness of labels": Math.max(0, ...[...asked.labels.values()].map(({ likeness }) => likeness)),
    "silence: announced": announced,
  };
}
