import { type ShownStatus, statusWords } from "../ui/status.tsx";
import { dependenciesOf, type GraphTask, inOrder, type Structure } from "./graph/structure.ts";

/** The graph for who cannot see it: its tasks in order, each with what it takes from which. */
export function GraphList({
  tasks,
  structure,
  standing,
}: {
  readonly tasks: readonly GraphTask[];
  readonly structure: Structure;
  readonly standing: ReadonlyMap<number, ShownStatus | null>;
}) {
  const labels = new Map(structure.edges.map(({ from, to, label }) => [`${from}-${to}`, label]));
  const takes = (task: GraphTask): string => {
    const parts = dependenciesOf(task).map((id) => `${labels.get(`${id}-${task.id}`) || "something"} from task ${id}`);
    return parts.length === 0 ? "waits for no other task" : `takes ${parts.join(", ")}`;
  };
  return (
    <ol className="visually-hidden" aria-label="Tasks of the plan in order">
      {inOrder(tasks).map((task) => {
        const status = standing.get(task.id) ?? null;
        return (
          <li key={task.id}>
            Task {task.id}, {task.task}
            {status === null ? "" : `, ${statusWords(status)}`}; {takes(task)}
          </li>
        );
      })}
    </ol>
  );
}
