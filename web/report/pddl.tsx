import type { RunReport } from "../../src/client/client.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import styles from "./report.module.css";

type Texts = NonNullable<RunReport["proof"]>["pddl"];

const PARTS = [
  ["domain", "Domain", "What the task types need and give."],
  ["problem", "Problem", "What this plan is bound to."],
  ["solution", "Solution", "The plan itself, one action a line."],
] as const satisfies readonly (readonly [keyof Texts, string, string])[];

/** The proof as any PDDL planner or validator takes it. */
export function Pddl({ pddl, isPrinted }: { readonly pddl: Texts; readonly isPrinted: boolean }) {
  return (
    <details className={`${styles.pddl} ${isPrinted ? "" : styles.unprinted}`}>
      <summary>The proof in PDDL</summary>
      <p>Any PDDL planner can solve the problem, and any validator can check the solution.</p>
      {PARTS.map(([part, title, words]) => (
        <section key={part} aria-label={`PDDL ${part}`}>
          <div className={styles.codeHead}>
            <p>
              <strong>{title}.</strong> {words}
            </p>
            <CopyButton text={pddl[part]} label={`Copy the ${part}`} />
          </div>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
          <pre tabIndex={0}>{pddl[part].trim()}</pre>
        </section>
      ))}
    </details>
  );
}
