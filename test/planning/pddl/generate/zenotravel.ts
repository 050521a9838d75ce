import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain zeno-travel)
  (:requirements :strips :typing)
  (:types aircraft person city flevel - object)
  (:predicates (at ?x - (either person aircraft) ?c - city) (in ?p - person ?a - aircraft)
               (fuel-level ?a - aircraft ?l - flevel) (next ?l1 ?l2 - flevel))
  (:action board
    :parameters (?p - person ?a - aircraft ?c - city)
    :precondition (and (at ?p ?c) (at ?a ?c))
    :effect (and (not (at ?p ?c)) (in ?p ?a)))
  (:action debark
    :parameters (?p - person ?a - aircraft ?c - city)
    :precondition (and (in ?p ?a) (at ?a ?c))
    :effect (and (not (in ?p ?a)) (at ?p ?c)))
  (:action fly
    :parameters (?a - aircraft ?c1 ?c2 - city ?l1 ?l2 - flevel)
    :precondition (and (at ?a ?c1) (fuel-level ?a ?l1) (next ?l2 ?l1))
    :effect (and (not (at ?a ?c1)) (at ?a ?c2) (not (fuel-level ?a ?l1)) (fuel-level ?a ?l2)))
  (:action zoom
    :parameters (?a - aircraft ?c1 ?c2 - city ?l1 ?l2 ?l3 - flevel)
    :precondition (and (at ?a ?c1) (fuel-level ?a ?l1) (next ?l2 ?l1) (next ?l3 ?l2))
    :effect (and (not (at ?a ?c1)) (at ?a ?c2) (not (fuel-level ?a ?l1)) (fuel-level ?a ?l3)))
  (:action refuel
    :parameters (?a - aircraft ?c - city ?l - flevel ?l1 - flevel)
    :precondition (and (fuel-level ?a ?l) (next ?l ?l1) (at ?a ?c))
    :effect (and (fuel-level ?a ?l1) (not (fuel-level ?a ?l)))))
`;

const FUEL_LEVELS = 7;
/** Of the aircraft, one in so many is to end somewhere given. */
const GROUNDED_SHARE = 3;

/** Zenotravel, the STRIPS form (IPC 2002): aircraft burn fuel to bring people to their cities. */
export function zenotravel(
  size: { readonly aircraft: number; readonly people: number; readonly cities: number },
  seed: number,
): Instance {
  const random = createRandom(seed);
  const cities = names("city", size.cities, 0);
  const planes = names("plane", size.aircraft);
  const people = names("person", size.people);
  const levels = names("fl", FUEL_LEVELS, 0);
  const anywhere = (one: string): string => `at ${one} ${random.pick(cities)}`;
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `zenotravel-${Object.values(size).join("-")}-${seed}`,
      domain: "zeno-travel",
      objects: { aircraft: planes, person: people, city: cities, flevel: levels },
      init: [
        ...[...planes, ...people].map(anywhere),
        ...planes.map((plane) => `fuel-level ${plane} ${random.pick(levels)}`),
        ...levels.slice(1).map((level, index) => `next ${levels[index]} ${level}`),
      ],
      goal: [...planes.filter((_, index) => index % GROUNDED_SHARE === 0), ...people].map(anywhere),
    }),
    solvable: true,
  };
}
