import type { PlanView } from "../../src/client/client.ts";
import styles from "./approval.module.css";
import { budgetInWords } from "./words.ts";

/** What a run should come to, which a dry run says. */
export function Estimate({
  plan,
  conditions,
}: {
  readonly plan: PlanView | null;
  readonly conditions: readonly string[];
}) {
  const parts = plan ? budgetInWords(plan.budget) : [];
  return (
    <section aria-label="Estimate" className={styles.estimate}>
      <dl>
        {parts.map(({ part, title, estimate, limit, isTooLittle }) => (
          <div key={part} className={isTooLittle ? styles.tooMuch : undefined}>
            <dt>{title}</dt>
            <dd>
              {estimate}
              {limit === null ? null : (
                <span className={styles.limit}>
                  {isTooLittle ? "more than the limit of " : "limit "}
                  {limit}
                </span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>
        {plan ? "An estimate, by a dry run: nothing has run yet." : "The cost and the time are being estimated."}
      </p>
      {conditions.length === 0 ? null : <p className={styles.hint}>On these conditions: {conditions.join("; ")}.</p>}
    </section>
  );
}
