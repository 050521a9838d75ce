import { countEach, percentOf } from "../measures/means.ts";
import { failureReasons, type Planning } from "./plan-all.ts";

/** What kinds of answers came, in percent of all. */
export interface Answers {
  readonly plan: number;
  readonly ask: number;
  readonly reply: number;
  readonly failed: number;
  /** Of all, whatever came of it: those that another controller answered. */
  readonly handedOver: number;
  /** How many plans failed, by reason. */
  readonly failures: Readonly<Record<string, number>>;
}

/** @param plannings at least one. */
export function answersOf(plannings: readonly Planning[]): Answers {
  const share = (as: Planning["answer"]["as"]): number => percentOf(plannings.map(({ answer }) => answer.as === as));
  return {
    plan: share("plan"),
    ask: share("ask"),
    reply: share("reply"),
    failed: share("failed"),
    handedOver: percentOf(plannings.map(({ handedOver }) => handedOver)),
    failures: countEach(failureReasons(plannings)),
  };
}

/** For people, in one line or two. */
export function answerLines({ plan, ask, reply, failed, handedOver, failures }: Answers): readonly string[] {
  const shares = [
    `${plan.toFixed(1)} % plans`,
    `${ask.toFixed(1)} % asked back`,
    `${reply.toFixed(1)} % replied without a plan`,
    `${failed.toFixed(1)} % failed`,
  ];
  const why = Object.entries(failures).map(([reason, times]) => `${times} × ${reason}`);
  return [
    `Answers: ${shares.join(", ")}; ${handedOver.toFixed(1)} % handed over to another controller.`,
    ...(why.length === 0 ? [] : [`Failed: ${why.join(", ")}.`]),
  ];
}
