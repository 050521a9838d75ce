import type { NewGoal } from "../../src/client/client.ts";
import { MAX_USD_BUDGET } from "../../src/domain/budget.ts";
import { MAX_STEPS } from "../../src/domain/goal/step.ts";
import { AmountField } from "../settings/amount-field.tsx";
import type { AmountRange } from "../settings/amounts.ts";
import { BUDGET_PARTS, type BudgetPart } from "./budget.ts";
import { BudgetField } from "./budget-field.tsx";
import styles from "./goal.module.css";
import type { GoalChoices } from "./new-goal.ts";

/** The parts of the budget that are asked for; the others have limits of their own. */
const ASKED: readonly BudgetPart[] = BUDGET_PARTS.filter(({ name }) => name === "usd" || name === "timeMs");

type CheckIns = NonNullable<NewGoal["checkIns"]>;

const STEPS: AmountRange = { min: 1, max: MAX_STEPS, isWhole: true };
const DOLLARS: AmountRange = { min: 0, max: MAX_USD_BUDGET, isWhole: false };

/** What a goal may spend, and when its person is asked. */
export function GoalChoicesFields({
  choices,
  onChange,
}: {
  readonly choices: GoalChoices;
  readonly onChange: (choices: GoalChoices) => void;
}) {
  const { budget = {}, checkIns = {} } = choices;
  const ask = (when: keyof CheckIns, value: number | true | null): void =>
    onChange({ ...choices, checkIns: withCheckIn(checkIns, when, value) });
  return (
    <div className={styles.choices}>
      <fieldset>
        <legend>What it may spend</legend>
        {ASKED.map((part) => (
          <BudgetField
            key={part.name}
            part={part}
            budget={budget}
            onChange={(next) => onChange({ ...choices, budget: next })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend>When you are asked</legend>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={checkIns.plan === true}
            onChange={({ target }) => ask("plan", target.checked || null)}
          />
          Before it starts, with its steps
        </label>
        <AmountField
          label="After every so many steps"
          range={STEPS}
          amount={checkIns.afterSteps ?? null}
          onChange={(steps) => ask("afterSteps", steps)}
        />
        <AmountField
          label="Before it spends more than (US dollars)"
          range={DOLLARS}
          amount={checkIns.beforeSpending ?? null}
          onChange={(usd) => ask("beforeSpending", usd)}
        />
      </fieldset>
    </div>
  );
}

function withCheckIn(checkIns: CheckIns, when: keyof CheckIns, value: number | true | null): CheckIns {
  const { [when]: _, ...rest } = checkIns;
  return value === null ? rest : { ...rest, [when]: value };
}
