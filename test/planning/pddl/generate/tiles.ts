import { bothWays } from "./graph.ts";
import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain n-puzzle-typed)
  (:requirements :typing)
  (:types position tile)
  (:predicates (at ?tile - tile ?position - position) (neighbor ?p1 - position ?p2 - position)
               (empty ?position - position))
  (:action move
    :parameters (?tile - tile ?from ?to - position)
    :precondition (and (neighbor ?from ?to) (at ?tile ?from) (empty ?to))
    :effect (and (at ?tile ?to) (empty ?from) (not (at ?tile ?from)) (not (empty ?to)))))
`;

/** Whether an odd number of exchanges sorts it. */
function isOdd(order: readonly number[]): boolean {
  const inversions = order.flatMap((one, index) => order.slice(index + 1).filter((later) => later < one));
  return inversions.length % 2 === 1;
}

/**
 * The sliding-tile puzzle. Its empty place starts and ends last, so that it has a plan only if the tiles are an even
 * permutation: half of all states can never be reached.
 */
export function tiles(
  size: { readonly width: number; readonly height: number },
  seed: number,
  solvable: boolean,
): Instance {
  const random = createRandom(seed);
  const count = size.width * size.height - 1;
  const all = names("t", count);
  const order = random.shuffle([...all.keys()]);
  const [first = 0, second = 0] = order;
  if (isOdd(order) === solvable) order.splice(0, 2, second, first);
  const position = (index: number): string => `p-${index % size.width}-${Math.floor(index / size.width)}`;
  const places = [...Array(count + 1).keys()];
  const neighbours = places.flatMap((index): [string, string][] => [
    ...((index + 1) % size.width === 0 ? [] : [[position(index), position(index + 1)] satisfies [string, string]]),
    ...(index + size.width > count ? [] : [[position(index), position(index + size.width)] satisfies [string, string]]),
  ]);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `tiles-${size.width}x${size.height}-${seed}`,
      domain: "n-puzzle-typed",
      objects: { position: places.map(position), tile: all },
      init: [
        ...order.map((tile, place) => `at ${all[tile]} ${position(place)}`),
        `empty ${position(count)}`,
        ...bothWays("neighbor", neighbours),
      ],
      goal: all.map((tile, place) => `at ${tile} ${position(place)}`),
    }),
    solvable,
  };
}
