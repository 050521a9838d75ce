import type { Allowed, AskedBudget, Constraints } from "./constraints.ts";

/** Constraints and budget in plain words, one sentence each without a full stop, for people. Empty where nothing was asked. */
export const describeConstraints = (constraints: Constraints, budget: AskedBudget): readonly string[] => [
  ...(constraints.licence ? describeAllowed("licence", constraints.licence) : []),
  ...(constraints.provider ? describeAllowed("provider", constraints.provider) : []),
  ...(constraints.size ? describeSize(constraints.size) : []),
  ...(constraints.benchmark ? [describeBenchmark(constraints.benchmark)] : []),
  ...(constraints.language === undefined ? [] : [`In the language “${constraints.language}”`]),
  ...describeBudget(budget),
];

/** One sentence for what is allowed and one for what is not. */
export function describeAllowed(what: "licence" | "provider", { allow, deny }: Allowed): readonly string[] {
  const phrase = what === "licence" ? licences : providers;
  return [
    ...(allow ? [`Only models ${phrase(allow, "or")}`] : []),
    ...(deny ? [`No models ${phrase(deny, "or")}`] : []),
  ];
}

const FAMILIES: Readonly<Record<string, string>> = {
  permissive: "a permissive licence",
  "open-source": "an open-source licence",
  "non-commercial": "a non-commercial licence",
  "public-domain": "a dedication to the public domain",
  proprietary: "a proprietary licence",
  GPL: "a licence of the GPL family",
};
const licences = (names: readonly string[], joint: string): string =>
  `under ${listed(
    names.map((name) => FAMILIES[name] ?? name),
    joint,
  )}`;

const PROVIDER_WORDS: Readonly<Record<string, string>> = {
  local: "that run here or on servers of this deployment",
  embedded: "built into this deployment",
  custom: "behind addresses of this deployment's own",
  openai: "from OpenAI or a server like it",
  "workers-ai": "from Workers AI",
  huggingface: "from Hugging Face",
};
const providers = (names: readonly string[], joint: string): string =>
  listed(
    names.map((name) => PROVIDER_WORDS[name] ?? `from ${name}`),
    joint,
  );

const listed = (names: readonly string[], joint: string): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${joint} ${names.at(-1)}`;

const describeSize = ({ max, min, maxBytes, prefer }: NonNullable<Constraints["size"]>): readonly string[] => [
  ...(max === undefined ? [] : [`Only models of at most ${count(max)} parameters`]),
  ...(min === undefined ? [] : [`Only models of at least ${count(min)} parameters`]),
  ...(maxBytes === undefined ? [] : [`Only models of at most ${bytes(maxBytes)} on disk`]),
  ...(prefer === undefined ? [] : [`The ${prefer} model that does it`]),
];

const describeBenchmark = ({ name, for: task }: NonNullable<Constraints["benchmark"]>): string =>
  `The model that is best on ${name}${task === undefined ? "" : ` for ${task}`}`;

const describeBudget = ({ usd, timeMs, tasks, llmCalls }: AskedBudget): readonly string[] => [
  ...(usd === undefined ? [] : [usd === 0 ? "For free" : `At most ${money(usd)} dollars`]),
  ...(timeMs === undefined ? [] : [`Within ${time(timeMs)}`]),
  ...(tasks === undefined ? [] : [`At most ${counted(tasks, "task")}`]),
  ...(llmCalls === undefined
    ? []
    : [llmCalls === 0 ? "Without a language model" : `At most ${counted(llmCalls, "call")} of a language model`]),
];

const counted = (number: number, thing: string): string => `${number} ${thing}${number === 1 ? "" : "s"}`;

/** Cents show, and what is smaller than a cent. */
const money = (usd: number): string => (Number.isInteger(usd * 100) || usd >= 0.01 ? usd.toFixed(2) : String(usd));

const SCALES = [
  [1e9, "billion"],
  [1e6, "million"],
] as const;
function count(parameters: number): string {
  const scale = SCALES.find(([size]) => parameters >= size);
  return scale ? `${short(parameters / scale[0])} ${scale[1]}` : String(parameters);
}

const UNITS = [
  [1e9, "GB"],
  [1e6, "MB"],
  [1e3, "kB"],
] as const;
function bytes(size: number): string {
  const unit = UNITS.find(([one]) => size >= one);
  return unit ? `${short(size / unit[0])} ${unit[1]}` : `${size} bytes`;
}

const TIMES = [
  [3_600_000, "hour"],
  [60_000, "minute"],
  [1_000, "second"],
] as const;
function time(ms: number): string {
  const unit = TIMES.find(([one]) => ms % one === 0 && ms > 0);
  if (unit) return counted(ms / unit[0], unit[1]);
  return ms < 1_000 ? counted(ms, "millisecond") : `${short(ms / 1_000)} seconds`;
}

const short = (value: number): string => String(Number(value.toFixed(2)));
