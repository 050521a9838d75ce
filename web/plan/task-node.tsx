import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { Paperclip } from "lucide-react";
import { memo, useContext } from "react";
import { type ShownStatus, Status, statusTone, statusWords } from "../ui/status.tsx";
import { Elapsed } from "./elapsed.tsx";
import type { Direction } from "./graph/layout.ts";
import { GraphActions } from "./graph-actions.ts";
import styles from "./task-node.module.css";
import { numberOf } from "./titles.ts";

/** What a node shows of its task. */
export interface Face extends Record<string, unknown> {
  readonly task: number;
  /** What it does, in words. */
  readonly title: string;
  /** Its task type. */
  readonly type: string;
  /** Empty while nobody is chosen. */
  readonly model: string;
  readonly status: ShownStatus | null;
  /** The number of the attempt under way, or of the last one. */
  readonly attempt: number;
  /** RFC 3339; null unless it is under way. */
  readonly since: string | null;
  readonly note: string;
  /** Names of the files that it takes. */
  readonly files: readonly string[];
  readonly isSelected: boolean;
  readonly direction: Direction;
}

export type FaceNode = Node<Face, "task">;

/** A task in the graph: a button that opens its details, lit by how it stands. */
export const TaskNode = memo(function TaskNode({ data }: NodeProps<FaceNode>) {
  const { onSelect, onFocus } = useContext(GraphActions);
  const { task, title, type, model, status, attempt, since, note, files, isSelected, direction } = data;
  const [enter, leave] = direction === "right" ? [Position.Left, Position.Right] : [Position.Top, Position.Bottom];
  return (
    <>
      <Handle type="target" position={enter} isConnectable={false} className={styles.handle} />
      <button
        type="button"
        className={styles.node}
        data-tone={status === null ? "waiting" : statusTone(status)}
        data-status={status ?? "planned"}
        data-task-node={task}
        aria-pressed={isSelected}
        aria-label={labelOf(data)}
        title={`${title} (${type})`}
        onClick={() => onSelect(task)}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) onFocus(task);
        }}
      >
        <span className={styles.name}>
          <span className={styles.number}>{numberOf(task)}</span>
          <span className={styles.title}>{title}</span>
        </span>
        <span className={`${styles.model} ${styles.clipped}`}>{note === "" ? model : note}</span>
        {status === null ? null : (
          <span className={styles.standing}>
            <Status status={status} />
            {attempt > 1 ? <span>try {attempt}</span> : null}
            {since === null ? null : <Elapsed since={since} />}
          </span>
        )}
        {files.length === 0 ? null : (
          <span className={styles.files}>
            <Paperclip size={12} aria-hidden />
            <span className={styles.clipped}>{files.join(", ")}</span>
          </span>
        )}
      </button>
      <Handle type="source" position={leave} isConnectable={false} className={styles.handle} />
    </>
  );
});

const labelOf = ({ task, title, model, status, attempt, files }: Face): string =>
  [
    `Task ${numberOf(task)}`,
    title,
    ...(status === null ? [] : [statusWords(status)]),
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(model === "" ? [] : [model]),
    ...(files.length === 0 ? [] : [`takes ${files.join(", ")}`]),
  ].join(", ");
