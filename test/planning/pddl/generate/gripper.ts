import { type Instance, names, writeProblem } from "./instance.ts";

const DOMAIN = `(define (domain gripper-strips)
  (:predicates (room ?r) (ball ?b) (gripper ?g) (at-robby ?r) (at ?b ?r) (free ?g) (carry ?o ?g))
  (:action move
    :parameters (?from ?to)
    :precondition (and (room ?from) (room ?to) (at-robby ?from))
    :effect (and (at-robby ?to) (not (at-robby ?from))))
  (:action pick
    :parameters (?obj ?room ?gripper)
    :precondition (and (ball ?obj) (room ?room) (gripper ?gripper)
                       (at ?obj ?room) (at-robby ?room) (free ?gripper))
    :effect (and (carry ?obj ?gripper) (not (at ?obj ?room)) (not (free ?gripper))))
  (:action drop
    :parameters (?obj ?room ?gripper)
    :precondition (and (ball ?obj) (room ?room) (gripper ?gripper) (carry ?obj ?gripper) (at-robby ?room))
    :effect (and (at ?obj ?room) (free ?gripper) (not (carry ?obj ?gripper)))))
`;

/** Gripper (AIPS 1998): a robot with two hands carries balls to the other room. The 20th instance has 42 balls. */
export function gripper(size: { readonly balls: number }): Instance {
  const balls = names("ball", size.balls);
  return {
    domain: DOMAIN,
    problem: writeProblem({
      name: `gripper-${size.balls}`,
      domain: "gripper-strips",
      objects: { "": ["rooma", "roomb", "left", "right", ...balls] },
      init: [
        ...["room rooma", "room roomb", "gripper left", "gripper right", "at-robby rooma", "free left", "free right"],
        ...balls.flatMap((ball) => [`ball ${ball}`, `at ${ball} rooma`]),
      ],
      goal: balls.map((ball) => `at ${ball} roomb`),
    }),
    solvable: true,
  };
}
