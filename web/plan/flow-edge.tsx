import { type Edge, EdgeLabelRenderer, type EdgeProps } from "@xyflow/react";
import { memo } from "react";
import styles from "./flow-edge.module.css";
import type { Direction, Point } from "./graph/layout.ts";
import { pathThrough } from "./graph/path.ts";
import type { Flow } from "./graph/standing.ts";

export interface FlowData extends Record<string, unknown> {
  readonly points: readonly Point[];
  readonly label: string;
  readonly labelAt: Point | null;
  readonly flow: Flow;
  readonly direction: Direction;
}

export type FlowLine = Edge<FlowData, "flow">;

/** What one task gives another: a line along the way that the layout found, named by what flows. */
export const FlowEdge = memo(function FlowEdge({ data }: EdgeProps<FlowLine>) {
  if (!data) return null;
  const { points, label, labelAt, flow, direction } = data;
  const end = points.at(-1);
  return (
    <>
      <path className={styles.line} data-flow={flow} d={pathThrough(points, direction)} />
      {end ? (
        <path
          className={styles.head}
          data-flow={flow}
          d={direction === "right" ? `M${end.x},${end.y}l-7,-4v8z` : `M${end.x},${end.y}l-4,-7h8z`}
        />
      ) : null}
      {labelAt === null ? null : (
        <EdgeLabelRenderer>
          <span
            className={styles.label}
            data-flow={flow}
            style={{ transform: `translate(-50%, -50%) translate(${labelAt.x}px, ${labelAt.y}px)` }}
          >
            {label}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
