import type { MessageDefaults } from "../api/stored-settings.ts";
import { readCommon } from "../settings/message-defaults.ts";
import { duration, money } from "../ui/amounts.ts";

const BILLION = 1e9;
/** What the form has a field for. */
const COMMON: ReadonlySet<string> = new Set(["licence", "provider", "size", "gated", "prefer"]);

/** What every message is sent with, in a few words each; empty where nothing is set. */
export function sentWith({ controller, planning, selection, constraints, budget }: MessageDefaults): readonly string[] {
  const { licence, localOnly, maxBillions, ungated, cheapest } = readCommon(constraints);
  const isFurther = Object.keys(constraints ?? {}).some((name) => !COMMON.has(name));
  const told: readonly (string | false)[] = [
    licence !== "" && `${licence} licences`,
    localOnly && "local models only",
    maxBillions !== null &&
      `at most ${(maxBillions * BILLION).toLocaleString("en", { notation: "compact" })} parameters`,
    ungated && "models without a gate",
    cheapest && "the cheapest first",
    isFurther && "further conditions",
    budget?.usd !== undefined && `at most ${money(budget.usd)}`,
    budget?.timeMs !== undefined && `at most ${duration(budget.timeMs)}`,
    budget?.llmCalls !== undefined && `at most ${budget.llmCalls} calls of a language model`,
    budget?.tasks !== undefined && `at most ${budget.tasks} ${budget.tasks === 1 ? "task" : "tasks"}`,
    controller !== undefined && `planned by ${controller}`,
    planning !== undefined && `${planning} planning`,
    selection !== undefined && `models chosen by ${selection}`,
  ];
  return told.filter((words) => words !== false);
}
