import styles from "./start.module.css";
import { INVOICE } from "./suggestions.ts";

/** The plan that comes of the first suggestion. */
const STEPS = [
  "Read the text in invoice.png",
  "Answer “Who sent it?” from the text",
  "Summarize the text",
  "Read the summary aloud",
];

/** A picture of what becomes of a request: its tasks light up one after the other, once. */
export function HowItGoes() {
  return (
    <figure className={styles.how}>
      <div className={styles.steps} aria-hidden>
        <img src={INVOICE.address} alt="" loading="lazy" />
        <ol>
          {STEPS.map((words, place) => (
            <li key={words}>
              <span>{place + 1}</span> {words}
            </li>
          ))}
        </ol>
      </div>
      <figcaption>
        It becomes a plan of expert models, which is proved before it runs. You watch it run, and every choice can be
        looked up afterwards.
      </figcaption>
    </figure>
  );
}
