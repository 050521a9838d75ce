import type { RunStatus } from "../../../src/domain/run/state.ts";
import type { ShownStatus } from "../../ui/status.tsx";
import { dependenciesOf, type GraphTask } from "./structure.ts";

/** While a run is so, none of its tasks waits for its turn alone. */
const HELD: ReadonlySet<RunStatus> = new Set(["planning", "awaiting-approval", "paused"]);

/** How each task stands; one that waits for nothing but its turn is `ready`. Null for tasks that nobody runs yet. */
export function standings(tasks: readonly GraphTask[], run?: RunStatus): ReadonlyMap<number, ShownStatus | null> {
  const statuses = new Map(tasks.map(({ id, status }) => [id, status ?? null]));
  const isReady = (task: GraphTask): boolean =>
    !(run !== undefined && HELD.has(run)) && dependenciesOf(task).every((id) => statuses.get(id) === "succeeded");
  return new Map(
    tasks.map((task) => [task.id, task.status === "waiting" && isReady(task) ? "ready" : (task.status ?? null)]),
  );
}

/** What an edge tells: that nothing has passed yet, that it feeds what runs, that it has passed, that it never will. */
export type Flow = "idle" | "feeding" | "passed" | "broken";

const NEVER: ReadonlySet<ShownStatus> = new Set(["failed", "skipped", "cancelled"]);

export function flowOf(from: ShownStatus | null, to: ShownStatus | null): Flow {
  if ((from !== null && NEVER.has(from)) || to === "skipped") return "broken";
  if (from !== "succeeded") return "idle";
  return to === "running" || to === "retrying" ? "feeding" : "passed";
}
