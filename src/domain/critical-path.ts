/** As much of a task that ran as says when it was done. */
export interface TimedTask {
  readonly id: number;
  readonly dependsOn: readonly number[];
  /** Milliseconds since the epoch. */
  readonly endedAt: number;
}

/**
 * The chain of tasks that decides how long a run takes: from the task that ended last back, always to the one it takes
 * from that ended last.
 * @param ran tasks that began; of two that end together the first is taken
 */
export function criticalPath(ran: readonly TimedTask[]): readonly number[] {
  const path: number[] = [];
  let next = latest(ran);
  // A plan has no cycle; what a server's answer claims to be one is left all the same.
  while (next && !path.includes(next.id)) {
    path.unshift(next.id);
    const { dependsOn } = next;
    next = latest(ran.filter(({ id }) => dependsOn.includes(id)));
  }
  return path;
}

const latest = (tasks: readonly TimedTask[]): TimedTask | undefined =>
  tasks.reduce<TimedTask | undefined>((last, task) => (last && last.endedAt >= task.endedAt ? last : task), undefined);
