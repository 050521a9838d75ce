import { numberOf } from "../../src/domain/plan.ts";
import { type TitledTask, titlesOf } from "../../src/domain/task-titles.ts";
import styles from "./start.module.css";
import { INVOICE } from "./suggestions.ts";

/** A plan that comes of such a request. */
const PLAN: readonly TitledTask[] = [
  { id: 0, type: "optical-character-recognition", args: { image: [{ from: "file", name: INVOICE.name }] } },
  {
    ...{ id: 1, type: "question-answering" },
    args: {
      question: [{ from: "literal", value: "Who sent it?" }],
      context: [{ from: "task", task: 0, output: null }],
    },
  },
  { id: 2, type: "summarization", args: { text: [{ from: "task", task: 0, output: null }] } },
  { id: 3, type: "text-to-speech", args: { text: [{ from: "task", task: 2, output: null }] } },
];

/** A picture of what becomes of a request: its tasks light up one after the other, once. */
export function HowItGoes() {
  return (
    <figure className={styles.how}>
      <div className={styles.steps} aria-hidden>
        <img src={INVOICE.address} alt="" loading="lazy" />
        <ol>
          {[...titlesOf(PLAN, () => undefined)].map(([task, title]) => (
            <li key={task}>
              <span>{numberOf(task)}</span> {title}
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
