import type { NewMessage } from "../../src/client/client.ts";
import { readAmount } from "./message-defaults.ts";
import { Field, Switch } from "./section.tsx";
import styles from "./settings.module.css";

type Budget = NonNullable<NewMessage["budget"]>;

const MINUTE_MS = 60_000;

interface Part {
  readonly name: "timeMs" | "usd" | "llmCalls" | "tasks";
  readonly label: string;
  readonly hint: string;
  /** What one of its unit is in the API's. */
  readonly scale: number;
  readonly isWhole: boolean;
}

const PARTS: readonly Part[] = [
  { name: "timeMs", label: "Minutes", hint: "Half an hour where it is empty.", scale: MINUTE_MS, isWhole: false },
  { name: "usd", label: "US dollars", hint: "Models of unknown price are not called then.", scale: 1, isWhole: false },
  {
    name: "llmCalls",
    label: "Calls of a language model",
    hint: "To plan, choose and answer.",
    scale: 1,
    isWhole: true,
  },
  { name: "tasks", label: "Tasks", hint: "A larger plan is asked about.", scale: 1, isWhole: true },
];

/** What a request may spend; an empty field is no limit. */
export function BudgetFields({
  budget,
  onChange,
}: {
  readonly budget: Budget;
  readonly onChange: (budget: Budget) => void;
}) {
  const change = ({ name, scale, isWhole }: Part, text: string): void => {
    const { [name]: _, ...rest } = budget;
    const amount = readAmount(text);
    onChange(amount === null ? rest : { ...rest, [name]: isWhole ? Math.max(1, Math.round(amount)) : amount * scale });
  };
  const { onExhausted: _, ...limits } = budget;
  return (
    <>
      <div className={styles.fields}>
        {PARTS.map((part) => (
          <Field key={part.name} label={part.label} hint={part.hint}>
            {(ids) => (
              <input
                {...ids}
                type="number"
                min={0}
                step={part.isWhole ? 1 : "any"}
                inputMode="decimal"
                defaultValue={budget[part.name] === undefined ? "" : (budget[part.name] ?? 0) / part.scale}
                onChange={({ target }) => change(part, target.value)}
              />
            )}
          </Field>
        ))}
      </div>
      <Switch
        label="Ask me when a budget is used up"
        hint="Otherwise a request ends with what it could pay for."
        isOn={budget.onExhausted === "ask"}
        onChange={(isOn) => onChange(isOn ? { ...limits, onExhausted: "ask" } : limits)}
      />
    </>
  );
}
