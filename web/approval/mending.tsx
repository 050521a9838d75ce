import { Button } from "../ui/button.tsx";
import styles from "./approval.module.css";
import type { Tasks } from "./plan-edit.ts";
import type { Check } from "./use-check.ts";

/** What would make an unsound plan sound, where the server knows it. */
export function Mending({
  check: { mended, plan },
  onTake,
}: {
  readonly check: Check;
  readonly onTake: (tasks: Tasks) => void;
}) {
  if (mended === null) return null;
  return (
    <section className={styles.mending} aria-label="A sound plan near to this one">
      <p>It would be sound with these changes:</p>
      <ul>
        {plan?.repairs.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
      <Button onClick={() => onTake(mended)}>Make these changes</Button>
    </section>
  );
}
