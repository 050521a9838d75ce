import { connect } from "./graph.ts";
import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain transport)
  (:requirements :typing :action-costs)
  (:types location target locatable - object
          vehicle package - locatable
          capacity-number - object)
  (:predicates (road ?l1 ?l2 - location) (at ?x - locatable ?v - location) (in ?x - package ?v - vehicle)
               (capacity ?v - vehicle ?s1 - capacity-number)
               (capacity-predecessor ?s1 ?s2 - capacity-number))
  (:functions (road-length ?l1 ?l2 - location) - number
              (total-cost) - number)
  (:action drive
    :parameters (?v - vehicle ?l1 ?l2 - location)
    :precondition (and (at ?v ?l1) (road ?l1 ?l2))
    :effect (and (not (at ?v ?l1)) (at ?v ?l2) (increase (total-cost) (road-length ?l1 ?l2))))
  (:action pick-up
    :parameters (?v - vehicle ?l - location ?p - package ?s1 ?s2 - capacity-number)
    :precondition (and (at ?v ?l) (at ?p ?l) (capacity-predecessor ?s1 ?s2) (capacity ?v ?s2))
    :effect (and (not (at ?p ?l)) (in ?p ?v) (capacity ?v ?s1) (not (capacity ?v ?s2)) (increase (total-cost) 1)))
  (:action drop
    :parameters (?v - vehicle ?l - location ?p - package ?s1 ?s2 - capacity-number)
    :precondition (and (at ?v ?l) (in ?p ?v) (capacity-predecessor ?s1 ?s2) (capacity ?v ?s1))
    :effect (and (not (in ?p ?v)) (at ?p ?l) (capacity ?v ?s2) (not (capacity ?v ?s1)) (increase (total-cost) 1))))
`;

const MAX_CAPACITY = 4;
const MIN_CAPACITY = 2;
const MAX_ROAD = 50;

export interface TransportSize {
  readonly cities: number;
  /** In each city. */
  readonly locations: number;
  readonly vehicles: number;
  readonly packages: number;
}

/** Transport (IPC 2008): vehicles that hold a few packages on roads of given lengths, cities far apart. */
export function transport(size: TransportSize, seed: number): Instance {
  const random = createRandom(seed);
  const cities = names("city-", size.cities).map((city) => names(`${city}-loc-`, size.locations));
  const locations = cities.flat();
  const local = cities.flatMap((city) => connect(city, size.locations, random));
  const far = connect(cities, 0, random).map(([a, b]): [string, string] => [random.pick(a), random.pick(b)]);
  const roads = [...local.map((road) => ({ road, length: 1 + random.below(MAX_ROAD) }))].concat(
    far.map((road) => ({ road, length: MAX_ROAD * (2 + random.below(3)) })),
  );
  const vehicles = names("truck-", size.vehicles);
  const packages = names("package-", size.packages);
  const capacities = names("capacity-", MAX_CAPACITY + 1, 0);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `transport-${Object.values(size).join("-")}-${seed}`,
      domain: "transport",
      objects: { location: locations, vehicle: vehicles, package: packages, "capacity-number": capacities },
      init: [
        ...capacities.slice(1).map((more, index) => `capacity-predecessor ${capacities[index]} ${more}`),
        ...roads.flatMap(({ road: [a, b], length }) => [
          ...[`= (road-length ${a} ${b}) ${length}`, `road ${a} ${b}`],
          ...[`= (road-length ${b} ${a}) ${length}`, `road ${b} ${a}`],
        ]),
        ...packages.map((one) => `at ${one} ${random.pick(locations)}`),
        ...vehicles.flatMap((vehicle) => [
          `at ${vehicle} ${random.pick(locations)}`,
          `capacity ${vehicle} capacity-${MIN_CAPACITY + random.below(MAX_CAPACITY - MIN_CAPACITY + 1)}`,
        ]),
      ],
      goal: packages.map((one) => `at ${one} ${random.pick(locations)}`),
      metric: true,
    }),
    solvable: true,
  };
}
