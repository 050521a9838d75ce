import type { GroundTask, SearchLimits } from "../ground-task.ts";
import type { Watch } from "../watch.ts";
import { Closed, NOBODY } from "./closed.ts";
import type { GoalCount } from "./goal-count.ts";
import { Guide } from "./guide.ts";
import { type Bounds, SearchExhausted } from "./memory.ts";
import { Novelty } from "./novelty.ts";
import { type Open, Queue } from "./queue.ts";
import type { RelaxedPlans } from "./relaxed-plan.ts";
import type { Successors } from "./successors.ts";
import { Transition } from "./transition.ts";

/** What is made once of a task and serves every search of it. */
export interface Compiled {
  readonly task: GroundTask;
  readonly successors: Successors;
  readonly relaxedPlans: RelaxedPlans;
  readonly goalCount: GoalCount;
}

/** Counts on over several searches. */
export interface SearchProgress {
  expanded: number;
  generated: number;
}

/** Numbers of actions, in order; "none" when the space was searched; "pruned" when parts were cut away. */
export type SearchOutcome = readonly number[] | "none" | "pruned";

/** Making a state takes so long, in steps of the clock's watch: some microseconds. */
const STEPS_PER_STATE = 64;
/** A rank holds the estimated length in its lower digits; longer plans count as so long. */
const MAX_LENGTH = 2 ** 24;
/**
 * What an atom of the relaxed plan yet to be reached counts against a step made. Less finds shorter plans in more
 * time: at 1, large logistics tasks take ten times as long; at 5, plans get longer and no search faster.
 */
const REMAINING_WEIGHT = 2;

/**
 * Best-first width search BFWS(f5) (Lipovetzky and Geffner, AAAI 2017), or its polynomial part 1-BFWS, which
 * keeps only states of novelty 1. Ranks are (novelty over the partition by #g and #r, #g, estimated length); the
 * authors' last part is the depth, to which we add what is left of the relaxed plan, so that among equals the
 * search goes ahead rather than broad.
 */
export class BestFirstWidthSearch {
  readonly #task: GroundTask;
  readonly #successors: Successors;
  readonly #limits: SearchLimits;
  readonly #watch: Watch;
  readonly #progress: SearchProgress;
  readonly #isPolynomial: boolean;
  readonly #goalCount: GoalCount;
  readonly #at: Transition;
  readonly #closed: Closed;
  readonly #queue: Queue;
  readonly #guide: Guide;
  readonly #novelty: Novelty;
  readonly #applicable: Int32Array;
  #hasPruned = false;

  constructor(
    { task, successors, relaxedPlans, goalCount }: Compiled,
    limits: SearchLimits,
    { memory, watch }: Bounds,
    progress: SearchProgress,
    isPolynomial: boolean,
  ) {
    memory.claim(4 * task.actions.length + 20 * task.atoms.length);
    this.#task = task;
    this.#successors = successors;
    this.#limits = limits;
    this.#watch = watch;
    this.#progress = progress;
    this.#isPolynomial = isPolynomial;
    this.#goalCount = goalCount;
    this.#at = new Transition(task);
    this.#closed = new Closed(this.#at.state.length, memory);
    this.#queue = new Queue(memory);
    this.#guide = new Guide(task, relaxedPlans, this.#closed, memory);
    this.#novelty = new Novelty(isPolynomial ? 1 : 2, task.atoms.length, memory);
    this.#applicable = new Int32Array(task.actions.length);
  }

  /** Novelty 2 was told apart from 3 throughout. */
  get hasPairs(): boolean {
    return this.#novelty.hasPairs;
  }

  run(): SearchOutcome {
    const goals = this.#goalCount.of(this.#at.state);
    if (goals === 0) return [];
    const root = this.#close(NOBODY, NOBODY, goals, true);
    let plan = root === NOBODY ? null : this.#expand(root);
    while (plan === null) {
      this.#watch.tick(STEPS_PER_STATE);
      const open = this.#queue.pop();
      if (open === null) return this.#hasPruned ? "pruned" : "none";
      plan = this.#visit(open);
    }
    return plan;
  }

  /** Makes the state, and its successors if it is new and no dead end. */
  #visit({ parent, action }: Open): readonly number[] | null {
    this.#at.hash = this.#closed.read(parent, this.#at.state);
    this.#at.step(action);
    if (this.#closed.has(this.#at)) return null;
    const before = this.#closed.goals(parent);
    const goals = this.#goalsAfter(before);
    const state = this.#close(parent, action, goals, goals < before);
    return state === NOBODY ? null : this.#expand(state);
  }

  /** Notes the state down, unless it is found to be a dead end. */
  #close(parent: number, action: number, goals: number, needsPlan: boolean): number {
    if (!needsPlan) return this.#closed.add(this.#at, { parent, action, goals, isOwner: false });
    const atoms = this.#guide.plan(this.#at.state);
    if (atoms === null) return NOBODY;
    const state = this.#closed.add(this.#at, { parent, action, goals, isOwner: true });
    this.#guide.give(state, atoms);
    return state;
  }

  #expand(state: number): readonly number[] | null {
    this.#progress.expanded++;
    this.#guide.turnTo(state);
    const goals = this.#closed.goals(state);
    const partition = this.#partition(goals, this.#guide.reached);
    const count = this.#successors.find(this.#at.state, this.#applicable);
    for (let index = 0; index < count; index++) {
      const action = this.#applicable[index] as number;
      this.#at.step(action);
      const left = this.#goalsAfter(goals);
      if (left === 0) return [...this.#pathTo(state), action];
      this.#open(state, action, left, partition);
      this.#at.undo();
    }
    return null;
  }

  /** Queues the successor at hand, unless it was expanded before or is not novel enough. */
  #open(parent: number, action: number, goals: number, parentPartition: number): void {
    this.#progress.generated++;
    this.#watch.tick(STEPS_PER_STATE);
    if (this.#progress.generated > this.#limits.maxNodes) throw new SearchExhausted("nodes");
    if (this.#closed.has(this.#at)) return;
    const reached = this.#guide.reachedBy(this.#at);
    const partition = this.#partition(goals, reached);
    const novelty = this.#novelty.of(this.#at, partition, partition === parentPartition);
    if (this.#isPolynomial && novelty > 1) {
      this.#hasPruned = true;
      return;
    }
    const length = this.#closed.depth(parent) + 1 + REMAINING_WEIGHT * (this.#guide.length - reached);
    const rank = novelty * (this.#goalCount.max + 1) + goals;
    this.#queue.push(rank * MAX_LENGTH + Math.min(length, MAX_LENGTH - 1), parent, action);
  }

  /** #g after the last step, given #g before it. */
  #goalsAfter(before: number): number {
    const { state, added, addedCount, deleted, deletedCount } = this.#at;
    const hasChanged = this.#goalCount.concerns(added, addedCount) || this.#goalCount.concerns(deleted, deletedCount);
    return hasChanged ? this.#goalCount.of(state) : before;
  }

  #partition(goals: number, reached: number): number {
    return goals * (this.#task.atoms.length + 1) + reached;
  }

  #pathTo(state: number): number[] {
    const actions: number[] = [];
    for (let on = state; this.#closed.parent(on) !== NOBODY; on = this.#closed.parent(on)) {
      actions.push(this.#closed.action(on));
    }
    return actions.reverse();
  }
}
