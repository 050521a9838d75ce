import type { NewMessage, RunView } from "../../src/client/client.ts";
import { type Budget, DEFAULT_TIME_BUDGET_MS } from "../../src/domain/budget.ts";
import type { MessageDefaults } from "../api/stored-settings.ts";

/** A message as this page sends it. */
export function newMessage(
  text: string,
  resources: readonly string[],
  { approvePlans, defaults }: { readonly approvePlans: boolean; readonly defaults: MessageDefaults },
): NewMessage {
  return {
    text,
    ...(resources.length > 0 ? { resources } : {}),
    ...defaults,
    // Somebody is there to be asked whether it may take more, be it that the words of the request say how much.
    budget: { onExhausted: "ask", ...defaults.budget },
    ...(approvePlans ? { approval: "plan" } : {}),
  };
}

/** Where a message went and what it said, as far as its run tells. */
export const requestOf = (
  { conversation, casting, budget, approval, text }: RunView,
  attached: readonly { readonly id: string }[],
  isFirst: boolean,
): { readonly path: string; readonly body: NewMessage } => ({
  path: isFirst ? "/v1/runs" : `/v1/conversations/${encodeURIComponent(conversation)}/messages`,
  body: {
    text,
    ...(attached.length > 0 ? { resources: attached.map(({ id }) => id) } : {}),
    ...casting,
    ...(budget ? { budget: askedOf(budget) } : {}),
    ...(approval === "plan" ? { approval } : {}),
  },
});

/** A budget without the time that a run has that nobody gave a budget. */
function askedOf({ timeMs, ...budget }: Budget): Partial<Budget> {
  return timeMs === DEFAULT_TIME_BUDGET_MS ? budget : { timeMs, ...budget };
}
