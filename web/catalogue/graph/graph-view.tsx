import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { GraphView as CapabilityGraph } from "../../../src/client/client.ts";
import { useClient } from "../../api/client.ts";
import { Fault } from "../../ui/fault.tsx";
import { useExploration } from "../use-exploration.ts";
import { CenterField } from "./center-field.tsx";
import styles from "./graph.module.css";
import { NodeCard } from "./node-card.tsx";
import { COLOURS, type Kind } from "./picture.ts";

const GraphCanvas = lazy(() => import("./graph-canvas.tsx"));

const DEPTHS = [1, 2, 3] as const;
const LIMITS = [100, 500, 2_000, 5_000] as const;

/** What a node of the capability graph has to do with others, as a picture and in words. */
export function GraphView({ center }: { readonly center: string }) {
  const [, explore] = useExploration();
  const [depth, setDepth] = useState<number>(2);
  const [limit, setLimit] = useState<number>(500);
  const [selected, select] = useState<string | null>(null);
  const client = useClient();
  const graph = useQuery({
    queryKey: ["graph", center, depth, limit],
    queryFn: ({ signal }) => client.models.graph({ center, depth, limit }, { signal }),
    placeholderData: (before) => before,
  });
  const go = (id: string): void => {
    select(null);
    explore({ around: id }, { isStep: true });
  };
  // What was chosen in another picture may not be in this one.
  const chosen = graph.data?.nodes.some(({ id }) => id === selected) ? selected : null;
  const shown = chosen ?? graph.data?.center ?? null;
  return (
    <div className={styles.view}>
      <div className={styles.settings}>
        <CenterField key={center} center={center} onCenter={go} />
        <label>
          Steps
          <select value={depth} onChange={({ target }) => setDepth(Number(target.value))}>
            {DEPTHS.map((steps) => (
              <option key={steps}>{steps}</option>
            ))}
          </select>
        </label>
        <label>
          Nodes at most
          <select value={limit} onChange={({ target }) => setLimit(Number(target.value))}>
            {LIMITS.map((nodes) => (
              <option key={nodes}>{nodes}</option>
            ))}
          </select>
        </label>
      </div>
      {graph.isPending ? <p role="status">The graph is being read.</p> : null}
      {graph.error ? <Fault fault={graph.error} /> : null}
      {graph.data ? (
        <>
          <div className={styles.above}>
            <p role="status" className={styles.count}>
              {graph.data.nodes.length.toLocaleString("en")} nodes, {graph.data.edges.length.toLocaleString("en")} edges
              {graph.data.truncated ? "; there is more than is shown" : ""}
            </p>
            <Legend graph={graph.data} />
          </div>
          <div className={styles.sides}>
            <Suspense fallback={<div className={styles.canvas} />}>
              <GraphCanvas graph={graph.data} selected={chosen} onSelect={select} />
            </Suspense>
            <div className={styles.words}>
              {shown === null ? null : (
                <NodeCard key={shown} graph={graph.data} id={shown} onSelect={select} onCenter={go} />
              )}
            </div>
          </div>
        </>
      ) : null}
    </div>
  );
}

/** Which colour is which kind, of those that are there. */
function Legend({ graph }: { readonly graph: CapabilityGraph }) {
  const counts = Map.groupBy(graph.nodes, ({ kind }) => kind);
  const kinds = (Object.keys(COLOURS) as Kind[]).filter((kind) => counts.has(kind));
  return (
    <ul className={styles.legend} aria-label="Kinds of nodes">
      {kinds.map((kind) => {
        const [light, dark] = COLOURS[kind];
        return (
          <li key={kind}>
            <span style={{ background: `light-dark(${light}, ${dark})` }} />
            {kind} ({counts.get(kind)?.length})
          </li>
        );
      })}
    </ul>
  );
}
