import type { NewGoal } from "../../src/client/client.ts";
import type { MessageDefaults } from "../api/stored-settings.ts";
import type { GoalBudget } from "./budget.ts";

/** What a person chooses beside the words of a goal. */
export interface GoalChoices extends Pick<NewGoal, "checkIns"> {
  readonly budget?: GoalBudget;
}

/** As a goal begins: nothing is done before a person has seen the steps. */
export const FIRST_CHOICES: GoalChoices = { checkIns: { plan: true } };

/** A goal as this page sends it; what is set for all messages about models holds for it as well. */
export const newGoal = (
  goal: string,
  resources: readonly string[],
  { budget = {}, checkIns = {} }: GoalChoices,
  { constraints }: Pick<MessageDefaults, "constraints">,
): NewGoal => ({
  goal,
  ...(resources.length > 0 ? { resources: [...resources] } : {}),
  ...(Object.keys(budget).length > 0 ? { budget } : {}),
  ...(Object.keys(checkIns).length > 0 ? { checkIns } : {}),
  ...(constraints ? { constraints } : {}),
});
