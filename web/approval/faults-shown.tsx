import { CircleAlert } from "lucide-react";
import styles from "./approval.module.css";
import type { TaskFault } from "./faults.ts";

/** What is wrong with a task, or with the plan as a whole. */
export function FaultsShown({ faults }: { readonly faults: readonly TaskFault[] }) {
  if (faults.length === 0) return null;
  return (
    <ul className={styles.faults}>
      {faults.map(({ port, message }) => (
        <li key={`${port} ${message}`}>
          <CircleAlert size={16} aria-hidden /> {message}
        </li>
      ))}
    </ul>
  );
}
