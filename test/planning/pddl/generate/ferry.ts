import { type Instance, names, pairs, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain ferry)
  (:predicates (not-eq ?x ?y) (car ?c) (location ?l) (at-ferry ?l) (at ?c ?l) (empty-ferry) (on ?c))
  (:action sail
    :parameters (?from ?to)
    :precondition (and (not-eq ?from ?to) (location ?from) (location ?to) (at-ferry ?from))
    :effect (and (at-ferry ?to) (not (at-ferry ?from))))
  (:action board
    :parameters (?car ?loc)
    :precondition (and (car ?car) (location ?loc) (at ?car ?loc) (at-ferry ?loc) (empty-ferry))
    :effect (and (on ?car) (not (at ?car ?loc)) (not (empty-ferry))))
  (:action debark
    :parameters (?car ?loc)
    :precondition (and (car ?car) (location ?loc) (on ?car) (at-ferry ?loc))
    :effect (and (at ?car ?loc) (empty-ferry) (not (on ?car)))))
`;

/** Ferry: one boat carries one car at a time. */
export function ferry(size: { readonly locations: number; readonly cars: number }, seed: number): Instance {
  const random = createRandom(seed);
  const locations = names("l", size.locations);
  const cars = names("c", size.cars);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `ferry-${size.locations}-${size.cars}-${seed}`,
      domain: "ferry",
      objects: { "": [...locations, ...cars] },
      init: [
        ...locations.map((location) => `location ${location}`),
        ...pairs(locations).map(([one, other]) => `not-eq ${one} ${other}`),
        ...cars.flatMap((car) => [`car ${car}`, `at ${car} ${random.pick(locations)}`]),
        ...["empty-ferry", `at-ferry ${random.pick(locations)}`],
      ],
      goal: cars.map((car) => `at ${car} ${random.pick(locations)}`),
    }),
    solvable: true,
  };
}
