/** A node of the graph to draw. Ids in `dependsOn` that are not drawn are left out. */
export interface DrawnNode {
  readonly id: number;
  readonly dependsOn: readonly number[];
}

/** One row: what is left and right of the node's own symbol, which is one column wide. */
export interface GraphRow {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

export interface PlanGraph {
  /** In an order in which every task comes after what it takes from. */
  readonly rows: readonly GraphRow[];
  /** Columns of each row. */
  readonly width: number;
}

/** A chain steps to the right so far, and then starts from the left again. */
const STEP_LANES = 6;
/** Wider graphs tell less than the names of what a task takes from, which stand beside them anyway. */
const MAX_LANES = 16;

/**
 * Draws a directed acyclic graph downwards, one row a node. A node with something to give keeps a lane below
 * it, `│`, up to the last node that takes from it; a node that takes is reached by an arrow:
 *
 *     ○          0
 *     ├▶○        1, from 0
 *     └▶│ ○◀┐    …
 *
 * @returns rows without lanes when more than `MAX_LANES` would be open at once.
 */
export function drawGraph(nodes: readonly DrawnNode[]): PlanGraph {
  const order = orderForDrawing(nodes);
  const rows = drawLanes(order);
  if (!rows) return { rows: order.map(({ id }) => ({ id, before: "", after: "" })), width: 1 };
  const width = Math.max(1, ...rows.map(({ before, after }) => before.length + 1 + after.length));
  return {
    rows: rows.map((row) => ({ ...row, after: row.after.padEnd(width - row.before.length - 1) })),
    width,
  };
}

/** Topological, and a node soon after what it takes from, which keeps lanes short. Nodes in a cycle come last. */
function orderForDrawing(nodes: readonly DrawnNode[]): readonly DrawnNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const takers = new Map<number, DrawnNode[]>();
  const open = new Map<number, number>();
  for (const node of nodes) {
    const sources = new Set(node.dependsOn.filter((id) => known.has(id)));
    open.set(node.id, sources.size);
    for (const id of sources) takers.set(id, [...(takers.get(id) ?? []), node]);
  }
  const stack = nodes.filter(({ id }) => open.get(id) === 0).reverse();
  const order: DrawnNode[] = [];
  for (let node = stack.pop(); node; node = stack.pop()) {
    order.push(node);
    const ready = (takers.get(node.id) ?? []).filter(({ id }) => {
      const left = (open.get(id) ?? 0) - 1;
      open.set(id, left);
      return left === 0;
    });
    stack.push(...ready.reverse());
  }
  const drawn = new Set(order.map(({ id }) => id));
  return [...order, ...nodes.filter(({ id }) => !drawn.has(id))];
}

function drawLanes(order: readonly DrawnNode[]): readonly GraphRow[] | null {
  const takersLeft = new Map<number, number>();
  for (const { dependsOn } of order) {
    for (const id of new Set(dependsOn)) takersLeft.set(id, (takersLeft.get(id) ?? 0) + 1);
  }
  /** By lane: the node whose result it carries. */
  const lanes: (number | null)[] = [];
  const rows: GraphRow[] = [];
  for (const { id, dependsOn } of order) {
    const sources = lanes.flatMap((carried, lane) => (carried !== null && dependsOn.includes(carried) ? [lane] : []));
    const own = chooseLane(lanes, sources);
    if (own >= MAX_LANES) return null;
    while (lanes.length <= own) lanes.push(null);
    const ending = new Set<number>();
    for (const lane of sources) {
      const source = lanes[lane] ?? -1;
      const left = (takersLeft.get(source) ?? 0) - 1;
      takersLeft.set(source, left);
      if (left === 0) ending.add(lane);
    }
    rows.push(drawRow(id, own, lanes, sources, ending));
    for (const lane of ending) lanes[lane] = null;
    lanes[own] = (takersLeft.get(id) ?? 0) > 0 ? id : null;
    while (lanes.at(-1) === null) lanes.pop();
  }
  return rows;
}

/** The first free lane right of all sources, near enough; else the first free one anywhere. */
function chooseLane(lanes: readonly (number | null)[], sources: readonly number[]): number {
  const isFree = (lane: number): boolean => (lanes[lane] ?? null) === null;
  const firstFree = (from: number): number => {
    let lane = from;
    while (!isFree(lane)) lane++;
    return lane;
  };
  const right = firstFree(Math.max(-1, ...sources) + 1);
  return right < STEP_LANES ? right : Math.min(right, firstFree(0));
}

function drawRow(
  id: number,
  own: number,
  lanes: readonly (number | null)[],
  sources: readonly number[],
  ending: ReadonlySet<number>,
): GraphRow {
  const first = Math.min(own, ...sources);
  const last = Math.max(own, ...sources);
  const cells: string[] = [];
  for (let lane = 0; lane < Math.max(lanes.length, own + 1); lane++) {
    const inside = lane >= first && lane <= last;
    if (lane === own) cells.push(" ");
    else if (sources.includes(lane)) cells.push(joint(lane === first, lane === last, ending.has(lane)));
    else if ((lanes[lane] ?? null) !== null) cells.push("│");
    else cells.push(inside ? "─" : " ");
    cells.push(gap(lane, own, first, last));
  }
  const at = own * 2;
  return {
    id,
    before: cells.slice(0, at).join(""),
    after: cells
      .slice(at + 1)
      .join("")
      .trimEnd(),
  };
}

function joint(isFirst: boolean, isLast: boolean, ends: boolean): string {
  if (isFirst) return ends ? "└" : "├";
  if (isLast) return ends ? "┘" : "┤";
  return ends ? "┴" : "┼";
}

/** What stands between a lane and the next. */
function gap(lane: number, own: number, first: number, last: number): string {
  if (lane < first || lane >= last) return " ";
  if (lane === own - 1) return "▶";
  return lane === own ? "◀" : "─";
}
