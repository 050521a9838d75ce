import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "wouter";
import type { GoalReport, GoalView, StepView } from "../../src/client/client.ts";
import { Guard, NotLoaded } from "../ui/guard.tsx";
import { Status } from "../ui/status.tsx";
import styles from "./goal.module.css";
import { type InputSource, inputsOf, type StepNode, treeOf } from "./tree.ts";
import { rowWords, waitWords } from "./words.ts";

/** The steps of a goal as a tree; each opens to what it takes, gives and did. */
export function StepTree({ goal, reported }: { readonly goal: GoalView; readonly reported: GoalReport["steps"] }) {
  const [root] = treeOf(goal.steps);
  if (!root || root.parts.length === 0) return <p className={styles.soft}>It has not been broken down yet.</p>;
  return <Nodes nodes={root.parts} goal={goal} reported={new Map(reported.map((one) => [one.name, one]))} />;
}

interface Known {
  readonly goal: GoalView;
  readonly reported: ReadonlyMap<string, GoalReport["steps"][number]>;
}

function Nodes({ nodes, ...known }: Known & { readonly nodes: readonly StepNode[] }) {
  return (
    <ul className={styles.steps}>
      {nodes.map(({ step, parts }) => (
        <li key={step.name}>
          <Step step={step} {...known} />
          {parts.length === 0 ? null : <Nodes nodes={parts} {...known} />}
        </li>
      ))}
    </ul>
  );
}

function Step({ step, goal, reported }: Known & { readonly step: StepView }) {
  const [isOpen, setOpen] = useState(false);
  const waits = waitWords(step, goal);
  const inputs = inputsOf(step, goal);
  const lastRun = step.runs.at(-1);
  return (
    <details className={styles.step} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <strong>{step.name}</strong> <Status status={step.status} />
        <span className={styles.soft}>{[...rowWords(step), ...(waits === null ? [] : [waits])].join(", ")}</span>
        {step.error ? <span className={styles.wrong}>{step.error.message}</span> : null}
      </summary>
      <p>{step.does}</p>
      <dl className={styles.facts}>
        <Fact name="Done by">{howWords(step)}</Fact>
        {inputs.length === 0 ? null : <Fact name="Takes">{inputs.map(inputWords).join(", ")}</Fact>}
        {step.outputs.length === 0 ? null : (
          <Fact name="Gives">{step.outputs.map(({ name, kind }) => `${name} (${kind})`).join(", ")}</Fact>
        )}
        {(reported.get(step.name)?.starts ?? []).map(({ run, at, why }) => (
          <Fact key={run} name="Why then">
            {timeOfDay.format(new Date(at))}, as {why}
          </Fact>
        ))}
        {step.error ? (
          <Fact name="Kind of fault">
            <code>{step.error.code}</code>
          </Fact>
        ) : null}
        {step.reason === undefined ? null : <Fact name="Why it was dropped">{step.reason}</Fact>}
        {step.runs.length === 0 ? null : (
          <Fact name="Runs">
            {step.runs.map((run, place) => (
              <Link key={run} href={`/runs/${encodeURIComponent(run)}`}>
                {place === 0 ? "why it came out so" : ` and try ${place + 1}`}
              </Link>
            ))}
          </Fact>
        )}
      </dl>
      {isOpen && step.status === "done" && lastRun !== undefined ? (
        <Guard fallback={<NotLoaded what="What it made" />}>
          <Suspense fallback={<p className={styles.soft}>It is being shown.</p>}>
            <StepResult run={lastRun} files={goal.files.map(({ resource }) => resource)} />
          </Suspense>
        </Guard>
      ) : null}
    </details>
  );
}

const StepResult = lazy(() => import("./step-result.tsx"));

const timeOfDay = new Intl.DateTimeFormat("en", { timeStyle: "medium" });

const inputWords = ({ name, from, isThere }: InputSource): string =>
  `${name}${from === null ? "" : ` from ${from.name}`}${isThere ? "" : " (not there yet)"}`;

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
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
