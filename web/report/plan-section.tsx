import type { RunReport } from "../../src/client/client.ts";
import { numberOf } from "../plan/titles.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { Section } from "./facts.tsx";
import styles from "./report.module.css";
import { changedInWords, levelInWords } from "./words.ts";

/** The plan in its order, what was changed to make it sound, and why every task of it may run. */
export function PlanSection({ report, withPddl }: { readonly report: RunReport; readonly withPddl: boolean }) {
  const { levels, repairs, proof, tasks } = report;
  const nameOf = (id: number): string => tasks.find((task) => task.id === id)?.title ?? "";
  return (
    <>
      <Section id="plan" title="The plan">
        <p>
          Version {report.planVersion}, with {tasks.length} {tasks.length === 1 ? "task" : "tasks"}, in this order:
        </p>
        <ol className={styles.steps}>
          {levels.map((ids) => (
            <li key={ids.join(" ")}>
              {levelInWords(ids)}: {ids.map(nameOf).join("; ")}
            </li>
          ))}
        </ol>
        {repairs.length === 0 ? (
          <p>It was sound as it was written.</p>
        ) : (
          <>
            <h3>What was changed to make it sound</h3>
            <ul className={styles.steps}>
              {repairs.map(({ message }) => (
                <li key={message}>{message}</li>
              ))}
            </ul>
            <p>{changedInWords(report.changed)}</p>
          </>
        )}
      </Section>
      <Section id="proof" title="Why it is sound">
        {proof === null ? (
          <p>
            The plan was proved sound when it was made. It cannot be proved now: a task type in it has changed, or is no
            longer part of this deployment.
          </p>
        ) : (
          <>
            <p>
              Every task type is known, every input that is needed is filled by something of the right kind, and nothing
              waits in a circle. A task runs once what it needs is at hand:
            </p>
            <dl className={styles.proof}>
              {proof.tasks.map(({ task, preconditions }) => (
                <div key={task}>
                  <dt>
                    <a href={`#task-${task}`}>
                      {numberOf(task)} {nameOf(task)}
                    </a>
                  </dt>
                  {preconditions.length === 0 ? <dd>nothing</dd> : null}
                  {preconditions.map(({ atom, establishedBy }) => (
                    <dd key={atom}>
                      {establishedBy} <code>{atom}</code>
                    </dd>
                  ))}
                </div>
              ))}
            </dl>
            <Pddl pddl={proof.pddl} isPrinted={withPddl} />
          </>
        )}
      </Section>
    </>
  );
}

type Texts = NonNullable<RunReport["proof"]>["pddl"];

const PARTS = [
  ["domain", "Domain", "What the task types need and give."],
  ["problem", "Problem", "What this plan is bound to."],
  ["solution", "Solution", "The plan itself, one action a line."],
] as const satisfies readonly (readonly [keyof Texts, string, string])[];

/** The proof as any PDDL planner or validator takes it. */
function Pddl({ pddl, isPrinted }: { readonly pddl: Texts; readonly isPrinted: boolean }) {
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
