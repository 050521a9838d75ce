import type { Instance } from "./instance.ts";
import { createRandom, type Random } from "./random.ts";
import { sokoban } from "./sokoban.ts";

const DIRECTIONS = [
  [0, -1],
  [0, 1],
  [-1, 0],
  [1, 0],
] as const;
/** One cell in so many is a pillar. */
const PILLAR_SHARE = 8;
/** Steps backwards from the solution, for each stone and cell of the side. */
const STEPS_BACK = 40;

interface Room {
  readonly floor: ReadonlySet<string>;
  readonly goals: readonly string[];
  stones: Set<string>;
  player: string;
}

const key = (x: number, y: number): string => `${x},${y}`;

function step(from: string, [dx, dy]: readonly [number, number], by: number): string {
  const [x = 0, y = 0] = from.split(",").map(Number);
  return key(x + dx * by, y + dy * by);
}

/** All cells one can walk to from `start`. */
function reachable(start: string, open: ReadonlySet<string>): Set<string> {
  const seen = new Set([start]);
  for (const cell of seen) {
    for (const direction of DIRECTIONS) {
      const next = step(cell, direction, 1);
      if (open.has(next)) seen.add(next);
    }
  }
  return seen;
}

/** Walks the player about at random, dragging the stones it turns its back on. */
function playBackwards(room: Room, steps: number, random: Random): void {
  for (let i = 0; i < steps; i++) {
    const direction = random.pick(DIRECTIONS);
    const to = step(room.player, direction, 1);
    const behind = step(room.player, direction, -1);
    if (!room.floor.has(to) || room.stones.has(to)) continue;
    if (room.stones.delete(behind)) room.stones.add(room.player);
    room.player = to;
  }
}

/** A square room with pillars; played backwards from its solution, so that one exists. */
export function sokobanRoom(size: { readonly side: number; readonly stones: number }, seed: number): Instance {
  const random = createRandom(seed);
  const axis = [...Array(size.side).keys()];
  const cells = axis.flatMap((x) => axis.map((y) => key(x, y)));
  const start = random.pick(cells);
  const open = new Set(cells.filter((cell) => cell === start || random.below(PILLAR_SHARE) > 0));
  const floor = reachable(start, open);
  const goals = random.shuffle([...floor].filter((cell) => cell !== start)).slice(0, size.stones);
  const room: Room = { floor, goals, stones: new Set(goals), player: start };
  playBackwards(room, STEPS_BACK * size.side * size.stones, random);
  const mark = (cell: string): string => {
    const isGoal = room.goals.includes(cell);
    if (!floor.has(cell)) return "#";
    if (room.stones.has(cell)) return isGoal ? "*" : "$";
    if (room.player === cell) return isGoal ? "+" : "@";
    return isGoal ? "." : " ";
  };
  return sokoban(
    axis.map((y) => axis.map((x) => mark(key(x, y))).join("")),
    true,
  );
}
