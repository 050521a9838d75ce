import { createRandom, pick } from "../../scripts/random.ts";
import type { JsonValue } from "../../src/domain/json.ts";
import { FAULT_NAMES, type Fault, type Manner } from "./faults.ts";
import { type Behaviour, markOf } from "./gateway.ts";

export const SOAKED = ["huggingface", "workers-ai", "openai", "custom"] as const;
export type Soaked = (typeof SOAKED)[number];

interface PlannedTask {
  readonly task: string;
  readonly id: number;
  readonly args: Readonly<Record<string, JsonValue>>;
}

/** One run of a soak. */
export interface Case {
  readonly number: number;
  readonly title: string;
  readonly plan: readonly PlannedTask[];
  readonly providers: readonly string[];
  /** Milliseconds. */
  readonly timeMs: number;
  /** US dollars; null for no limit. */
  readonly usd: number | null;
  /** Cancelled once its first task has started. */
  readonly isCancelled: boolean;
  behave(task: number, nth: number): Manner;
  /** At the `nth` look at a job of the task. */
  look(task: number, nth: number): Manner;
}

/** A case before it has its place among the others. */
type Draft = Omit<Case, "number" | "isCancelled">;

type Args = (mark: string, before: string | null) => Readonly<Record<string, JsonValue>>;

/** Task types with a text of their own, which holds the mark; the second argument is an earlier task's text. */
const ON_TEXT: Readonly<Record<string, Args>> = {
  summarization: (mark) => ({ text: `${mark} It rained on Monday. It rained on Tuesday as well.` }),
  translation: (mark) => ({ text: `It rained. ${mark}`, "source-language": "en", "target-language": "de" }),
  conversational: (mark) => ({ text: `Hello. ${mark}` }),
  "text-to-image": (mark) => ({ text: `a lighthouse ${mark}` }),
  "text-to-speech": (mark) => ({ text: `Hello. ${mark}` }),
  "text-to-video": (mark) => ({ text: `a lighthouse in a storm ${mark}` }),
  "feature-extraction": (mark) => ({ text: `Hello. ${mark}` }),
  "question-answering": (mark, before) => ({ context: before ?? "It rained.", question: `What happened? ${mark}` }),
  "text2text-generation": (mark, before) => ({ text: before ?? "It rained.", instruction: `Say it again. ${mark}` }),
};
/** As these, on an earlier task's picture. */
const ON_PICTURE: Readonly<Record<string, Args>> = {
  "image-editing": (mark, before) => ({ image: before, text: `make it red ${mark}` }),
  "visual-question-answering": (mark, before) => ({ image: before, question: `What is it? ${mark}` }),
};
/** What a later task can take. */
const GIVES: Readonly<Record<string, "text" | "picture">> = {
  summarization: "text",
  translation: "text",
  conversational: "text",
  "text2text-generation": "text",
  "text-to-image": "picture",
  "image-editing": "picture",
};

/** Task types that a custom endpoint has to be there for; the others do them anyway. */
export const SOAKED_TYPES: readonly string[] = [...Object.keys(ON_TEXT), ...Object.keys(ON_PICTURE)];

/** Keeps everybody from a provider for minutes: it is tried last. */
const LAST: Fault = "rate limit, for an hour";
const AT_RANDOM = FAULT_NAMES.filter((fault) => fault !== LAST);

const MAX_TASKS = 6;
/** Of the calls of a run; it differs from run to run. */
const MAX_FAULT_SHARE = 0.95;
const SLOW_SHARE = 0.1;
const CANCELLED_SHARE = 0.06;
const HURRIED_SHARE = 0.06;
/** Runs that have little money: some calls' worth. */
const POOR_SHARE = 0.4;
const MAX_POOR_USD = 0.03;
/** Of what the Hub is asked, as long as it is asked so often. */
const HUB_FAULT_SHARE = 0.5;
const LOOK_SALT = 101;
const USUAL_TIME_MS = 120_000;
/** What never ends lasts as long as the run may. */
const SHORT_TIME_MS = 4_000;
/** In turn it has to be called at all, and its provider may be paused at first. */
const ENDLESS_TIME_MS = 15_000;

/** Each provider failing in each way, all the time; and where jobs are looked at, each look failing in each way. */
const inTurn = (): readonly Draft[] => [
  ...SOAKED.flatMap((provider) =>
    FAULT_NAMES.map(
      (fault, index): Draft => ({
        ...aloneAt(provider, ANYWHERE[index % ANYWHERE.length] ?? "summarization", fault),
        behave: () => fault,
      }),
    ),
  ),
  ...LOOK_FAULTS.map(
    (fault): Draft => ({
      ...aloneAt("huggingface", VIDEO, fault),
      title: `huggingface, at a job: ${fault}`,
      // The first look finds it under way.
      look: (_, nth) => (nth === 0 ? "sound" : fault),
    }),
  ),
];

/** Made by jobs, at Hugging Face's inference providers. */
const VIDEO = "text-to-video";
/** What all of the soaked do. */
const ANYWHERE = Object.keys(ON_TEXT).filter((task) => task !== VIDEO);
const LOOK_FAULTS = FAULT_NAMES.filter((fault) => fault !== LAST);

const aloneAt = (provider: Soaked, task: string, fault: Fault): Draft => ({
  title: `${provider}: ${fault}`,
  providers: [provider],
  plan: [{ task, id: 0, args: {} }],
  timeMs: fault === "never ends" ? ENDLESS_TIME_MS : USUAL_TIME_MS,
  usd: null,
  behave: () => "sound",
  look: () => "sound",
});

/** Failing at random: mostly sound, each call for itself. */
function atRandom(number: number, seed: number): Draft {
  const random = createRandom(seed * 1_000_003 + number);
  const isHurried = random() < HURRIED_SHARE;
  const faultShare = random() * MAX_FAULT_SHARE;
  const plan = anyPlan(random);
  const providers = [...SOAKED, "embedded"].filter(() => random() < 0.6);
  const isPoor = random() < POOR_SHARE;
  const drawn =
    (salt: number, share: number) =>
    (task: number, nth: number): Manner => {
      const here = createRandom(seed * 7_919 + number * 65_537 + task * 257 + nth + salt);
      const at = here();
      if (at < share) {
        const fault = pick(AT_RANDOM, here) ?? "status 500";
        return fault === "never ends" && !isHurried ? "connection cut" : fault;
      }
      return at < share + SLOW_SHARE ? "slow" : "sound";
    };
  return {
    title: "at random",
    providers: providers.length === 0 ? [...SOAKED] : providers,
    plan,
    timeMs: isHurried ? SHORT_TIME_MS : USUAL_TIME_MS,
    usd: isPoor ? random() * MAX_POOR_USD : null,
    behave: drawn(0, faultShare),
    look: drawn(LOOK_SALT, faultShare / 2),
  };
}

function anyPlan(random: () => number): readonly PlannedTask[] {
  const size = 1 + Math.floor(random() * MAX_TASKS);
  const plan: PlannedTask[] = [];
  for (let id = 0; id < size; id++) {
    const pictures = plan.filter(({ task }) => GIVES[task] === "picture");
    const types = [...Object.keys(ON_TEXT), ...(pictures.length > 0 ? Object.keys(ON_PICTURE) : [])];
    const task = pick(types, random) ?? "summarization";
    const kind = Object.hasOwn(ON_PICTURE, task) ? "picture" : "text";
    const able = plan.filter((earlier) => GIVES[earlier.task] === kind);
    const before = kind === "picture" || random() < 0.6 ? pick(able, random) : undefined;
    plan.push({ task, id, args: before ? { before: before.id } : {} });
  }
  return plan;
}

/** With every task's own words, and its mark in them. */
const worded = (plan: readonly PlannedTask[], number: number): readonly PlannedTask[] =>
  plan.map(({ task, id, args: { before } }) => {
    const write = ON_TEXT[task] ?? ON_PICTURE[task];
    return { task, id, args: write?.(markOf(number, id), before === undefined ? null : `<resource>-${before}`) ?? {} };
  });

/** The runs of a soak: what fails in turn, in a seeded order, as far as there is room in half of them; and at random. */
export function casesOf(runs: number, seed: number): readonly Case[] {
  const random = createRandom(seed);
  const turns = inTurn()
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => ({ ...one, isCancelled: false }))
    .slice(0, Math.ceil(runs / 2));
  const isLast = ({ title }: Pick<Case, "title">): boolean => title.endsWith(LAST);
  const others = Array.from({ length: runs - turns.length }, (_, index) => ({
    ...atRandom(index, seed),
    isCancelled: random() < CANCELLED_SHARE,
  }));
  return [...turns.filter((one) => !isLast(one)), ...others, ...turns.filter(isLast)].map((one, number) => ({
    ...one,
    number,
    plan: worded(one.plan, number),
  }));
}

/** How all services behave in a soak. */
export const behaviourOf = (cases: readonly Case[], seed: number): Behaviour => ({
  call: (run, task, nth) => cases[run]?.behave(task, nth) ?? "sound",
  look: (run, task, nth) => cases[run]?.look(task, nth) ?? "sound",
  hub: (nth) => {
    const random = createRandom(seed * 15_485_863 + nth);
    return random() < HUB_FAULT_SHARE ? (pick(AT_THE_HUB, random) ?? "status 500") : "sound";
  },
});

/** What never ends is waited for as long as a task may take. */
const AT_THE_HUB = AT_RANDOM.filter((fault) => fault !== "never ends");
