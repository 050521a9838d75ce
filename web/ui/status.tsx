import {
  Ban,
  Check,
  CircleDashed,
  CirclePause,
  Hourglass,
  ListTree,
  LoaderCircle,
  MessageCircleQuestionMark,
  RotateCw,
  SkipForward,
  X,
} from "lucide-react";
import type { GoalView, RunView, StepView, TaskView } from "../../src/client/client.ts";
import styles from "./status.module.css";

/**
 * How a task, a run, a step or a goal stands; `ready`: it waits for nothing but its turn; `refused`: nothing here can do
 * what a run is for, so that nothing was tried.
 */
export type ShownStatus =
  | (TaskView["status"] | RunView["status"] | StepView["status"] | GoalView["status"])
  | ("ready" | "refused");

interface Look {
  readonly words: string;
  readonly tone: "waiting" | "ready" | "running" | "done" | "failed";
  readonly icon: typeof Check;
}

/** Complete, so that a new status fails to compile here. */
const LOOKS: Readonly<Record<ShownStatus, Look>> = {
  waiting: { words: "waiting", tone: "waiting", icon: CircleDashed },
  ready: { words: "ready", tone: "ready", icon: Hourglass },
  running: { words: "running", tone: "running", icon: LoaderCircle },
  retrying: { words: "tries again", tone: "running", icon: RotateCw },
  succeeded: { words: "done", tone: "done", icon: Check },
  partial: { words: "done in part", tone: "failed", icon: Check },
  failed: { words: "failed", tone: "failed", icon: X },
  refused: { words: "can't be done here", tone: "waiting", icon: Ban },
  skipped: { words: "skipped", tone: "waiting", icon: SkipForward },
  cancelled: { words: "cancelled", tone: "waiting", icon: Ban },
  planning: { words: "planning", tone: "running", icon: LoaderCircle },
  "awaiting-approval": { words: "waits for your approval", tone: "ready", icon: Hourglass },
  paused: { words: "paused", tone: "ready", icon: CirclePause },
  open: { words: "to be broken down", tone: "waiting", icon: CircleDashed },
  refined: { words: "broken down", tone: "ready", icon: ListTree },
  done: { words: "done", tone: "done", icon: Check },
  dropped: { words: "dropped", tone: "waiting", icon: SkipForward },
  refining: { words: "breaking it down", tone: "running", icon: LoaderCircle },
  reflecting: { words: "looking at the progress", tone: "running", icon: LoaderCircle },
  asking: { words: "asks you", tone: "ready", icon: MessageCircleQuestionMark },
  stopping: { words: "stopping", tone: "running", icon: LoaderCircle },
  responding: { words: "writing the answer", tone: "running", icon: LoaderCircle },
};

export const statusWords = (status: ShownStatus): string => LOOKS[status].words;
export const statusTone = (status: ShownStatus): Look["tone"] => LOOKS[status].tone;

/** A status in words with its picture. */
export function Status({ status }: { readonly status: ShownStatus }) {
  const { words, tone, icon: Icon } = LOOKS[status];
  return (
    <span className={`${styles.status} ${styles[tone]}`} data-status={status}>
      <Icon size={14} aria-hidden className={tone === "running" ? styles.turning : undefined} />
      {words}
    </span>
  );
}
