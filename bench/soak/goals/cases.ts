import { goalText, type ScriptedStep } from "../../../scripts/goal-model.ts";
import { createRandom, pick } from "../../../scripts/random.ts";
import type { CheckInDecision, CheckIns } from "../../../src/domain/goal/events.ts";
import { FAULT_NAMES, type Manner } from "../faults.ts";
import { markOf } from "../gateway.ts";

/**
 * What a model makes of a question beside how its server answers: as scripted; nonsense; words until it is cut off, which
 * are billed; more than it was allowed to, billed as well; without a word of what it took.
 */
export type Mood = "as scripted" | "nonsense" | "cut off" | "beyond" | "untold";

/** What a person does about a question: `none` leaves it for a while, and then cancels the goal. */
export type Answer = CheckInDecision | "none";

/** What a person does unasked, once so many units of work have ended. */
export interface Meddling {
  readonly after: number;
  readonly how: "cancel" | "pause" | "pause, and raise the budget";
}

/** One goal of a soak. */
export interface GoalCase {
  readonly number: number;
  readonly text: string;
  /** What it may spend, in US dollars; null for no limit but its key's. */
  readonly usd: number | null;
  /** What its key may spend on a day. */
  readonly keyUsd: number;
  readonly timeMs: number;
  readonly checkIns: CheckIns;
  readonly meddling: Meddling | null;
  /** At the `nth` question, counted from 0. */
  answer(nth: number): Answer;
  /** At the `nth` call about the same, counted from 0. */
  behave(about: string, nth: number): { readonly manner: Manner; readonly mood: Mood };
}

const MAX_STEPS = 9;
const MAX_INPUTS = 3;
const MAX_STEP_MS = 400;
const PLAN_SHARE = 0.4;
/** Of the calls of a goal, at a server and by its model; they differ from goal to goal. */
const MAX_FAULT_SHARE = 0.6;
const MAX_MOOD_SHARE = 0.4;
const SLOW_SHARE = 0.1;
const UNLIMITED_SHARE = 0.1;
/** From what no step can be paid from to what is enough for all. */
const MAX_GOAL_USD = 0.8;
/** Keys that have less than their goal may spend. */
const POOR_KEY_SHARE = 0.2;
const RICH_KEY_USD = 50;
const USUAL_TIME_MS = 90_000;
/** Goals with little time: what never ends lasts as long as they may. */
const HURRIED_SHARE = 0.08;
const HURRIED_TIME_MS = 8_000;
/** Of the faults of such a goal. */
const ENDLESS_SHARE = 0.4;
const MEDDLING_SHARE = 0.45;
const ASKING_SHARE = 0.45;
const MAX_UNASKED_USD = 0.05;

/** The first keeps everybody from the one server for an hour, the second a goal for as long as it may last. */
const AT_RANDOM = FAULT_NAMES.filter((fault) => fault !== "rate limit, for an hour" && fault !== "never ends");
const MOODS: readonly Mood[] = ["nonsense", "cut off", "beyond", "untold"];
const HOW: readonly Meddling["how"][] = ["cancel", "pause", "pause, and raise the budget"];
const ANSWERS: readonly Answer[] = ["approve", "approve", "approve", "change", "stop", "none"];

/** The goals of a soak: the same for the same seed. */
export const goalCasesOf = (goals: number, seed: number): readonly GoalCase[] =>
  Array.from({ length: goals }, (_, number) => goalCase(number, seed));

function goalCase(number: number, seed: number): GoalCase {
  const random = createRandom(seed * 1_000_003 + number);
  const steps = anySteps(random);
  const usd = random() < UNLIMITED_SHARE ? null : random() * MAX_GOAL_USD;
  const isKeyPoor = random() < POOR_KEY_SHARE;
  const isHurried = random() < HURRIED_SHARE;
  const [faultShare, moodShare] = [random() * MAX_FAULT_SHARE, random() * MAX_MOOD_SHARE];
  const meddling =
    random() < MEDDLING_SHARE
      ? { after: 1 + Math.floor(random() * steps.length), how: pick(HOW, random) ?? "cancel" }
      : null;
  return {
    ...{ number, usd, meddling, timeMs: isHurried ? HURRIED_TIME_MS : USUAL_TIME_MS },
    text: goalText(markOf(number, 0), steps),
    keyUsd: isKeyPoor ? random() * (usd ?? MAX_GOAL_USD) : RICH_KEY_USD,
    checkIns: random() < ASKING_SHARE ? anyCheckIns(random) : {},
    answer: (nth) => pick(ANSWERS, createRandom(seed * 7_919 + number * 257 + nth)) ?? "approve",
    behave: (about, nth) => {
      const here = createRandom(seed * 15_485_863 + number * 65_537 + codeOf(about) + nth);
      if (here() < faultShare) {
        const manner = isHurried && here() < ENDLESS_SHARE ? "never ends" : (pick(AT_RANDOM, here) ?? "status 500");
        return { manner, mood: "as scripted" };
      }
      const mood = here() < moodShare ? (pick(MOODS, here) ?? "nonsense") : "as scripted";
      return { manner: here() < SLOW_SHARE ? "slow" : "sound", mood };
    },
  };
}

const codeOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7);

/** Each takes what some of the earlier ones give. */
function anySteps(random: () => number): readonly ScriptedStep[] {
  const count = 2 + Math.floor(random() * (MAX_STEPS - 1));
  const steps: ScriptedStep[] = [];
  for (let n = 0; n < count; n++) {
    const isPlan = random() < PLAN_SHARE;
    const most = Math.floor(random() * (isPlan ? 2 : MAX_INPUTS + 1));
    const inputs = new Set(
      Array.from({ length: most }, () => pick(steps, random)?.name ?? "").filter((name) => name !== ""),
    );
    steps.push({ name: `s${n}`, inputs: [...inputs], delayMs: Math.floor(random() * MAX_STEP_MS), isPlan });
  }
  return steps;
}

function anyCheckIns(random: () => number): CheckIns {
  const [isPlan, isCount, isSpending] = [random() < 0.5, random() < 0.5, random() < 0.5];
  return {
    ...(isPlan ? { plan: true } : {}),
    ...(isCount ? { afterSteps: 1 + Math.floor(random() * 4) } : {}),
    ...(isSpending ? { beforeSpending: random() * MAX_UNASKED_USD } : {}),
  };
}
