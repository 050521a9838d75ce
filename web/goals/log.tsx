import type { GoalReport, GoalView } from "../../src/client/client.ts";
import styles from "./goal.module.css";
import { Section } from "./section.tsx";
import { verdictWords, versionWords } from "./words.ts";

const time = new Intl.DateTimeFormat("en", { timeStyle: "medium" });

/** How the tree of a goal changed and why, what a look at its progress found, and what its person said; nothing before. */
export function Log({ goal, versions }: { readonly goal: GoalView; readonly versions: GoalReport["versions"] }) {
  const { reflections, rules } = goal;
  const entries = [
    ...versions.map((version) => ({
      ...{ key: `version ${version.version}`, at: version.at },
      words: `Version ${version.version} of the steps: ${versionWords(version)}`,
    })),
    ...reflections.map(({ n, at, verdict, reason, refused }) => ({
      ...{ key: `reflection ${n}`, at },
      words: [
        `A look at the progress: ${verdictWords(verdict)}.`,
        ...(reason === "" ? [] : [reason]),
        ...(refused.length === 0 ? [] : [`Not taken over: ${refused.join("; ")}.`]),
      ].join(" "),
    })),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at));
  if (entries.length + rules.length === 0) return null;
  return (
    <Section title="On the way">
      {rules.length === 0 ? null : (
        <ul className={styles.plain}>
          {rules.map((rule) => (
            <li key={rule}>You said: {rule}</li>
          ))}
        </ul>
      )}
      <ol className={styles.plain}>
        {entries.map(({ key, at, words }) => (
          <li key={key}>
            <time dateTime={at} className={styles.soft}>
              {time.format(new Date(at))}
            </time>{" "}
            {words}
          </li>
        ))}
      </ol>
    </Section>
  );
}
