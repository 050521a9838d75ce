import { type Instance, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain lights)
  (:requirements :typing :negative-preconditions :conditional-effects :universal-preconditions)
  (:types lamp)
  (:predicates (lit ?l - lamp) (switches ?l ?other - lamp) (pressed ?l - lamp))
  (:action press
    :parameters (?l - lamp)
    :precondition (not (pressed ?l))
    :effect (and (pressed ?l)
                 (forall (?other - lamp) (and
                   (when (and (switches ?l ?other) (lit ?other)) (not (lit ?other)))
                   (when (and (switches ?l ?other) (not (lit ?other))) (lit ?other)))))))
`;

/** Lamps that are lit at the start, by the chance of a seed that presses some, or as given. */
export type LightsStart = { readonly seed: number } | { readonly lit: readonly (readonly [number, number])[] };

/**
 * A board of lamps on which pressing one switches it and those beside it, each once at most; all are to be dark. Where the lamps lit are given, `solvable` says what is known of them.
 */
export function lights(size: { readonly side: number }, start: LightsStart, solvable = true): Instance {
  const lamp = (x: number, y: number): string => `lamp-${x}-${y}`;
  const axis = [...Array(size.side).keys()];
  const cells = axis.flatMap((x) => axis.map((y): [number, number] => [x, y]));
  const beside = ([x, y]: readonly [number, number]) =>
    cells.filter(([otherX, otherY]) => Math.abs(x - otherX) + Math.abs(y - otherY) <= 1);
  const lit = new Set<string>();
  const flip = (name: string): unknown => lit.delete(name) || lit.add(name);
  if ("lit" in start) for (const [x, y] of start.lit) flip(lamp(x, y));
  else {
    const random = createRandom(start.seed);
    for (const cell of cells) if (random.below(2) === 0) for (const [x, y] of beside(cell)) flip(lamp(x, y));
  }
  const problem = writeProblem({
    name: `lights-${size.side}`,
    domain: "lights",
    objects: { lamp: cells.map(([x, y]) => lamp(x, y)) },
    init: [
      ...[...lit].map((name) => `lit ${name}`),
      ...cells.flatMap((cell) => beside(cell).map(([x, y]) => `switches ${lamp(...cell)} ${lamp(x, y)}`)),
    ],
    goal: ["forall (?l - lamp) (not (lit ?l))"],
  });
  return { domain: DOMAIN, problem, solvable };
}
