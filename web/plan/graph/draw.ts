import type { ShownStatus } from "../../ui/status.tsx";
import { statusTone } from "../../ui/status.tsx";
import type { FlowLine } from "../flow-edge.tsx";
import type { FaceNode } from "../task-node.tsx";
import { readModel, shortModel } from "../words.ts";
import { type Direction, edgeKey, type Layout } from "./layout.ts";
import { flowOf } from "./standing.ts";
import { filesOf, type GraphTask, inOrder, type Structure, type TitledTask } from "./structure.ts";

export interface Looks {
  readonly layout: Layout;
  readonly standing: ReadonlyMap<number, ShownStatus | null>;
  readonly direction: Direction;
}

/** What assistive technology would be told of a box that holds a button. */
const UNDESCRIBED = { "aria-roledescription": undefined };
/** The lines are told in words beside the picture. */
const UNHEARD = { "aria-hidden": true, "aria-roledescription": undefined, role: undefined };

/** The nodes of the picture, in the order of the keyboard: each after what it depends on. */
export function drawNodes(
  tasks: readonly TitledTask[],
  {
    layout,
    standing,
    direction,
    files,
    selected,
  }: Looks & { readonly files: ReadonlyMap<string, { readonly name: string }>; readonly selected: number | null },
): FaceNode[] {
  return inOrder(tasks).flatMap((task) => {
    const box = layout.nodes.get(task.id);
    if (!box) return [];
    const status = standing.get(task.id) ?? null;
    const attempts = task.attempts ?? [];
    const isUnderWay = status === "running" || status === "retrying";
    return [
      {
        id: String(task.id),
        type: "task" as const,
        position: { x: box.x, y: box.y },
        width: box.width,
        height: box.height,
        domAttributes: UNDESCRIBED,
        data: {
          task: task.id,
          title: task.title,
          type: task.task,
          model: shownModel(task),
          status,
          attempt: attempts.length,
          since: status === "running" ? (attempts.at(-1)?.startedAt ?? null) : null,
          note: isUnderWay ? (task.progress?.note ?? "") : "",
          files: filesOf(task).map((source) =>
            source.from === "file" ? (files.get(source.id)?.name ?? "a file") : source.url,
          ),
          isSelected: task.id === selected,
          direction,
        },
      },
    ];
  });
}

export const drawEdges = ({ edges }: Structure, { layout, standing, direction }: Looks): FlowLine[] =>
  edges.flatMap(({ from, to }) => {
    const way = layout.edges.get(edgeKey(from, to));
    if (!way) return [];
    return [
      {
        id: edgeKey(from, to),
        type: "flow" as const,
        source: String(from),
        target: String(to),
        domAttributes: UNHEARD,
        data: {
          points: way.points,
          label: way.words,
          labelAt: way.label,
          flow: flowOf(standing.get(from) ?? null, standing.get(to) ?? null),
          direction,
        },
      },
    ];
  });

/** The model that works or worked on a task, else the one that is to; empty where nobody is chosen. */
function shownModel({ attempts, reused, model, candidates }: GraphTask): string {
  const named = reused?.model ?? attempts?.at(-1)?.model ?? model;
  return shortModel(named === undefined ? (candidates?.[0]?.model ?? "") : readModel(named).model);
}

/** The colour of a node where it is only a speck. */
export const toneColour = ({ data }: FaceNode): string =>
  data.status === null ? "var(--line-strong)" : `var(--${statusTone(data.status)})`;
