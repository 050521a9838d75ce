import type { NewMessage } from "../../src/client/client.ts";
import { MAX_LLM_CALLS_BUDGET, MAX_TIME_BUDGET_MS, MAX_USD_BUDGET } from "../../src/domain/budget.ts";
import { MAX_PLAN_TASKS } from "../../src/domain/plan.ts";
import { AmountField } from "./amount-field.tsx";
import type { AmountRange } from "./amounts.ts";
import { Switch } from "./section.tsx";
import styles from "./settings.module.css";

type Budget = NonNullable<NewMessage["budget"]>;

const MINUTE_MS = 60_000;

interface Part {
  readonly name: "timeMs" | "usd" | "llmCalls" | "tasks";
  readonly label: string;
  readonly hint: string;
  /** What one of its unit is in the API's. */
  readonly scale: number;
  /** As the API has it, in its unit here. */
  readonly range: AmountRange;
}

const PARTS: readonly Part[] = [
  {
    ...{ name: "timeMs", label: "Minutes", hint: "Half an hour where it is empty.", scale: MINUTE_MS },
    range: { min: 0.1, max: MAX_TIME_BUDGET_MS / MINUTE_MS, isWhole: false },
  },
  {
    ...{ name: "usd", label: "US dollars", hint: "Models of unknown price are not called then.", scale: 1 },
    range: { min: 0, max: MAX_USD_BUDGET, isWhole: false },
  },
  {
    ...{ name: "llmCalls", label: "Calls of a language model", hint: "To plan, choose and answer.", scale: 1 },
    range: { min: 0, max: MAX_LLM_CALLS_BUDGET, isWhole: true },
  },
  {
    ...{ name: "tasks", label: "Tasks", hint: "A larger plan is not run; the answer says so.", scale: 1 },
    range: { min: 1, max: MAX_PLAN_TASKS, isWhole: true },
  },
];

/** What a request may spend; an empty field is no limit. */
export function BudgetFields({
  budget,
  onChange,
}: {
  readonly budget: Budget;
  readonly onChange: (budget: Budget) => void;
}) {
  const { onExhausted, ...limits } = budget;
  return (
    <>
      <div className={styles.fields}>
        {PARTS.map(({ name, label, hint, scale, range }) => {
          const { [name]: set, ...rest } = budget;
          return (
            <AmountField
              key={name}
              label={label}
              hint={hint}
              range={range}
              amount={typeof set === "number" ? set / scale : null}
              onChange={(amount) => onChange(amount === null ? rest : { ...rest, [name]: inUnits(amount, scale) })}
            />
          );
        })}
      </div>
      <Switch
        label="Ask me when a budget is used up"
        hint="Otherwise a request ends with what it could pay for."
        isOn={onExhausted !== "answer"}
        onChange={(isOn) => onChange(isOn ? limits : { ...limits, onExhausted: "answer" })}
      />
    </>
  );
}

/** The API counts the smaller unit in whole numbers. */
const inUnits = (amount: number, scale: number): number => (scale === 1 ? amount : Math.round(amount * scale));
