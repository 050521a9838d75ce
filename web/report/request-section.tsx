import type { RunReport } from "../../src/client/client.ts";
import { confidenceInWords, partsInWords } from "../../src/domain/understanding.ts";
import { Facts, Section } from "./facts.tsx";
import styles from "./report.module.css";
import { plannerInWords, wishesInWords } from "./words.ts";

/** What was asked, and what was made of its words. */
export function RequestSection({ report }: { readonly report: RunReport }) {
  const { understood, understanding } = report;
  const wishes = wishesInWords(report);
  return (
    <Section id="request" title="The request">
      <blockquote className={styles.request}>{report.request}</blockquote>
      <h3>How it was understood</h3>
      {understood && understood.parts.instruction.length > 0 ? (
        <ol className={styles.steps}>
          {understood.parts.instruction.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      ) : null}
      <Facts
        facts={[
          ...(understood ? partsInWords(understood.parts) : []).map(
            ({ title, items }) => [title, items.join(", ")] as const,
          ),
          ["Conditions", understood && understood.conditions.length > 0 ? understood.conditions.join("; ") : null],
          ["Asked for", wishes.length > 0 ? wishes.join("; ") : null],
          ["Who planned", plannerInWords(report)],
          [
            "How sure",
            understood?.confidence == null ? null : confidenceInWords(understood.confidence, report.controller),
          ],
        ]}
      />
      {understanding.length === 0 ? null : (
        <ul className={styles.notes}>
          {understanding.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Section>
  );
}
