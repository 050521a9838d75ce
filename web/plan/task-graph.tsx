import "@xyflow/react/dist/base.css";
import { MiniMap, ReactFlow, ReactFlowProvider, useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTaskTypes } from "../api/use-task-types.ts";
import { IconButton } from "../ui/button.tsx";
import { type ShownStatus, statusWords } from "../ui/status.tsx";
import { FlowEdge } from "./flow-edge.tsx";
import { drawEdges, drawNodes, toneColour } from "./graph/draw.ts";
import { layoutsOf } from "./graph/layout.ts";
import { standings } from "./graph/standing.ts";
import {
  dependenciesOf,
  inOrder,
  type PortsOfType,
  type Structure,
  structureOf,
  type TitledTask,
} from "./graph/structure.ts";
import {
  beyond,
  directionOfLarge,
  type Fit,
  firstView,
  fitFor,
  isSeen,
  MAP_FROM_TASKS,
  type Size,
} from "./graph/view.ts";
import { GraphActions } from "./graph-actions.ts";
import styles from "./task-graph.module.css";
import { TaskNode } from "./task-node.tsx";
import { numberOf } from "./titles.ts";
import { useSize } from "./use-size.ts";

export interface TaskGraphProps {
  readonly tasks: readonly TitledTask[];
  /** The id of the task that is looked at. */
  readonly selected: number | null;
  readonly onSelect: (task: number) => void;
  /** How a task stands, where that is not what the task says itself; null for one that nobody runs yet. */
  readonly statusOf?: (task: TitledTask) => ShownStatus | null;
  /** Files by id, for their names. */
  readonly files?: ReadonlyMap<string, { readonly name: string }>;
}

/** A plan as a graph, as large as what it stands in; its layout changes with the plan alone, never with a status. */
export function TaskGraph(props: TaskGraphProps) {
  const [frame, size] = useSize<HTMLDivElement>();
  const types = useTaskTypes();
  return (
    <div ref={frame} className={styles.frame}>
      {/* Labels take part in the layout: with task types that come later, everything would move. */}
      {size === null || types === null ? null : (
        <ReactFlowProvider>
          <Drawing {...props} size={size} types={types} />
        </ReactFlowProvider>
      )}
    </div>
  );
}

const NODE_TYPES = { task: TaskNode };
const EDGE_TYPES = { flow: FlowEdge };
/** Larger plans take the better part of a second to lay out, and are seen whole in neither direction. */
const MOST_LAID_OUT_TWICE = 64;
const MAP_SIZE = { width: 144, height: 112 };
/** From here on down, details cannot be read and are left away. */
const FAR_BELOW = 0.5;
const NO_FILES: ReadonlyMap<string, { readonly name: string }> = new Map();

function Drawing({
  tasks,
  selected,
  onSelect,
  statusOf,
  files = NO_FILES,
  size,
  types,
}: TaskGraphProps & { readonly size: Size; readonly types: ReadonlyMap<string, PortsOfType> }) {
  const flow = useReactFlow();
  const [isFar, setFar] = useState(false);
  const isMoved = useRef(false);
  const [before, setBefore] = useState<Fit | null>(null);
  const [more, setMore] = useState("");
  const structure = useStable(structureOf(tasks, types));
  const layouts = useMemo(
    () => ({ roomy: layoutsOf(structure), compact: layoutsOf(structure, "compact") }),
    [structure],
  );
  const isLarge = structure.nodes.length > MOST_LAID_OUT_TWICE;
  const { direction, density }: Fit = isLarge
    ? { direction: directionOfLarge(size, before?.direction), density: "roomy" }
    : fitFor(layouts, size, before);
  if (direction !== before?.direction || density !== before.density) setBefore({ direction, density });
  const layout = layouts[density][direction];

  // Another plan or another direction is another picture: what was moved to is gone with the last one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever there is another layout
  useEffect(() => {
    isMoved.current = false;
  }, [layout]);
  useEffect(() => {
    if (!isMoved.current) void flow.setViewport(firstView(layout, size, direction));
    setMore(beyond(layout, flow.getViewport(), size));
  }, [flow, layout, size, direction]);

  const known = standings(tasks);
  const standing = statusOf ? new Map(tasks.map((task) => [task.id, statusOf(task)])) : known;
  const nodes = useKept(drawNodes(tasks, { layout, standing, files, selected, direction }));
  const edges = useKept(drawEdges(structure, { layout, standing, direction }));

  const reveal = useCallback(
    (task: number): void => {
      const box = layout.nodes.get(task);
      const view = flow.getViewport();
      isMoved.current = true;
      if (!box || isSeen(box, view, size)) return;
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, { zoom: view.zoom });
    },
    [flow, layout, size],
  );
  useEffect(() => {
    if (selected !== null) reveal(selected);
  }, [selected, reveal]);

  return (
    <GraphActions value={{ onSelect, onFocus: reveal }}>
      <GraphList tasks={tasks} structure={structure} standing={standing} />
      <ReactFlow
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        aria-label="Graph of the plan"
        className={styles.graph ?? ""}
        data-far={isFar}
        data-density={density}
        minZoom={0.02}
        maxZoom={1.5}
        panOnScroll
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        zoomOnDoubleClick={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        selectionKeyCode={null}
        onMoveStart={(event) => {
          // By a person; what the page moves by itself has no event.
          if (event !== null) isMoved.current = true;
        }}
        onViewportChange={(view) => {
          setFar(view.zoom < FAR_BELOW);
          setMore(beyond(layout, view, size));
        }}
      >
        {tasks.length < MAP_FROM_TASKS ? null : (
          <MiniMap
            ariaLabel="Where in the graph the view is"
            className={styles.map ?? ""}
            style={MAP_SIZE}
            nodeColor={toneColour}
            pannable
            position="top-right"
          />
        )}
      </ReactFlow>
      <div className={styles.more} data-more={more} aria-hidden />
      <GraphControls />
    </GraphActions>
  );
}

/** A plan of the greatest size is seen whole below that. */
const FIT = { padding: 0.08, minZoom: 0.02, maxZoom: 1 } as const;

function GraphControls() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <fieldset aria-label="View of the graph" className={styles.controls}>
      <IconButton label="Zoom in" onClick={() => void zoomIn()}>
        <Plus size={18} aria-hidden />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => void zoomOut()}>
        <Minus size={18} aria-hidden />
      </IconButton>
      <IconButton label="Show the whole graph" onClick={() => void fitView(FIT)}>
        <Maximize size={18} aria-hidden />
      </IconButton>
    </fieldset>
  );
}

/** The graph for who cannot see it: its tasks in order, each with what it takes from which. */
function GraphList({
  tasks,
  structure,
  standing,
}: {
  readonly tasks: readonly TitledTask[];
  readonly structure: Structure;
  readonly standing: ReadonlyMap<number, ShownStatus | null>;
}) {
  const labels = new Map(structure.edges.map(({ from, to, label }) => [`${from}-${to}`, label]));
  const takes = (task: TitledTask): string => {
    const parts = dependenciesOf(task).map(
      (id) => `${labels.get(`${id}-${task.id}`) || "something"} from task ${numberOf(id)}`,
    );
    return parts.length === 0 ? "waits for no other task" : `takes ${parts.join(", ")}`;
  };
  return (
    <ol className="visually-hidden" aria-label="Tasks of the plan in order">
      {inOrder(tasks).map((task) => {
        const status = standing.get(task.id) ?? null;
        return (
          <li key={task.id}>
            Task {numberOf(task.id)}, {task.title}
            {status === null ? "" : `, ${statusWords(status)}`}; {takes(task)}
          </li>
        );
      })}
    </ol>
  );
}

/** The items, each the very object of before for as long as it says the same (as JSON): what is the same is not drawn again. */
function useKept<Item extends { readonly id: string }>(items: readonly Item[]): Item[] {
  const [known] = useState(() => new Map<string, { readonly item: Item; readonly text: string }>());
  const kept = items.map((item) => {
    const text = JSON.stringify(item);
    const before = known.get(item.id);
    return before?.text === text ? before : { item, text };
  });
  known.clear();
  for (const one of kept) known.set(one.item.id, one);
  return kept.map(({ item }) => item);
}

/** The same object for as long as it says the same (as JSON), so that what is made from it need not be made again. */
function useStable<Value>(value: Value): Value {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
