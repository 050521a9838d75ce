import type { ExpertPool } from "../domain/experts.ts";
import type { Binding, Plan, Task, TaskId } from "../domain/plan.ts";

/** A task type that comes to another one on the text of its document, and gives the same outputs. */
interface OnText {
  readonly type: string;
  /** The port that takes the document, and the other's that takes its text. */
  readonly document: string;
  readonly text: string;
}

const ON_TEXT: Readonly<Record<string, OnText>> = {
  "document-question-answering": { type: "question-answering", document: "document", text: "context" },
};
const READING = { type: "optical-character-recognition", input: "image", output: "text" } as const;

/**
 * A plan that reads a document once for all that is asked of it. A stand-in that answers from a document reads it and
 * searches the text, for each question anew; as two tasks the text is there for the next question, also one of a later
 * message. A model that looks at the document itself is left to do so, as is one that the plan names.
 * @returns the plan as it was where that changes nothing; otherwise one that still has to be proved
 */
export function readFirst(plan: Plan, pool: Pick<ExpertPool, "experts">): Plan {
  const added: Task[] = [];
  let nextId: TaskId = Math.max(-1, ...plan.tasks.map(({ id }) => id)) + 1;
  const reading = (document: Binding): TaskId => {
    const isOfDocument = ({ type, args }: Task): boolean =>
      type === READING.type && JSON.stringify(args[READING.input]) === JSON.stringify(document);
    const known = [...plan.tasks, ...added].find(isOfDocument);
    if (known) return known.id;
    added.push({ id: nextId, type: READING.type, args: { [READING.input]: document } });
    return nextId++;
  };
  const tasks = plan.tasks.map((task): Task => {
    const onText = ON_TEXT[task.type];
    if (!onText || task.model !== undefined || !isByStandIn(task.type, onText, pool)) return task;
    const { [onText.document]: document, ...args } = task.args;
    if (!document) return task;
    const text: Binding = { from: "task", task: reading(document), output: READING.output };
    return { ...task, type: onText.type, args: { ...args, [onText.text]: text } };
  });
  return tasks.every((task, at) => task === plan.tasks[at]) ? plan : { tasks: [...tasks, ...added] };
}

/** Whether nothing but stand-ins does a task type here, and both of what it comes to can be done. */
function isByStandIn(type: string, onText: OnText, pool: Pick<ExpertPool, "experts">): boolean {
  const experts = pool.experts(type);
  const canRun = [READING.type, onText.type].every((needed) => pool.experts(needed).length > 0);
  return experts.length > 0 && canRun && experts.every(({ endpoint }) => endpoint.grade === "stand-in");
}
