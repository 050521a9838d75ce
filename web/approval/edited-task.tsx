import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import type { RunView } from "../../src/client/client.ts";
import { numberOf } from "../plan/titles.ts";
import { IconButton } from "../ui/button.tsx";
import styles from "./approval.module.css";
import { TaskCard } from "./task-card.tsx";
import { usePlanEdit } from "./use-plan-edit.ts";

/** A task of a plan that waits for a person, edited beside the graph that shows what becomes of it. */
export default function EditedTask({
  run,
  task: id,
  onClose,
}: {
  readonly run: RunView;
  readonly task: number;
  readonly onClose: () => void;
}) {
  const { draft, edit, stock, check, castingOf } = usePlanEdit(run);
  const head = useRef<HTMLHeadingElement>(null);
  useEffect(() => head.current?.focus(), []);
  const task = draft.tasks.find((one) => one.id === id);
  return (
    <aside className={styles.beside} aria-label={`Edit task ${numberOf(id)}`}>
      <header>
        <h3 ref={head} tabIndex={-1}>
          Edit task {numberOf(id)}
        </h3>
        <IconButton label="Close the task" onClick={onClose}>
          <X size={18} aria-hidden />
        </IconButton>
      </header>
      {task === undefined ? (
        <p>It is removed from the plan. Undo brings it back.</p>
      ) : (
        <ul className={styles.tasks}>
          <TaskCard
            task={task}
            stock={stock}
            casting={castingOf(id)}
            faults={check.faults.filter((fault) => fault.task === id)}
            isOpen
            onEdit={edit}
            onRemove={(tasks) => {
              edit({ do: "remove", tasks });
              onClose();
            }}
          />
        </ul>
      )}
      <p className={styles.hint}>The graph shows each change. Approve or reject the plan in the conversation.</p>
    </aside>
  );
}
