import type { PriceUnit } from "./catalogue.ts";
import type { Allowed, AskedBudget, Constraints } from "./constraints.ts";
import { listed } from "./listed.ts";

/** Constraints and budget in plain words, one sentence each without a full stop, for people. Empty where nothing was asked. */
export const describeConstraints = (constraints: Constraints, budget: AskedBudget): readonly string[] => [
  ...(constraints.licence ? describeAllowed(constraints.licence, (names) => `models ${licences(names)}`) : []),
  ...(constraints.provider ? describeAllowed(constraints.provider, (names) => `models ${providers(names)}`) : []),
  ...(constraints.model ? describeModels(constraints.model) : []),
  ...(constraints.size ? describeSize(constraints.size) : []),
  ...(constraints.benchmark ? describeBenchmark(constraints.benchmark) : []),
  ...(constraints.language === undefined ? [] : [`In the language “${constraints.language}”`]),
  ...(constraints.price ? [describePrice(constraints.price)] : []),
  ...(constraints.latency
    ? [`Only models that take at most ${timeInWords(constraints.latency.maxMs)} in the median`]
    : []),
  ...(constraints.prefer === undefined ? [] : [`The ${constraints.prefer} model that does it`]),
  ...(constraints.gated === undefined ? [] : ["Only models whose weights everybody may have"]),
  ...describeBudget(budget),
];

/** One sentence for what is allowed and one for what is not. */
const describeAllowed = ({ allow, deny }: Allowed, phrase: (names: readonly string[]) => string): readonly string[] => [
  ...(allow ? [`Only ${phrase(allow)}`] : []),
  ...(deny ? [`No ${phrase(deny)}`] : []),
];

const FAMILIES = {
  permissive: "a permissive licence",
  "open-source": "an open-source licence",
  "non-commercial": "a non-commercial licence",
  "non-commercial excluded": "a licence that allows commercial use",
  "public-domain": "a dedication to the public domain",
  proprietary: "a proprietary licence",
  gpl: "a licence of the GPL family",
};
const licences = (names: readonly string[]): string =>
  `under ${listed(
    names.map((name) => wordsFor(FAMILIES, name) ?? name),
    "or",
  )}`;

const PROVIDER_WORDS = {
  local: "that run here or on servers of this deployment",
  embedded: "built into this deployment",
  custom: "behind addresses of this deployment's own",
  openai: "from OpenAI or a server like it",
  "workers-ai": "from Workers AI",
  huggingface: "from Hugging Face",
};
const providers = (names: readonly string[]): string =>
  listed(
    names.map((name) => wordsFor(PROVIDER_WORDS, name) ?? `from ${name}`),
    "or",
  );

/** Names are a stranger's, and "constructor" has no words. */
function wordsFor(words: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(words, key) ? words[key] : undefined;
}

const describeModels = ({ allow, deny }: Allowed): readonly string[] => [
  ...(allow ? [`${listed(allow, "or")} where it does the task`] : []),
  ...(deny ? [`Not ${listed(deny, "or")}`] : []),
];

const describeSize = ({ max, min, maxBytes, prefer }: NonNullable<Constraints["size"]>): readonly string[] => [
  ...(max === undefined ? [] : [`Only models of at most ${countInWords(max)} parameters`]),
  ...(min === undefined ? [] : [`Only models of at least ${countInWords(min)} parameters`]),
  ...(maxBytes === undefined ? [] : [`Only models of at most ${bytesInWords(maxBytes)} on disk`]),
  ...(prefer === undefined ? [] : [`The ${prefer} model that does it`]),
];

function describeBenchmark(benchmark: NonNullable<Constraints["benchmark"]>): readonly string[] {
  const { name, prefer, atLeast } = benchmark;
  const task = benchmark.for === undefined ? "" : ` for ${benchmark.for}`;
  return [
    ...(prefer === undefined ? [] : [`The model that is best on ${name}${task}`]),
    ...(atLeast === undefined ? [] : [`Only models that reach ${atLeast} or better on ${name}${task}`]),
  ];
}

const describePrice = ({ maxUsd, per }: NonNullable<Constraints["price"]>): string =>
  maxUsd === 0
    ? `Only models that cost nothing${per === undefined ? "" : ` ${perUnit(per)}`}`
    : `Only models of at most ${moneyInWords(maxUsd)} dollars${per === undefined ? "" : ` ${perUnit(per)}`}`;

/** "per million input tokens" */
export const perUnit = (unit: PriceUnit): string => `per ${unit.replaceAll("-", " ")}`;

const describeBudget = ({ usd, timeMs, tasks, llmCalls }: AskedBudget): readonly string[] => [
  ...(usd === undefined ? [] : [usd === 0 ? "For free" : `At most ${moneyInWords(usd)} dollars`]),
  ...(timeMs === undefined ? [] : [`Within ${timeInWords(timeMs)}`]),
  ...(tasks === undefined ? [] : [`At most ${counted(tasks, "task")}`]),
  ...(llmCalls === undefined
    ? []
    : [llmCalls === 0 ? "Without a language model" : `At most ${counted(llmCalls, "call")} of a language model`]),
];

const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Cents show, and what is smaller than a cent. */
export const moneyInWords = (usd: number): string =>
  Number.isInteger(usd * 100) || usd >= 0.01 ? usd.toFixed(2) : String(usd);

const SCALES = [
  [1e9, "billion"],
  [1e6, "million"],
] as const;
/** "1.07 billion" */
export function countInWords(parameters: number): string {
  const scale = SCALES.find(([size]) => parameters >= size);
  return scale ? `${short(parameters / scale[0])} ${scale[1]}` : String(parameters);
}

const UNITS = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;
/** "1.5 GB" */
export function bytesInWords(size: number): string {
  const unit = UNITS.find(([one]) => size >= one);
  return unit ? `${short(size / unit[0])} ${unit[1]}` : `${size} bytes`;
}

const TIMES = [
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;
/** "2 minutes" */
export function timeInWords(ms: number): string {
  const unit = TIMES.find(([one]) => ms % one === 0 && ms > 0);
  if (unit) return counted(ms / unit[0], unit[1]);
  return ms < 1_000 ? counted(ms, "millisecond") : `${short(ms / 1_000)} seconds`;
}

const short = (value: number): string => String(Number(value.toFixed(2)));
