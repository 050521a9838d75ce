import { useQuery } from "@tanstack/react-query";
import type { RunView } from "../../../src/client/client.ts";
import { useClient } from "../../api/client.ts";
import { reportKey } from "../../report/report-key.ts";
import { duration } from "../../ui/amounts.ts";
import type { ShownStatus } from "../../ui/status.tsx";
import { useServerNow } from "../use-now.ts";
import { useSize } from "../use-size.ts";
import { useSteps } from "../use-steps.ts";
import { criticalPathSoFar } from "./critical-path.ts";
import { Legend } from "./legend.tsx";
import { endOf, rowsOf, sideBySide } from "./rows.ts";
import { scaleOf } from "./scale.ts";
import styles from "./timeline.module.css";
import { TimelineRow } from "./timeline-row.tsx";

/** As smooth as a bar of some pixels a second needs; many rows are drawn less often. */
const GROW_MS = 250;
const GROW_MANY_MS = 1_000;
const MANY_TASKS = 64;
/** What the axis has, where the names and the figures stand beside it; and what one tick wants of it. */
const BESIDE_AXIS_PX = 298;
const TICK_PX = 72;

/** What ran when: a row a task, a bar an attempt, on one axis from the run's beginning. */
export function Timeline({
  run,
  standing,
  selected,
  onSelect,
}: {
  readonly run: RunView;
  readonly standing: ReadonlyMap<number, ShownStatus | null>;
  readonly selected: number | null;
  readonly onSelect: (task: number) => void;
}) {
  const [frame, size] = useSize<HTMLDivElement>();
  const isLive = run.endedAt === null;
  const now = useServerNow(isLive, run.tasks.length > MANY_TASKS ? GROW_MANY_MS : GROW_MS);
  const rows = rowsOf(run, useSteps(run), now);
  const reported = useReportedPath(run);
  const path = reported ?? criticalPathSoFar(run.tasks, now);
  const total = isLive ? endOf(rows) : Math.max(endOf(rows), Date.parse(run.endedAt ?? "") - Date.parse(run.createdAt));
  const scale = scaleOf(total, ((size?.width ?? 480) - BESIDE_AXIS_PX) / TICK_PX);
  const { most, workMs } = sideBySide(rows);

  return (
    <div ref={frame} className={styles.frame}>
      <p className={styles.summary}>
        {most > 1
          ? `Up to ${most} tasks ran side by side: ${duration(workMs)} of work in ${duration(total)}.`
          : `Tasks ran one after the other, ${duration(total)} in all.`}
      </p>
      <table className={styles.table}>
        <caption className="visually-hidden">When each task ran, in time since the run began</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.column}>
              Task
            </th>
            <th scope="col" className={styles.column}>
              <span className="visually-hidden">When, from 0 to {duration(scale.span)}</span>
              <span className={styles.axis} aria-hidden="true">
                {scale.ticks.map(({ at, words }) => (
                  <span key={at} className={styles.tick} style={{ insetInlineStart: `${scale.place(at)}%` }}>
                    {words}
                  </span>
                ))}
              </span>
            </th>
            <th scope="col" className={styles.column}>
              Took
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TimelineRow
              key={row.key}
              row={row}
              scale={scale}
              status={row.task === null ? null : (standing.get(row.task) ?? null)}
              isCritical={row.task !== null && path.includes(row.task)}
              isSelected={row.task !== null && row.task === selected}
              onSelect={onSelect}
            />
          ))}
        </tbody>
      </table>
      <Legend path={path} isLive={isLive} />
    </div>
  );
}

/** The critical path as the report of a run that has ended has it; null until then. */
function useReportedPath({ id, status, planVersion, endedAt }: RunView): readonly number[] | null {
  const client = useClient();
  const { data } = useQuery({
    queryKey: reportKey({ id, status, planVersion }),
    queryFn: ({ signal }) => client.report(id, "json", { signal }),
    enabled: endedAt !== null,
    select: ({ criticalPath: { tasks } }) => tasks,
  });
  return data ?? null;
}
