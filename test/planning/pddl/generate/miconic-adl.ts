import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

/** A passenger of one kind who is in the lift after a stop. */
const rides = (kind: string, variable: string): string => `(${variable} - ${kind})
                       (or (and (not (served ${variable})) (origin ${variable} ?f))
                           (and (boarded ${variable}) (not (destin ${variable} ?f))))`;

/** One kind does not ride with the other. */
const apart = (one: string, other: string): string => `
      (imply (exists ${rides(one, "?p")})
             (forall (?q - ${other}) (and (or (destin ?q ?f) (not (boarded ?q)))
                                          (or (served ?q) (not (origin ?q ?f))))))`;

const DOMAIN = `(define (domain miconic)
  (:requirements :adl :typing)
  (:types passenger floor - object
          going_up going_down vip going_nonstop attendant never_alone conflict_A conflict_B - passenger)
  (:predicates (origin ?person - passenger ?floor - floor) (destin ?person - passenger ?floor - floor)
               (no-access ?person - passenger ?floor - floor) (above ?floor1 ?floor2 - floor)
               (boarded ?person - passenger) (served ?person - passenger) (lift-at ?floor - floor))
  (:action stop
    :parameters (?f - floor)
    :precondition (and
      (lift-at ?f)${apart("conflict_A", "conflict_B")}${apart("conflict_B", "conflict_A")}
      (imply (exists ${rides("never_alone", "?p")})
             (exists ${rides("attendant", "?q")}))
      (forall (?p - going_nonstop) (imply (boarded ?p) (destin ?p ?f)))
      (or (forall (?p - vip) (served ?p))
          (exists (?p - vip) (or (origin ?p ?f) (destin ?p ?f))))
      (forall (?p - passenger) (imply (no-access ?p ?f) (not (boarded ?p)))))
    :effect (and
      (forall (?p - passenger) (when (and (boarded ?p) (destin ?p ?f)) (and (not (boarded ?p)) (served ?p))))
      (forall (?p - passenger) (when (and (origin ?p ?f) (not (served ?p))) (boarded ?p)))))
  (:action up
    :parameters (?f1 - floor ?f2 - floor)
    :precondition (and (lift-at ?f1) (above ?f1 ?f2) (forall (?p - going_down) (not (boarded ?p))))
    :effect (and (lift-at ?f2) (not (lift-at ?f1))))
  (:action down
    :parameters (?f1 - floor ?f2 - floor)
    :precondition (and (lift-at ?f1) (above ?f2 ?f1) (forall (?p - going_up) (not (boarded ?p))))
    :effect (and (lift-at ?f2) (not (lift-at ?f1)))))
`;

const KINDS = [
  "vip",
  "never_alone",
  "attendant",
  "going_up",
  "going_nonstop",
  "conflict_A",
  "going_down",
  "conflict_B",
];
/** Of the passengers who may be kept out of places, one in so many is, of one place. */
const NO_ACCESS_SHARE = 3;

/**
 * Miconic in full ADL (AIPS 2000): people who must not meet, must not ride alone, come first, or suffer no stop.
 * No two share a floor, as in the original with its twice as many floors, so that serving one after the other is a
 * plan: the VIPs, then the attendants with those who are never alone, then the rest.
 */
export function miconicAdl(size: { readonly passengers: number }, seed: number): Instance {
  const random = createRandom(seed);
  const floors = names("f", size.passengers * 2, 0);
  const order = random.shuffle([...floors.keys()]);
  const passengers = names("p", size.passengers, 0).map((name, index) => {
    // With one passenger alone there is no attendant to ride along.
    const kind = size.passengers < KINDS.length ? "vip" : (KINDS[index % KINDS.length] ?? "passenger");
    const ends = order.slice(index * 2, index * 2 + 2).sort((one, other) => one - other);
    const [from = 0, to = 0] = kind === "going_down" ? ends.reverse() : ends;
    return { name, kind, from: `f${from}`, to: `f${to}` };
  });
  const isKept = ({ kind }: { readonly kind: string }, index: number): boolean =>
    kind.startsWith("conflict") && index % NO_ACCESS_SHARE === 0;
  const byKind = Object.groupBy(passengers, ({ kind }) => kind);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `miconic-adl-${size.passengers}-${seed}`,
      domain: "miconic",
      objects: {
        ...Object.fromEntries(
          Object.entries(byKind).map(([kind, those = []]) => [kind, those.map(({ name }) => name)]),
        ),
        floor: floors,
      },
      init: [
        ...floors.flatMap((floor, index) => floors.slice(index + 1).map((higher) => `above ${floor} ${higher}`)),
        ...passengers.flatMap(({ name, from, to }) => [`origin ${name} ${from}`, `destin ${name} ${to}`]),
        ...passengers.filter(isKept).map(({ name, from, to }) => {
          const others = floors.filter((floor) => floor !== from && floor !== to);
          return `no-access ${name} ${random.pick(others)}`;
        }),
        "lift-at f0",
      ],
      goal: ["forall (?p - passenger) (served ?p)"],
    }),
    solvable: true,
  };
}
