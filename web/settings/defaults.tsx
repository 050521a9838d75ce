import { changeSettings, useSettings } from "../api/settings.ts";
import type { MessageDefaults } from "../api/stored-settings.ts";
import { BudgetFields } from "./budget-fields.tsx";
import { ConstraintFields } from "./constraint-fields.tsx";
import { withDefault } from "./message-defaults.ts";
import { Field, Section, Switch } from "./section.tsx";
import styles from "./settings.module.css";
import { useHealth } from "./use-health.ts";

const CONTROLLERS = [
  ["embedded", "Embedded: no language model"],
  ["openai", "OpenAI-compatible"],
  ["workers-ai", "Workers AI"],
] as const;

/** What each of your requests is sent with unless it says otherwise. */
export function Defaults() {
  const { defaults, approvePlans } = useSettings();
  const health = useHealth();
  const configured: readonly string[] = health.data?.controllers.configured ?? ["embedded"];
  const change = <Name extends keyof MessageDefaults>(name: Name, value: MessageDefaults[Name] | undefined): void =>
    changeSettings({ defaults: withDefault(defaults, name, value) });
  return (
    <Section title="Requests">
      <Switch
        label="Show me the plan first"
        hint="A request waits for your approval before anything runs."
        isOn={approvePlans}
        onChange={(isOn) => changeSettings({ approvePlans: isOn })}
      />
      <div className={styles.fields}>
        <Field label="Controller" hint="Who plans and answers.">
          {(ids) => (
            <select
              {...ids}
              value={defaults.controller ?? ""}
              onChange={({ target }) => change("controller", CONTROLLERS.find(([name]) => name === target.value)?.[0])}
            >
              <option value="">As the server likes</option>
              {CONTROLLERS.map(([name, words]) => (
                <option key={name} value={name} disabled={!configured.includes(name)}>
                  {words}
                  {configured.includes(name) ? "" : " (not switched on)"}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label="Who chooses models" hint="Rules cost nothing; a language model is asked once a request.">
          {(ids) => (
            <select
              {...ids}
              value={defaults.selection ?? ""}
              onChange={({ target }) => change("selection", target.value === "language" ? "language" : undefined)}
            >
              <option value="">Rules</option>
              <option value="language">A language model</option>
            </select>
          )}
        </Field>
      </div>
      <h3>Budget of a request</h3>
      <BudgetFields budget={defaults.budget ?? {}} onChange={(budget) => change("budget", budget)} />
      <h3>Which models may be used</h3>
      <ConstraintFields
        constraints={defaults.constraints ?? {}}
        onChange={(constraints) => change("constraints", constraints)}
      />
    </Section>
  );
}
