import { Link } from "wouter";
import type { GoalView, StepView } from "../../src/client/client.ts";
import { Status } from "../ui/status.tsx";
import styles from "./goal.module.css";
import { inputsOf, type StepNode, treeOf } from "./tree.ts";
import { spentWords, tookWords, waitWords } from "./words.ts";

/** The steps of a goal as a tree; each opens to what it takes, gives and did. */
export function StepTree({ goal }: { readonly goal: GoalView }) {
  const [root] = treeOf(goal.steps);
  if (!root || root.parts.length === 0) return <p className={styles.soft}>It has not been broken down yet.</p>;
  return <Nodes nodes={root.parts} goal={goal} />;
}

function Nodes({ nodes, goal }: { readonly nodes: readonly StepNode[]; readonly goal: GoalView }) {
  return (
    <ul className={styles.steps}>
      {nodes.map(({ step, parts }) => (
        <li key={step.name}>
          <Step step={step} goal={goal} />
          {parts.length === 0 ? null : <Nodes nodes={parts} goal={goal} />}
        </li>
      ))}
    </ul>
  );
}

function Step({ step, goal }: { readonly step: StepView; readonly goal: GoalView }) {
  const waits = waitWords(step, goal);
  const took = tookWords(step);
  const inputs = inputsOf(step, goal);
  return (
    <details className={styles.step}>
      <summary>
        <strong>{step.name}</strong> <Status status={step.status} />
        <span className={styles.soft}>
          {[waits, took, step.spent.tasks === 0 ? null : spentWords(step.spent)]
            .filter((one) => one !== null)
            .join(", ")}
        </span>
      </summary>
      <p>{step.does}</p>
      <dl className={styles.facts}>
        <Fact name="Value and effort">
          {step.value} at {step.effort}
        </Fact>
        <Fact name="Done by">{howWords(step)}</Fact>
        {inputs.length === 0 ? null : (
          <Fact name="Takes">
            {inputs.map(({ name, from }) => (from === null ? name : `${name} (from ${from.name})`)).join(", ")}
          </Fact>
        )}
        {step.outputs.length === 0 ? null : (
          <Fact name="Gives">{step.outputs.map(({ name, kind }) => `${name} (${kind})`).join(", ")}</Fact>
        )}
        {step.error ? (
          <Fact name="What went wrong">
            {step.error.message} <code>{step.error.code}</code>
          </Fact>
        ) : null}
        {step.reason === undefined ? null : <Fact name="Why it was dropped">{step.reason}</Fact>}
        {step.runs.length === 0 ? null : (
          <Fact name="Runs">
            {step.runs.map((run, place) => (
              <Link key={run} href={`/runs/${run}`}>
                {place === 0 ? "why it came out so" : ` and try ${place + 1}`}
              </Link>
            ))}
          </Fact>
        )}
      </dl>
    </details>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function howWords({ how, tasks }: StepView): string {
  if (how === "program") return "a program that a model writes, in a sandbox";
  return how === "plan" ? `a plan: ${tasks.join(", ")}` : "the steps below it";
}
