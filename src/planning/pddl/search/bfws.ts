import type { GroundAction, GroundTask } from "../ground-task.ts";
import type { ApplicableActions } from "./applicable.ts";
import type { SearchBudget } from "./budget.ts";
import type { GoalCount } from "./goal-count.ts";
import { Novelty } from "./novelty.ts";
import { RankQueue } from "./queue.ts";
import type { RelaxedPlans } from "./relaxed-plan.ts";
import { holds, type State, stateOf, stepInto, take } from "./state.ts";

/** What is made once of a task and serves every search of it. */
export interface CompiledTask {
  readonly task: GroundTask;
  readonly applicable: ApplicableActions;
  readonly relaxedPlans: RelaxedPlans;
  readonly goalCount: GoalCount;
}

/** Numbers of actions, in order; "none" when the space was searched; "pruned" when parts were cut away. */
export type SearchOutcome = readonly number[] | "none" | "pruned";

/** A state that was expanded, and how it was reached. */
interface SearchNode {
  readonly state: State;
  readonly parent: SearchNode | null;
  readonly action: number;
  /** Steps from the initial state. */
  readonly depth: number;
  /** #g. */
  readonly goals: number;
  /** Of the relaxed plan made last on the way: how many atoms it adds, and which of them no step since has added. */
  readonly planned: number;
  readonly wanted: State;
  readonly wantedCount: number;
}

/** A state that was made and not yet expanded: made again when its turn comes, as most never have one. */
interface OpenNode {
  readonly parent: SearchNode;
  readonly action: number;
}

/** Making a state takes so long, in steps of the clock's watch: some microseconds. */
const STEPS_PER_STATE = 64;
/** What an expanded state takes beside its bits and their text, and what an open one takes. */
const NODE_BYTES = 160;
const OPEN_BYTES = 72;
/** A rank holds the estimated length in its lower digits; longer plans count as so long. */
const MAX_LENGTH = 2 ** 24;
/**
 * What an atom of the relaxed plan yet to be reached counts against a step made. Less finds shorter plans in more
 * time: at 1, large logistics tasks take ten times as long; at 5, plans get longer and no search faster.
 */
const REMAINING_WEIGHT = 2;

/**
 * Best-first width search BFWS(f5) (Lipovetzky and Geffner, AAAI 2017), or its polynomial part 1-BFWS, which
 * keeps only states of novelty 1. Ranks are (novelty, 1 or more, over the partition by #g and #r, #g, estimated length); the
 * authors' last part is the depth, to which we add what is left of the relaxed plan, so that among equals the
 * search goes ahead rather than broad.
 */
export class BestFirstWidthSearch {
  readonly #compiled: CompiledTask;
  readonly #budget: SearchBudget;
  readonly #isPolynomial: boolean;
  readonly #novelty: Novelty;
  readonly #queue = new RankQueue<OpenNode>();
  readonly #closed = new Set<string>();
  #hasPruned = false;

  constructor(compiled: CompiledTask, budget: SearchBudget, isPolynomial: boolean) {
    this.#compiled = compiled;
    this.#budget = budget;
    this.#isPolynomial = isPolynomial;
    this.#novelty = new Novelty(budget);
  }

  run(): SearchOutcome {
    const { task, goalCount } = this.#compiled;
    const init = stateOf(task.init, task.atoms.length);
    const goals = goalCount.of(init);
    if (goals === 0) return [];
    this.#closed.add(keyOf(init));
    const root = this.#planned({ state: init, parent: null, action: -1, depth: 0, goals });
    let plan = root && this.#expand(root);
    while (plan === null) {
      this.#budget.tick(STEPS_PER_STATE);
      const open = this.#queue.pop();
      if (open === null) return this.#hasPruned ? "pruned" : "none";
      this.#budget.release(OPEN_BYTES);
      const node = this.#visit(open);
      plan = node && this.#expand(node);
    }
    return plan;
  }

  /** The node of an open state; `null` when it was expanded before or is a dead end. */
  #visit({ parent, action }: OpenNode): SearchNode | null {
    const { task, goalCount } = this.#compiled;
    const state = parent.state.slice();
    const added = stepInto(state, task.actions[action] as GroundAction, parent.state);
    const key = keyOf(state);
    if (this.#closed.has(key)) return null;
    this.#closed.add(key);
    const reached = { state, parent, action, depth: parent.depth + 1, goals: goalCount.of(state) };
    if (reached.goals < parent.goals) return this.#planned(reached);
    this.#budget.claim(NODE_BYTES + 2 * state.byteLength);
    const news = added.filter((atom) => holds(parent.wanted, atom));
    if (news.length === 0) return { ...parent, ...reached };
    this.#budget.claim(state.byteLength);
    const wanted = parent.wanted.slice();
    for (const atom of news) take(wanted, atom);
    return { ...parent, ...reached, wanted, wantedCount: parent.wantedCount - news.length };
  }

  /** The node with a relaxed plan of its own; `null` when there is none: a dead end. */
  #planned(reached: Omit<SearchNode, "planned" | "wanted" | "wantedCount">): SearchNode | null {
    const atoms = this.#compiled.relaxedPlans.added(reached.state);
    if (atoms === null) return null;
    this.#budget.claim(NODE_BYTES + 3 * reached.state.byteLength);
    const wanted = stateOf(atoms, this.#compiled.task.atoms.length);
    return { ...reached, planned: atoms.length, wanted, wantedCount: atoms.length };
  }

  /** Queues the successors; a plan as soon as one of them is a goal. */
  #expand(node: SearchNode): readonly number[] | null {
    const { task, applicable, goalCount } = this.#compiled;
    this.#budget.expand();
    const partition = this.#partition(node.goals, node.planned - node.wantedCount);
    const state = node.state.slice();
    for (const action of applicable.in(node.state)) {
      const added = stepInto(state, task.actions[action] as GroundAction, node.state);
      const goals = goalCount.isChangedBy(action) ? goalCount.of(state) : node.goals;
      if (goals === 0) return [...pathTo(node), action];
      this.#budget.generate();
      this.#budget.tick(STEPS_PER_STATE);
      let left = node.wantedCount;
      for (const atom of added) if (holds(node.wanted, atom)) left--;
      const own = this.#partition(goals, node.planned - left);
      const isNew = this.#novelty.isNew(state, added, own, own === partition);
      if (this.#isPolynomial && !isNew) {
        this.#hasPruned = true;
        continue;
      }
      const length = Math.min(node.depth + 1 + REMAINING_WEIGHT * left, MAX_LENGTH - 1);
      this.#budget.claim(OPEN_BYTES);
      this.#queue.push(((isNew ? 0 : goalCount.max + 1) + goals) * MAX_LENGTH + length, { parent: node, action });
    }
    return null;
  }

  #partition(goals: number, reached: number): number {
    return goals * (this.#compiled.task.atoms.length + 1) + reached;
  }
}

/** A text for each state, each its own. */
function keyOf(state: State): string {
  return String.fromCharCode(...new Uint16Array(state.buffer));
}

function pathTo(node: SearchNode): number[] {
  const actions: number[] = [];
  for (let on = node; on.parent !== null; on = on.parent) actions.push(on.action);
  return actions.reverse();
}
