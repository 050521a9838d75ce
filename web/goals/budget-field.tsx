import { AmountField } from "../settings/amount-field.tsx";
import { type BudgetPart, type GoalBudget, withAmount } from "./budget.ts";

/** The limit of one part of a goal's budget, in the unit of the page. */
export function BudgetField({
  part,
  budget,
  hint = part.hint,
  onChange,
}: {
  readonly part: BudgetPart;
  readonly budget: GoalBudget;
  readonly hint?: string;
  readonly onChange: (budget: GoalBudget) => void;
}) {
  const set = budget[part.name];
  return (
    <AmountField
      label={part.label}
      hint={hint}
      range={part.range}
      amount={set === undefined ? null : set / part.scale}
      onChange={(amount) => onChange(withAmount(budget, part, amount))}
    />
  );
}
