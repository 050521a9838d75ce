import type { GoalView } from "../../src/client/client.ts";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { ValueShown } from "../values/value-shown.tsx";
import { plainWords } from "../values/words.ts";
import styles from "./goal.module.css";

/** What a goal gave, each as what it is. */
export function Outputs({ outputs }: { readonly outputs: GoalView["outputs"] }) {
  return (
    <ul className={styles.outputs}>
      {outputs.map(({ name, description, value }) =>
        value === null ? null : (
          <li key={name}>
            <h3>{plainWords(name)}</h3>
            {description === "" ? null : <p className={styles.soft}>{description}</p>}
            <Guard fallback={<NotLoaded what={plainWords(name)} />}>
              <ValueShown value={value} name={name} />
            </Guard>
          </li>
        ),
      )}
    </ul>
  );
}
