import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useClient } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Fault } from "../ui/fault.tsx";
import { AmountField } from "./amount-field.tsx";
import type { AmountRange } from "./amounts.ts";
import { readCommon, writeCommon } from "./message-defaults.ts";
import { Field, Switch } from "./section.tsx";
import styles from "./settings.module.css";

type Constraints = Readonly<Record<string, unknown>>;

const LICENCES = [
  ["", "Any"],
  ["permissive", "Permissive, such as MIT and Apache"],
  ["MIT", "MIT"],
  ["Apache-2.0", "Apache-2.0"],
] as const;

/** A request that is planned, not run, to hear whether the server takes the conditions. */
const PROBE = "Summarize “The sun is a star. It is bright.”";
const SHOWN_INDENT = 2;
/** From the smallest models there are to more than the largest. */
const BILLIONS: AmountRange = { min: 0.001, max: 100_000, isWhole: false };

/** The conditions that models have to satisfy: the usual ones as fields, and all of them as JSON. */
export function ConstraintFields({
  constraints,
  onChange,
}: {
  readonly constraints: object;
  readonly onChange: (constraints: Constraints) => void;
}) {
  const client = useClient();
  const common = readCommon(constraints);
  const written = Object.keys(constraints).length === 0 ? "" : JSON.stringify(constraints, null, SHOWN_INDENT);
  const [typed, setTyped] = useState<{ readonly text: string; readonly of: string } | null>(null);
  // What is typed stands until a field changes the constraints.
  const text = typed?.of === written ? typed.text : written;
  const fault = faultOf(text);
  const check = useMutation({
    mutationFn: () => client.plan({ text: PROBE, constraints: Object.assign({}, constraints) }),
  });
  const change = (next: Constraints): void => {
    // What the server said was said of other conditions.
    check.reset();
    onChange(next);
  };
  const set = (part: Parameters<typeof writeCommon>[1]): void => change(writeCommon(constraints, part));
  const type = (next: string): void => {
    const read = next.trim() === "" ? {} : parse(next);
    if (read === null) {
      setTyped({ text: next, of: written });
      return;
    }
    setTyped({ text: next, of: Object.keys(read).length === 0 ? "" : JSON.stringify(read, null, SHOWN_INDENT) });
    change(read);
  };
  return (
    <>
      <div className={styles.fields}>
        <Field label="Licence">
          {(ids) => (
            <select {...ids} value={common.licence} onChange={({ target }) => set({ licence: target.value })}>
              {LICENCES.map(([name, words]) => (
                <option key={name} value={name}>
                  {words}
                </option>
              ))}
              {LICENCES.some(([name]) => name === common.licence) ? null : (
                <option value={common.licence}>{common.licence}</option>
              )}
            </select>
          )}
        </Field>
        <AmountField
          label="Parameters at most, in billions"
          amount={common.maxBillions}
          range={BILLIONS}
          onChange={(maxBillions) => set({ maxBillions })}
        />
      </div>
      <Switch
        label="Local only"
        hint="Nothing leaves the house: embedded experts, endpoints of your own, and Workers AI where it is bound."
        isOn={common.localOnly}
        onChange={(localOnly) => set({ localOnly })}
      />
      <Switch
        label="Only models whose weights everybody may have"
        isOn={common.ungated}
        onChange={(ungated) => set({ ungated })}
      />
      <Switch label="The cheapest first" isOn={common.cheapest} onChange={(cheapest) => set({ cheapest })} />
      <Field label="All conditions, as JSON" hint="As the API takes them; empty for none.">
        {(ids) => (
          <textarea
            {...ids}
            rows={5}
            spellCheck={false}
            value={text}
            aria-invalid={fault !== null}
            onChange={({ target }) => type(target.value)}
          />
        )}
      </Field>
      <div className={styles.row}>
        <Button onClick={() => check.mutate()} disabled={fault !== null} isBusy={check.isPending}>
          Check with the server
        </Button>
        <span role="status">
          {fault ?? (check.isSuccess ? "The server takes them." : check.isPending ? "Asking …" : "")}
        </span>
      </div>
      {check.error ? <Fault fault={check.error} /> : null}
    </>
  );
}

function parse(text: string): Constraints | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

const faultOf = (text: string): string | null =>
  text.trim() === "" || parse(text) !== null ? null : "This is not a JSON object yet, and not kept.";
