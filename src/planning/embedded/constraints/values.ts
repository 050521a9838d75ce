import type { AskedBudget, Constraints } from "../../../domain/constraints.ts";
import { languageOfWord } from "../read/languages.ts";
import { type AmountMeasure, amountsIn, numbersIn, type SaidAmount } from "./amounts.ts";
import { licencesIn } from "./licence-names.ts";
import { providersIn } from "./provider-names.ts";
import type { Tag } from "./tags.ts";
import { taskNamedBy } from "./task-words.ts";

/** What one phrase says. */
export interface Said {
  readonly constraints?: Constraints;
  readonly budget?: AskedBudget;
}

/** Words that restrict one thing, as they are read. */
export interface RestrictingPhrase {
  /** In lower case. */
  readonly text: string;
  /** Names of models or benchmarks in it, in the letters of the request. */
  readonly names: readonly string[];
  /** The text with spaces in place of these. */
  readonly besidesNames: string;
}

/** What a phrase says of what its tag is for; null where it holds no value of that kind, or says more than one can tell. */
export const readPhrase = (tag: Tag, phrase: RestrictingPhrase): Said | null => READERS[tag](phrase);

type Reader = (phrase: RestrictingPhrase) => Said | null;

const always =
  (said: Said): Reader =>
  () =>
    said;
const limits = (constraints: Constraints): Said => ({ constraints });

const FOR_COMMERCE = limits({ licence: { deny: ["non-commercial"] } });

/** Where people say what a licence must allow in place of its name. */
const WORDED: readonly (readonly [RegExp, Said])[] = [
  [
    /\b(?:open|public|published)[- ]weights?|\bweights (?:are|be) (?:open|published)|\bopenly available weights/,
    limits({ licence: { deny: ["proprietary"] } }),
  ],
  [/\bcommercial|\bsell(?:ing)?\b|\bsold\b|\bmoneti[sz]/, FOR_COMMERCE],
  [/\bopen(?:ly)?\b|\blibre\b/, limits({ licence: { allow: ["open-source", "permissive"] } })],
];

const allowed: Reader = ({ text }) => {
  const names = licencesIn(text);
  if (names.includes("non-commercial")) return null;
  if (names.length > 0) return limits({ licence: { allow: names } });
  return REFUSES.test(text) ? null : (WORDED.find(([words]) => words.test(text))?.[1] ?? null);
};

/** "None that forbids commercial use" */
const FORBIDS_COMMERCE =
  /\b(?:forbid|prohibit|exclud|restrict|ban|disallow|rul|bar)\w*\b.*\bcommercial|\b(?:not|n't|without|no)\b.*\bcommercial(?:ly)? (?:use|usage|exploitation|purposes?)/;
const refused: Reader = ({ text }) => {
  const names = licencesIn(text);
  if (names.length > 0) return limits({ licence: { deny: names } });
  return FORBIDS_COMMERCE.test(text) ? FOR_COMMERCE : null;
};

const provider =
  (side: "allow" | "deny"): Reader =>
  ({ text }) => {
    const names = providersIn(text);
    return names.length === 0 ? null : limits({ provider: { [side]: names } });
  };

const model =
  (side: "allow" | "deny"): Reader =>
  ({ names }) =>
    names.length === 0 ? null : limits({ model: { [side]: names } });

/** The first amount of these measures; no time at all is none. */
const amountOf = (text: string, ...measures: readonly AmountMeasure[]): SaidAmount | undefined =>
  amountsIn(text).find(({ measure, value }) => measures.includes(measure) && (value > 0 || measure === "money"));

const size =
  (side: "max" | "min"): Reader =>
  ({ text }) => {
    const amount = amountOf(text, "parameters", "bytes");
    if (amount === undefined) return null;
    const { measure, value, low } = amount;
    if (measure === "bytes") return side === "max" ? limits({ size: { maxBytes: value } }) : null;
    return limits({ size: low === undefined ? { [side]: value } : { min: low, max: value } });
  };

/** Metrics that are shares of a whole. */
const SHARES = /error|accura|\b(?:wer|cer|acc|f1|f-?score|map|miou|iou|ap|exact match|em|auc|top-?[15])\b/;
const OTHER_METRICS = /\b(?:bleu|chrf|rouge|pesq|stoi|cider|spice|ndcg|mcc|perplexity|fid|points?)\b/;

const PERCENT = /\d ?(?:%|percent|per cent)/;

const benchmark: Reader = ({ names: [name, ...more], besidesNames }) => {
  if (name === undefined || more.length > 0) return null;
  const [figure] = numbersIn(besidesNames.replaceAll(/\b(?:single|once|one)\b|#1|no\. ?1|top-?[15]/g, " "));
  const task = taskNamedBy(besidesNames);
  const tied = task === null ? {} : { for: task };
  if (figure === undefined) return limits({ benchmark: { name, prefer: "best", ...tied } });
  const isShare = SHARES.test(besidesNames) || !OTHER_METRICS.test(besidesNames);
  const isFraction = figure > 0 && figure < 1 && isShare && !PERCENT.test(besidesNames);
  const atLeast = isFraction ? Number((figure * 100).toPrecision(12)) : figure;
  return limits({ benchmark: { name, atLeast, ...tied } });
};

const price: Reader = ({ text }) => {
  const amount = amountOf(text, "money");
  if (amount === undefined) return null;
  const { value, price: each } = amount;
  return limits({ price: each === undefined ? { maxUsd: value } : { maxUsd: each.usd, per: each.per } });
};

const latency: Reader = ({ text }) => {
  const amount = amountOf(text, "time");
  return amount === undefined ? null : limits({ latency: { maxMs: amount.value } });
};

const usd: Reader = ({ text }) => {
  const amount = amountOf(text, "money");
  return amount === undefined || amount.price ? null : { budget: { usd: amount.value } };
};

const time: Reader = ({ text }) => {
  const amount = amountOf(text, "time");
  return amount === undefined ? null : { budget: { timeMs: amount.value } };
};

/** More are nobody's limit. */
const MAX_COUNT = 1_000;
const countIn = (text: string): number | undefined =>
  numbersIn(text).find((number) => Number.isInteger(number) && number <= MAX_COUNT);

const tasks: Reader = ({ text }) => {
  const count = countIn(text);
  return count === undefined || count < 1 ? null : { budget: { tasks: count } };
};

const REFUSES =
  /\b(?:no|not|never|without|zero|none|nothing|avoid\w*|exclud\w*|refrain|skip|forbid\w*|dont|leave|off[- ]limits)\b|n't\b|-free\b/;
const NOT_ONE = /\bnot (?:even )?(?:one|a single|once)\b|\beven once\b|\bno single\b/;
/** "Never twice" is once, and "at least two" is no limit: they are told. */
const TURNED = /\bnever\b(?!.*\bmore than\b)|\bat least\b/;

const calls: Reader = ({ text }) => {
  const isNone = NOT_ONE.test(text) || (numbersIn(text).length === 0 && REFUSES.test(text));
  if (isNone) return { budget: { llmCalls: 0 } };
  const count = countIn(text);
  return count === undefined || TURNED.test(text) ? null : { budget: { llmCalls: count } };
};

/** How some call their own language, and English: "auf Deutsch". */
const OWN_NAMES: ReadonlyMap<string, string> = new Map(
  "de deutsch, en englisch, en inglés, en anglais, en inglese, en inglês, en engels, fr français, fr francais, es español, es espanol, es castellano, it italiano, pt português, pt portugues, nl nederlands, sv svenska, da dansk, no norsk, fi suomeksi, pl polsku, cs česky, tr türkçe, hu magyarul, ro română"
    .split(", ")
    .map((entry) => [entry.slice(3), entry.slice(0, 2)] as const),
);
const language: Reader = ({ text }) => {
  for (const word of text.match(/\p{L}{4,}/gu) ?? []) {
    const code = languageOfWord(word)?.code ?? OWN_NAMES.get(word);
    if (code !== undefined) return limits({ language: code });
  }
  return null;
};

const READERS: Readonly<Record<Tag, Reader>> = {
  "licence+": allowed,
  "licence-": refused,
  "provider+": provider("allow"),
  "provider-": provider("deny"),
  "model+": model("allow"),
  "model-": model("deny"),
  local: always(limits({ provider: { allow: ["local"] } })),
  "size<": size("max"),
  "size>": size("min"),
  smallest: always(limits({ size: { prefer: "smallest" } })),
  largest: always(limits({ size: { prefer: "largest" } })),
  cheapest: always(limits({ prefer: "cheapest" })),
  ungated: always(limits({ gated: false })),
  free: always({ budget: { usd: 0 } }),
  benchmark,
  price,
  latency,
  usd,
  time,
  tasks,
  calls,
  language,
  doubt: () => null,
};
