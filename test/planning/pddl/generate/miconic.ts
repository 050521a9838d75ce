import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain miconic)
  (:requirements :strips)
  (:predicates (origin ?person ?floor) (floor ?floor) (passenger ?passenger) (destin ?person ?floor)
               (above ?floor1 ?floor2) (boarded ?person) (served ?person) (lift-at ?floor))
  (:action board
    :parameters (?f ?p)
    :precondition (and (floor ?f) (passenger ?p) (lift-at ?f) (origin ?p ?f))
    :effect (boarded ?p))
  (:action depart
    :parameters (?f ?p)
    :precondition (and (floor ?f) (passenger ?p) (lift-at ?f) (destin ?p ?f) (boarded ?p))
    :effect (and (not (boarded ?p)) (served ?p)))
  (:action up
    :parameters (?f1 ?f2)
    :precondition (and (floor ?f1) (floor ?f2) (lift-at ?f1) (above ?f1 ?f2))
    :effect (and (lift-at ?f2) (not (lift-at ?f1))))
  (:action down
    :parameters (?f1 ?f2)
    :precondition (and (floor ?f1) (floor ?f2) (lift-at ?f1) (above ?f2 ?f1))
    :effect (and (lift-at ?f2) (not (lift-at ?f1)))))
`;

/** Miconic, the STRIPS form (AIPS 2000): a lift and its passengers. The largest has 60 floors and 30 passengers. */
export function miconic(size: { readonly floors: number; readonly passengers: number }, seed: number): Instance {
  const random = createRandom(seed);
  const floors = names("f", size.floors, 0);
  const passengers = names("p", size.passengers, 0).map((name) => {
    const [from, to] = random.shuffle(floors);
    return { name, from, to };
  });
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `miconic-${size.floors}-${size.passengers}-${seed}`,
      domain: "miconic",
      objects: { "": [...passengers.map(({ name }) => name), ...floors] },
      init: [
        ...floors.map((floor) => `floor ${floor}`),
        ...floors.flatMap((floor, index) => floors.slice(index + 1).map((higher) => `above ${floor} ${higher}`)),
        ...passengers.flatMap(({ name, from, to }) => [
          `passenger ${name}`,
          `origin ${name} ${from}`,
          `destin ${name} ${to}`,
        ]),
        `lift-at ${floors[0]}`,
      ],
      goal: passengers.map(({ name }) => `served ${name}`),
    }),
    solvable: true,
  };
}
