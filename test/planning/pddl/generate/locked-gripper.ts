import { type Instance, names, writeProblem } from "./instance.ts";

const DOMAIN = `(define (domain locked-gripper)
  (:requirements :strips :typing)
  (:types room ball gripper key)
  (:predicates (at-robby ?r - room) (at ?b - ball ?r - room) (free ?g - gripper) (carry ?b - ball ?g - gripper)
               (door ?a ?b - room) (open ?a ?b - room) (have ?k - key))
  (:action unlock
    :parameters (?k - key ?from ?to - room)
    :precondition (and (have ?k) (at-robby ?from) (door ?from ?to))
    :effect (and (open ?from ?to) (open ?to ?from) (not (have ?k))))
  (:action move
    :parameters (?from ?to - room)
    :precondition (and (at-robby ?from) (open ?from ?to))
    :effect (and (at-robby ?to) (not (at-robby ?from))))
  (:action pick
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (at ?b ?r) (at-robby ?r) (free ?g))
    :effect (and (carry ?b ?g) (not (at ?b ?r)) (not (free ?g))))
  (:action drop
    :parameters (?b - ball ?r - room ?g - gripper)
    :precondition (and (carry ?b ?g) (at-robby ?r))
    :effect (and (at ?b ?r) (free ?g) (not (carry ?b ?g)))))
`;

/**
 * A hall with locked rooms around it; each key breaks in the door it opens, and every ball wants another room in
 * turn. With fewer keys than rooms wanted there is no plan, which only a search of the whole space can tell: were
 * nothing ever deleted, one key would open them all. With no key at all, grounding alone can tell.
 */
export function lockedGripper(size: {
  readonly rooms: number;
  readonly keys: number;
  readonly balls: number;
}): Instance {
  const rooms = names("room", size.rooms);
  const balls = names("ball", size.balls);
  const keys = names("key", size.keys);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `locked-gripper-${size.rooms}-${size.keys}-${size.balls}`,
      domain: "locked-gripper",
      objects: { room: ["hall", ...rooms], ball: balls, gripper: ["left", "right"], key: keys },
      init: [
        ...["at-robby hall", "free left", "free right"],
        ...keys.map((key) => `have ${key}`),
        ...rooms.map((room) => `door hall ${room}`),
        ...balls.map((ball) => `at ${ball} hall`),
      ],
      goal: balls.map((ball, index) => `at ${ball} ${rooms[index % rooms.length]}`),
    }),
    solvable: size.keys >= Math.min(size.rooms, size.balls),
  };
}
