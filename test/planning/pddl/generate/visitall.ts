import { type Instance, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain grid-visit-all)
  (:requirements :typing)
  (:types place - object)
  (:predicates (connected ?x ?y - place) (at-robot ?x - place) (visited ?x - place))
  (:action move
    :parameters (?curpos ?nextpos - place)
    :precondition (and (at-robot ?curpos) (connected ?curpos ?nextpos))
    :effect (and (not (at-robot ?curpos)) (at-robot ?nextpos) (visited ?nextpos))))
`;

/** Visitall (IPC 2011): a robot is to have been everywhere on a square grid, or in a share of its places. */
export function visitall(size: { readonly side: number; readonly share?: number }, seed: number): Instance {
  const random = createRandom(seed);
  const at = (x: number, y: number): string => `loc-x${x}-y${y}`;
  const axis = [...Array(size.side).keys()];
  const places = axis.flatMap((x) => axis.map((y) => at(x, y)));
  const start = random.pick(places);
  const wanted = random.shuffle(places).slice(0, Math.max(1, Math.round(places.length * (size.share ?? 1))));
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `visitall-${size.side}-${seed}`,
      domain: "grid-visit-all",
      objects: { place: places },
      init: [
        `at-robot ${start}`,
        `visited ${start}`,
        ...axis.flatMap((x) =>
          axis.flatMap((y) => [
            ...(x > 0 ? [`connected ${at(x, y)} ${at(x - 1, y)}`, `connected ${at(x - 1, y)} ${at(x, y)}`] : []),
            ...(y > 0 ? [`connected ${at(x, y)} ${at(x, y - 1)}`, `connected ${at(x, y - 1)} ${at(x, y)}`] : []),
          ]),
        ),
      ],
      goal: wanted.map((place) => `visited ${place}`),
    }),
    solvable: true,
  };
}
