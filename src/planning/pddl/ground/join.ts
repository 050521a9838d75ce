import { candidates, decide, objectOf, tupleOf, UNBOUND, type VariableBinding } from "./binding.ts";
import type { GroundingBudget } from "./budget.ts";
import type { Pattern } from "./condition.ts";
import type { AtomRelation } from "./relation.ts";
import type { JoinRule } from "./schema.ts";

/** Every slot of the atom is bound, and the atom is there. */
const HOLDS = -1;

/**
 * Finds every binding of a rule's slots for which its atoms are published and its filters hold. Depth first: the
 * next atom is always the one with the fewest candidates, as listed by the objects bound so far, so that static
 * atoms of few tuples come first and a dead end is seen at once.
 */
export class Join {
  readonly #rule: JoinRule;
  readonly #budget: GroundingBudget;
  readonly #onMatch: (rule: JoinRule, binding: VariableBinding) => void;
  readonly #binding: VariableBinding;
  readonly #isDone: Uint8Array;
  /** Slots bound and atoms done, to be undone in reverse. */
  readonly #bound: number[] = [];
  readonly #done: number[] = [];
  /** The atom that set the join off: those before it in the rule must match older ones, or a match came twice. */
  #trigger = -1;
  #triggerAtom = -1;

  constructor(rule: JoinRule, budget: GroundingBudget, onMatch: (rule: JoinRule, binding: VariableBinding) => void) {
    this.#rule = rule;
    this.#budget = budget;
    this.#onMatch = onMatch;
    this.#binding = new Int32Array(rule.schema.ranges.length).fill(UNBOUND);
    this.#isDone = new Uint8Array(rule.atoms.length);
  }

  /** All matches among what is published. */
  all(): void {
    this.#trigger = -1;
    this.#extend();
  }

  /** All matches in which the rule's atom of this index is the one just published. */
  withNew(index: number, atom: number): void {
    this.#trigger = index;
    this.#triggerAtom = atom;
    const pattern = this.#rule.atoms[index] as Pattern;
    if (this.#unify(pattern, atom)) {
      this.#finish(index);
      if (!this.#isDead()) this.#extend();
    }
    this.#undo(0, 0);
  }

  /**
   * Whether an atom that shares a slot with those bound has no candidates: most new atoms concern few of the rules
   * that they wake, and this is seen without a look at all that the rule needs.
   */
  #isDead(): boolean {
    return this.#bound.some((slot) =>
      this.#rule.users[slot]?.some((index) => {
        this.#budget.step();
        return this.#isDone[index] === 0 && this.#countCandidates(index) === 0;
      }),
    );
  }

  #extend(): void {
    const bound = this.#bound.length;
    const done = this.#done.length;
    this.#budget.step(1 + this.#isDone.length - done);
    const next = this.#choose();
    if (next === "none") this.#bindTheRest(0);
    else if (next !== "dead") this.#tryAll(next);
    this.#undo(bound, done);
  }

  /** The undone atom of fewest candidates. Marks those that are bound and hold as done. */
  #choose(): number | "none" | "dead" {
    const { atoms } = this.#rule;
    let best: number | "none" = "none";
    let fewest = Number.POSITIVE_INFINITY;
    for (let index = 0; index < atoms.length; index++) {
      if (this.#isDone[index] === 1) continue;
      const candidates = this.#countCandidates(index);
      if (candidates === 0) return "dead";
      if (candidates === HOLDS) {
        this.#finish(index);
      } else if (candidates < fewest) {
        fewest = candidates;
        best = index;
      }
    }
    return best;
  }

  #countCandidates(index: number): number {
    const pattern = this.#rule.atoms[index] as Pattern;
    const { relation } = pattern;
    const tuple = tupleOf(pattern, this.#binding);
    if (tuple !== null) return this.#isVisible(index, relation, relation.find(tuple)) ? HOLDS : 0;
    return candidates(pattern, this.#binding).length;
  }

  #tryAll(index: number): void {
    const pattern = this.#rule.atoms[index] as Pattern;
    for (const atom of candidates(pattern, this.#binding)) this.#tryOne(index, pattern, atom);
  }

  #tryOne(index: number, pattern: Pattern, atom: number): void {
    this.#budget.step();
    if (!this.#isVisible(index, pattern.relation, atom)) return;
    const bound = this.#bound.length;
    const done = this.#done.length;
    if (this.#unify(pattern, atom)) {
      this.#finish(index);
      this.#extend();
    }
    this.#undo(bound, done);
  }

  /** Slots in no atom stand for anything of their type. */
  #bindTheRest(from: number): void {
    const { slots, schema } = this.#rule;
    let index = from;
    while (index < slots.length && this.#binding[slots[index] as number] !== UNBOUND) index++;
    const slot = slots[index];
    if (slot === undefined) {
      this.#onMatch(this.#rule, this.#binding);
      return;
    }
    const range = schema.ranges[slot];
    for (const object of range?.objects ?? []) {
      this.#budget.step();
      const bound = this.#bound.length;
      if (this.#bind(slot, object)) this.#bindTheRest(index + 1);
      this.#undo(bound, this.#done.length);
    }
  }

  #isVisible(index: number, relation: AtomRelation, atom: number): boolean {
    if (atom < 0 || atom >= relation.published.length) return false;
    if (index >= this.#trigger || atom !== this.#triggerAtom) return true;
    return relation !== this.#rule.atoms[this.#trigger]?.relation;
  }

  #unify({ relation, terms }: Pattern, atom: number): boolean {
    for (let position = 0; position < terms.length; position++) {
      const term = terms[position] as number;
      const object = relation.at(atom, position);
      const known = objectOf(term, this.#binding);
      if (known === UNBOUND ? !this.#bind(term, object) : known !== object) return false;
    }
    return true;
  }

  /** False when the object is out of range, or a filter now decided fails. */
  #bind(slot: number, object: number): boolean {
    if (this.#rule.schema.ranges[slot]?.has[object] !== 1) return false;
    this.#binding[slot] = object;
    this.#bound.push(slot);
    for (const filter of this.#rule.filters[slot] ?? []) {
      if (decide(filter, this.#binding) === false) return false;
    }
    return true;
  }

  #finish(index: number): void {
    this.#isDone[index] = 1;
    this.#done.push(index);
  }

  #undo(bound: number, done: number): void {
    while (this.#bound.length > bound) this.#binding[this.#bound.pop() as number] = UNBOUND;
    while (this.#done.length > done) this.#isDone[this.#done.pop() as number] = 0;
  }
}
