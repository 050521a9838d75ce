import fc from "fast-check";
import type { GroundAction, GroundTask } from "../../../../src/planning/pddl/index.ts";

const ATOMS = 7;
const MAX_ACTIONS = 8;

const someAtoms = (maxLength: number, minLength = 0) =>
  fc
    .uniqueArray(fc.nat(ATOMS - 1), { minLength, maxLength })
    .map((atoms) => Int32Array.from(atoms.sort((a, b) => a - b)));

const changes = { add: someAtoms(2), delete: someAtoms(2) };

const action = (index: number): fc.Arbitrary<GroundAction> =>
  fc.record({
    name: fc.constant(`(act ${index})`),
    preconditions: someAtoms(2),
    ...changes,
    conditional: fc.array(fc.record({ condition: someAtoms(2, 1), ...changes }), { maxLength: 2 }),
    cost: fc.nat(3),
    hidden: fc.constant(false),
  });

/** Small enough that every state can be visited; about as many have a plan as have none. */
export const anyGroundTask: fc.Arbitrary<GroundTask> = fc.integer({ min: 1, max: MAX_ACTIONS }).chain((count) =>
  fc.record({
    atoms: fc.constant(Array.from({ length: ATOMS }, (_, atom) => `(atom ${atom})`)),
    init: someAtoms(3),
    goal: someAtoms(4, 1),
    actions: fc.tuple(...Array.from({ length: count }, (_, index) => action(index))),
  }),
);
