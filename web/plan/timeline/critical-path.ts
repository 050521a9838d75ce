import { criticalPath } from "../../../src/domain/critical-path.ts";
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
 * The critical path of a run so far, as a report has it. What is under way ends last of all.
 * @param now what stands for the end of a task that is under way
 */
export const criticalPathSoFar = (tasks: readonly TimedTask[], now: number): readonly number[] =>
  criticalPath(
    tasks
      .filter(({ attempts }) => attempts.length > 0)
      .map((task) => ({
        id: task.id,
        dependsOn: dependenciesOf(task),
        endedAt: task.endedAt === null ? now : Date.parse(task.endedAt),
      })),
  );
