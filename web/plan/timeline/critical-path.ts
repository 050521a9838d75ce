import { dependenciesOf, type GraphTask } from "../graph/structure.ts";

/** As much of a task as says when it was worked on. */
export interface TimedTask extends GraphTask {
  readonly attempts: readonly {
    readonly model: string;
    readonly startedAt: string;
    readonly durationMs: number | null;
  }[];
  readonly endedAt: string | null;
}

/**
 * The chain of tasks that decides how long a run takes, as a report has it: from the task that ends last back, always to
 * the one it takes from that ended last. What is under way ends last of all.
 * @param now what stands for the end of a task that is under way
 */
export function criticalPath(tasks: readonly TimedTask[], now: number): readonly number[] {
  const ran = new Map(tasks.filter(({ attempts }) => attempts.length > 0).map((task) => [task.id, task]));
  const endOf = ({ endedAt }: TimedTask): number => (endedAt === null ? now : Date.parse(endedAt));
  const latest = (some: Iterable<TimedTask>): TimedTask | undefined =>
    [...some].reduce<TimedTask | undefined>(
      (last, task) => (last && endOf(last) >= endOf(task) ? last : task),
      undefined,
    );

  const path: number[] = [];
  let next = latest(ran.values());
  // A plan has no circle; what an answer claims to be one is left all the same.
  while (next && !path.includes(next.id)) {
    path.unshift(next.id);
    next = latest(dependenciesOf(next).flatMap((id) => ran.get(id) ?? []));
  }
  return path;
}
