import { BUDGET_PARTS, type BudgetPart, withAmount } from "./budget.ts";
import styles from "./goal.module.css";
import type { GoalChoices } from "./new-goal.ts";

/** The parts of the budget that are asked for; the others have limits of their own. */
const ASKED = BUDGET_PARTS.filter(({ name }) => name === "usd" || name === "timeMs");

/** What a goal may spend, and when its person is asked. */
export function GoalChoicesFields({
  choices,
  onChange,
}: {
  readonly choices: GoalChoices;
  readonly onChange: (choices: GoalChoices) => void;
}) {
  const { budget = {}, checkIns = {} } = choices;
  const setCheckIns = (change: NonNullable<GoalChoices["checkIns"]>): void =>
    onChange({ ...choices, checkIns: change });
  const { plan: _plan, ...withoutPlan } = checkIns;
  return (
    <div className={styles.choices}>
      <fieldset>
        <legend className="visually-hidden">What it may spend</legend>
        {ASKED.map((part) => (
          <Amount
            key={part.name}
            part={part}
            onAmount={(amount) => onChange({ ...choices, budget: withAmount(budget, part, amount) })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="visually-hidden">When you are asked</legend>
        <label>
          <input
            type="checkbox"
            checked={checkIns.plan === true}
            onChange={({ target }) => setCheckIns(target.checked ? { ...withoutPlan, plan: true } : withoutPlan)}
          />
          Show me the steps first
        </label>
        <Ask
          label="Ask after steps"
          step={1}
          least={1}
          onAmount={(n) => setCheckIns(withAsked(checkIns, "afterSteps", n))}
        />
        <Ask
          label="Ask above dollars"
          step={0.01}
          least={0}
          onAmount={(n) => setCheckIns(withAsked(checkIns, "beforeSpending", n))}
        />
      </fieldset>
    </div>
  );
}

function withAsked<Part extends "afterSteps" | "beforeSpending">(
  checkIns: NonNullable<GoalChoices["checkIns"]>,
  part: Part,
  amount: number | null,
): NonNullable<GoalChoices["checkIns"]> {
  const { [part]: _, ...rest } = checkIns;
  return amount === null ? rest : { ...rest, [part]: amount };
}

const Amount = ({
  part,
  onAmount,
}: {
  readonly part: BudgetPart;
  readonly onAmount: (amount: number | null) => void;
}) => (
  <Ask
    label={part.label}
    step={part.range.isWhole ? 1 : 0.01}
    least={part.range.min}
    hint={part.hint}
    onAmount={onAmount}
  />
);

function Ask({
  label,
  step,
  least,
  hint,
  onAmount,
}: {
  readonly label: string;
  readonly step: number;
  readonly least: number;
  readonly hint?: string;
  readonly onAmount: (amount: number | null) => void;
}) {
  return (
    <label title={hint}>
      {label}
      <input
        type="number"
        inputMode="decimal"
        min={least}
        step={step}
        onChange={({ target }) =>
          onAmount(target.value === "" || target.valueAsNumber < least ? null : target.valueAsNumber)
        }
      />
    </label>
  );
}
