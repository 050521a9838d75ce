import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain logistics-strips)
  (:requirements :strips)
  (:predicates (OBJ ?obj) (TRUCK ?truck) (LOCATION ?loc) (AIRPLANE ?airplane) (CITY ?city) (AIRPORT ?airport)
               (at ?obj ?loc) (in ?obj1 ?obj2) (in-city ?obj ?city))
  (:action LOAD-TRUCK
    :parameters (?obj ?truck ?loc)
    :precondition (and (OBJ ?obj) (TRUCK ?truck) (LOCATION ?loc) (at ?truck ?loc) (at ?obj ?loc))
    :effect (and (not (at ?obj ?loc)) (in ?obj ?truck)))
  (:action LOAD-AIRPLANE
    :parameters (?obj ?airplane ?loc)
    :precondition (and (OBJ ?obj) (AIRPLANE ?airplane) (LOCATION ?loc) (at ?obj ?loc) (at ?airplane ?loc))
    :effect (and (not (at ?obj ?loc)) (in ?obj ?airplane)))
  (:action UNLOAD-TRUCK
    :parameters (?obj ?truck ?loc)
    :precondition (and (OBJ ?obj) (TRUCK ?truck) (LOCATION ?loc) (at ?truck ?loc) (in ?obj ?truck))
    :effect (and (not (in ?obj ?truck)) (at ?obj ?loc)))
  (:action UNLOAD-AIRPLANE
    :parameters (?obj ?airplane ?loc)
    :precondition (and (OBJ ?obj) (AIRPLANE ?airplane) (LOCATION ?loc) (in ?obj ?airplane) (at ?airplane ?loc))
    :effect (and (not (in ?obj ?airplane)) (at ?obj ?loc)))
  (:action DRIVE-TRUCK
    :parameters (?truck ?loc-from ?loc-to ?city)
    :precondition (and (TRUCK ?truck) (LOCATION ?loc-from) (LOCATION ?loc-to) (CITY ?city)
                       (at ?truck ?loc-from) (in-city ?loc-from ?city) (in-city ?loc-to ?city))
    :effect (and (not (at ?truck ?loc-from)) (at ?truck ?loc-to)))
  (:action FLY-AIRPLANE
    :parameters (?airplane ?loc-from ?loc-to)
    :precondition (and (AIRPLANE ?airplane) (AIRPORT ?loc-from) (AIRPORT ?loc-to) (at ?airplane ?loc-from))
    :effect (and (not (at ?airplane ?loc-from)) (at ?airplane ?loc-to))))
`;

export interface LogisticsSize {
  readonly cities: number;
  /** In each city, of which the first is its airport. */
  readonly locations: number;
  readonly packages: number;
  readonly airplanes: number;
}

/** Logistics (AIPS 1998): trucks within cities, aeroplanes between. Without an aeroplane, no plan once one must fly. */
export function logistics(size: LogisticsSize, seed: number): Instance {
  const random = createRandom(seed);
  const cities = names("city", size.cities).map((city) => ({ city, places: names(`${city}-`, size.locations) }));
  const places = cities.flatMap((city) => city.places);
  const airports = cities.flatMap((city) => city.places.slice(0, 1));
  const trucks = names("truck", size.cities);
  const planes = names("plane", size.airplanes);
  const packages = names("package", size.packages).map((name) => ({
    name,
    from: random.pick(places),
    to: random.pick(places),
  }));
  const cityOf = (place: string): string => place.slice(0, place.indexOf("-"));
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `logistics-${Object.values(size).join("-")}-${seed}`,
      domain: "logistics-strips",
      objects: {
        "": [...packages.map(({ name }) => name), ...cities.map(({ city }) => city), ...trucks, ...planes, ...places],
      },
      init: [
        ...packages.flatMap(({ name, from }) => [`OBJ ${name}`, `at ${name} ${from}`]),
        ...cities.flatMap(({ city, places: inIt }) => [
          `CITY ${city}`,
          ...inIt.flatMap((place) => [`LOCATION ${place}`, `in-city ${place} ${city}`]),
        ]),
        ...airports.map((place) => `AIRPORT ${place}`),
        ...cities.flatMap((city, i) => [`TRUCK ${trucks[i]}`, `at ${trucks[i]} ${random.pick(city.places)}`]),
        ...planes.flatMap((plane) => [`AIRPLANE ${plane}`, `at ${plane} ${random.pick(airports)}`]),
      ],
      goal: packages.map(({ name, to }) => `at ${name} ${to}`),
    }),
    solvable: size.airplanes > 0 || packages.every(({ from, to }) => cityOf(from) === cityOf(to)),
  };
}
