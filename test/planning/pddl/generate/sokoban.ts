import { type Instance, names, writeProblem } from "./instance.ts";

const DOMAIN = `(define (domain sokoban-sequential)
  (:requirements :typing :action-costs)
  (:types thing location direction - object
          player stone - thing)
  (:predicates (clear ?l - location) (at ?t - thing ?l - location) (at-goal ?s - stone) (IS-GOAL ?l - location)
               (IS-NONGOAL ?l - location) (MOVE-DIR ?from ?to - location ?dir - direction))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?p - player ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?from) (clear ?to) (MOVE-DIR ?from ?to ?dir))
    :effect (and (not (at ?p ?from)) (not (clear ?to)) (at ?p ?to) (clear ?from)))
  (:action push-to-nongoal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?ppos) (at ?s ?from) (clear ?to) (MOVE-DIR ?ppos ?from ?dir)
                       (MOVE-DIR ?from ?to ?dir) (IS-NONGOAL ?to))
    :effect (and (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to)) (at ?p ?from) (at ?s ?to)
                 (clear ?ppos) (not (at-goal ?s)) (increase (total-cost) 1)))
  (:action push-to-goal
    :parameters (?p - player ?s - stone ?ppos ?from ?to - location ?dir - direction)
    :precondition (and (at ?p ?ppos) (at ?s ?from) (clear ?to) (MOVE-DIR ?ppos ?from ?dir)
                       (MOVE-DIR ?from ?to ?dir) (IS-GOAL ?to))
    :effect (and (not (at ?p ?ppos)) (not (at ?s ?from)) (not (clear ?to)) (at ?p ?from) (at ?s ?to)
                 (clear ?ppos) (at-goal ?s) (increase (total-cost) 1))))
`;

/** Where one comes to, by direction. */
const STEPS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] } as const;

/**
 * Sokoban (IPC 2008) from a drawing: `#` wall, `.` goal, `$` stone, `*` stone on a goal, `@` player, `+` player on a
 * goal.
 */
export function sokoban(drawing: readonly string[], solvable: boolean): Instance {
  const cells = drawing
    .flatMap((row, y) => [...row].map((mark, x) => ({ mark, x, y, name: `pos-${x}-${y}` })))
    .filter(({ mark }) => mark !== "#");
  const byName = new Map(cells.map((cell) => [cell.name, cell]));
  const marked = (marks: string) => cells.filter(({ mark }) => marks.includes(mark));
  const held = marked("$*");
  const stones = names("stone-", held.length);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: "sokoban",
      domain: "sokoban-sequential",
      objects: {
        direction: Object.keys(STEPS).map((direction) => `dir-${direction}`),
        player: ["player-01"],
        stone: stones,
        location: cells.map(({ name }) => name),
      },
      init: [
        ...cells.map(({ name, mark }) => `${".*+".includes(mark) ? "IS-GOAL" : "IS-NONGOAL"} ${name}`),
        ...cells.flatMap(({ x, y, name }) =>
          Object.entries(STEPS).flatMap(([direction, [dx, dy]]) => {
            const to = byName.get(`pos-${x + dx}-${y + dy}`);
            return to === undefined ? [] : [`MOVE-DIR ${name} ${to.name} dir-${direction}`];
          }),
        ),
        ...marked("@+").map(({ name }) => `at player-01 ${name}`),
        ...held.flatMap(({ name, mark }, index) => [
          `at ${stones[index]} ${name}`,
          ...(mark === "*" ? [`at-goal ${stones[index]}`] : []),
        ]),
        ...marked(" .").map(({ name }) => `clear ${name}`),
      ],
      goal: stones.map((stone) => `at-goal ${stone}`),
      metric: true,
    }),
    solvable,
  };
}
