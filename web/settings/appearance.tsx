import { changeSettings, useSettings } from "../api/settings.ts";
import type { Theme } from "../api/stored-settings.ts";
import { Section } from "./section.tsx";
import styles from "./settings.module.css";

const THEMES: readonly (readonly [Theme, string])[] = [
  ["system", "As the device"],
  ["light", "Light"],
  ["dark", "Dark"],
];

export function Appearance() {
  const { theme } = useSettings();
  return (
    <Section title="Appearance">
      <div role="radiogroup" aria-label="Theme" className={styles.row}>
        {THEMES.map(([name, words]) => (
          <label key={name} className={styles.switch}>
            <input
              type="radio"
              name="theme"
              checked={theme === name}
              onChange={() => changeSettings({ theme: name })}
            />
            <span>{words}</span>
          </label>
        ))}
      </div>
    </Section>
  );
}
