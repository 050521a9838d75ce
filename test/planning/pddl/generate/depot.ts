import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom } from "./random.ts";

const DOMAIN = `(define (domain depot)
  (:requirements :strips :typing)
  (:types place locatable - object
          depot distributor - place
          truck hoist surface - locatable
          pallet crate - surface)
  (:predicates (at ?x - locatable ?y - place) (on ?x - crate ?y - surface) (in ?x - crate ?y - truck)
               (lifting ?x - hoist ?y - crate) (available ?x - hoist) (clear ?x - surface))
  (:action drive
    :parameters (?x - truck ?y - place ?z - place)
    :precondition (and (at ?x ?y))
    :effect (and (not (at ?x ?y)) (at ?x ?z)))
  (:action lift
    :parameters (?x - hoist ?y - crate ?z - surface ?p - place)
    :precondition (and (at ?x ?p) (available ?x) (at ?y ?p) (on ?y ?z) (clear ?y))
    :effect (and (not (at ?y ?p)) (lifting ?x ?y) (not (clear ?y)) (not (available ?x)) (clear ?z)
                 (not (on ?y ?z))))
  (:action drop
    :parameters (?x - hoist ?y - crate ?z - surface ?p - place)
    :precondition (and (at ?x ?p) (at ?z ?p) (clear ?z) (lifting ?x ?y))
    :effect (and (available ?x) (not (lifting ?x ?y)) (at ?y ?p) (not (clear ?z)) (clear ?y) (on ?y ?z)))
  (:action load
    :parameters (?x - hoist ?y - crate ?z - truck ?p - place)
    :precondition (and (at ?x ?p) (at ?z ?p) (lifting ?x ?y))
    :effect (and (not (lifting ?x ?y)) (in ?y ?z) (available ?x)))
  (:action unload
    :parameters (?x - hoist ?y - crate ?z - truck ?p - place)
    :precondition (and (at ?x ?p) (at ?z ?p) (available ?x) (in ?y ?z))
    :effect (and (not (in ?y ?z)) (not (available ?x)) (lifting ?x ?y))))
`;

export interface DepotSize {
  readonly depots: number;
  readonly distributors: number;
  readonly trucks: number;
  /** At least one a place. */
  readonly pallets: number;
  /** As `pallets`. */
  readonly hoists: number;
  readonly crates: number;
}

/** Of the crates, one in so many is left where it may. */
const FREE_SHARE = 7;

/** Depot (IPC 2002): crates stacked on pallets, moved by hoists and trucks. */
export function depot(size: DepotSize, seed: number): Instance {
  const random = createRandom(seed);
  const depots = names("depot", size.depots, 0);
  const distributors = names("distributor", size.distributors, 0);
  const places = [...depots, ...distributors];
  const crates = names("crate", size.crates, 0);
  const spread = (prefix: string, count: number): { name: string; place: string }[] =>
    names(prefix, count, 0).map((name, index) => ({ name, place: places[index] ?? random.pick(places) }));
  const pallets = spread("pallet", size.pallets);
  const hoists = spread("hoist", size.hoists);
  const trucks = names("truck", size.trucks, 0);
  const pile = () => {
    const piles = pallets.map(({ name, place }) => ({ place, pile: [name] }));
    for (const crate of random.shuffle(crates)) random.pick(piles).pile.push(crate);
    return piles;
  };
  const above = (pile: readonly string[]): string[] =>
    pile.slice(1).map((crate, index) => `on ${crate} ${pile[index]}`);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `depot-${Object.values(size).join("-")}-${seed}`,
      domain: "depot",
      objects: {
        depot: depots,
        distributor: distributors,
        truck: trucks,
        pallet: pallets.map(({ name }) => name),
        hoist: hoists.map(({ name }) => name),
        crate: crates,
      },
      init: [
        ...pile().flatMap(({ place, pile }) => [
          ...pile.map((surface) => `at ${surface} ${place}`),
          ...above(pile),
          `clear ${pile.at(-1)}`,
        ]),
        ...trucks.map((truck) => `at ${truck} ${random.pick(places)}`),
        ...hoists.flatMap(({ name, place }) => [`at ${name} ${place}`, `available ${name}`]),
      ],
      goal: pile()
        .flatMap(({ pile }) => above(pile))
        .filter((_, index) => index % FREE_SHARE !== FREE_SHARE - 1),
    }),
    solvable: true,
  };
}
