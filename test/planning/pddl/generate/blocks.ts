import { type Instance, names, writeProblem } from "./instance.ts";
import { createRandom, type Random } from "./random.ts";

const DOMAIN = `(define (domain blocks)
  (:requirements :strips)
  (:predicates (on ?x ?y) (ontable ?x) (clear ?x) (handempty) (holding ?x))
  (:action pick-up
    :parameters (?x)
    :precondition (and (clear ?x) (ontable ?x) (handempty))
    :effect (and (not (ontable ?x)) (not (clear ?x)) (not (handempty)) (holding ?x)))
  (:action put-down
    :parameters (?x)
    :precondition (holding ?x)
    :effect (and (not (holding ?x)) (clear ?x) (handempty) (ontable ?x)))
  (:action stack
    :parameters (?x ?y)
    :precondition (and (holding ?x) (clear ?y))
    :effect (and (not (holding ?x)) (not (clear ?y)) (clear ?x) (handempty) (on ?x ?y)))
  (:action unstack
    :parameters (?x ?y)
    :precondition (and (on ?x ?y) (clear ?x) (handempty))
    :effect (and (holding ?x) (clear ?y) (not (clear ?x)) (not (handempty)) (not (on ?x ?y)))))
`;

/** Puts each block onto the table or onto one of the towers there are. */
function stack(blocks: readonly string[], random: Random): string[][] {
  const towers: string[][] = [];
  for (const block of random.shuffle(blocks)) {
    const tower = towers[random.below(towers.length + 1)];
    if (tower === undefined) towers.push([block]);
    else tower.push(block);
  }
  return towers;
}

const above = (tower: readonly string[]): string[] =>
  tower.slice(1).map((block, index) => `on ${block} ${tower[index]}`);

/** Blocks world with four operators (AIPS 2000): random towers to other random towers. */
export function blocks(size: { readonly blocks: number }, seed: number): Instance {
  const random = createRandom(seed);
  const all = names("b", size.blocks);
  const goal = stack(all, random).flatMap(above);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `blocks-${size.blocks}-${seed}`,
      domain: "blocks",
      objects: { "": all },
      init: [
        "handempty",
        ...stack(all, random).flatMap((tower) => [`ontable ${tower[0]}`, ...above(tower), `clear ${tower.at(-1)}`]),
      ],
      // Of blocks that are to stand alone nothing is said; where that is all of them, one stays where it may.
      goal: goal.length > 0 ? goal : [`ontable ${all[0]}`],
    }),
    solvable: true,
  };
}

/** Blocks that are to stand on each other in a circle: every pair of the goal can be made, and never all. */
export function blocksInACircle(size: { readonly blocks: number }): Instance {
  const all = names("b", size.blocks);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `blocks-circle-${size.blocks}`,
      domain: "blocks",
      objects: { "": all },
      init: ["handempty", ...all.flatMap((block) => [`ontable ${block}`, `clear ${block}`])],
      goal: all.map((block, index) => `on ${block} ${all[(index + 1) % all.length]}`),
    }),
    solvable: false,
  };
}
