import { bothWays, connect } from "./graph.ts";
import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain driverlog)
  (:requirements :strips :typing)
  (:types location locatable - object
          driver truck obj - locatable)
  (:predicates (at ?obj - locatable ?loc - location) (in ?obj1 - obj ?obj - truck) (driving ?d - driver ?v - truck)
               (link ?x ?y - location) (path ?x ?y - location) (empty ?v - truck))
  (:action load-truck
    :parameters (?obj - obj ?truck - truck ?loc - location)
    :precondition (and (at ?truck ?loc) (at ?obj ?loc))
    :effect (and (not (at ?obj ?loc)) (in ?obj ?truck)))
  (:action unload-truck
    :parameters (?obj - obj ?truck - truck ?loc - location)
    :precondition (and (at ?truck ?loc) (in ?obj ?truck))
    :effect (and (not (in ?obj ?truck)) (at ?obj ?loc)))
  (:action board-truck
    :parameters (?driver - driver ?truck - truck ?loc - location)
    :precondition (and (at ?truck ?loc) (at ?driver ?loc) (empty ?truck))
    :effect (and (not (at ?driver ?loc)) (driving ?driver ?truck) (not (empty ?truck))))
  (:action disembark-truck
    :parameters (?driver - driver ?truck - truck ?loc - location)
    :precondition (and (at ?truck ?loc) (driving ?driver ?truck))
    :effect (and (not (driving ?driver ?truck)) (at ?driver ?loc) (empty ?truck)))
  (:action drive-truck
    :parameters (?truck - truck ?loc-from ?loc-to - location ?driver - driver)
    :precondition (and (at ?truck ?loc-from) (driving ?driver ?truck) (link ?loc-from ?loc-to))
    :effect (and (not (at ?truck ?loc-from)) (at ?truck ?loc-to)))
  (:action walk
    :parameters (?driver - driver ?loc-from ?loc-to - location)
    :precondition (and (at ?driver ?loc-from) (path ?loc-from ?loc-to))
    :effect (and (not (at ?driver ?loc-from)) (at ?driver ?loc-to))))
`;

export interface DriverlogSize {
  readonly drivers: number;
  readonly trucks: number;
  readonly packages: number;
  readonly locations: number;
}

/** Driverlog (IPC 2002): drivers walk along paths to trucks that drive along roads. */
export function driverlog(size: DriverlogSize, seed: number): Instance {
  const random = createRandom(seed);
  const junctions = names("s", size.locations, 0);
  const roads = connect(junctions, size.locations * 2, random);
  // A path leads over a place of its own between two junctions.
  const paths = connect(junctions, Math.floor(size.locations / 2), random).map(([a, b]) => ({
    ends: [a, b],
    between: `p${a.slice(1)}-${b.slice(1)}`,
  }));
  const drivers = names("driver", size.drivers);
  const trucks = names("truck", size.trucks);
  const packages = names("package", size.packages);
  const somewhere = (those: readonly string[]): string[] => those.map((one) => `at ${one} ${random.pick(junctions)}`);
  /** All the packages, and half of the rest. */
  const wanted = [...packages, ...drivers.filter((_, i) => i % 2 === 0), ...trucks.filter((_, i) => i % 2 === 1)];
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `driverlog-${Object.values(size).join("-")}-${seed}`,
      domain: "driverlog",
      objects: {
        driver: drivers,
        truck: trucks,
        obj: packages,
        location: [...junctions, ...paths.map(({ between }) => between)],
      },
      init: [
        ...somewhere([...drivers, ...trucks, ...packages]),
        ...trucks.map((truck) => `empty ${truck}`),
        ...bothWays("link", roads),
        ...paths.flatMap(({ ends, between }) =>
          bothWays(
            "path",
            ends.map((end): [string, string] => [end, between]),
          ),
        ),
      ],
      goal: somewhere(wanted),
    }),
    solvable: true,
  };
}
