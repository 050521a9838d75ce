import { countEach, mean, percentOf } from "../measures/means.ts";
import { failureReasons, type ModelCalls, type Planning } from "./plan-all.ts";

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
  /** Of the language model, a request in the mean. */
  readonly calls: ModelCalls;
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
    calls: {
      count: mean(plannings.map(({ calls }) => calls.count)) ?? 0,
      inputTokens: mean(plannings.map(({ calls }) => calls.inputTokens)) ?? 0,
      outputTokens: mean(plannings.map(({ calls }) => calls.outputTokens)) ?? 0,
    },
  };
}

/** For people, in one to three lines. */
export function answerLines({ plan, ask, reply, failed, handedOver, failures, calls }: Answers): readonly string[] {
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
    ...(calls.count === 0 ? [] : [callsLine(calls)]),
  ];
}

const callsLine = ({ count, inputTokens, outputTokens }: ModelCalls): string =>
  `A request took ${count.toFixed(2)} calls of the language model in the mean, ${inputTokens.toFixed(0)} tokens in and ${outputTokens.toFixed(0)} out.`;
