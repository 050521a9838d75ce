import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { answers, feeds } from "../rank/ports.ts";
import type { PlanSketch, SketchedTask } from "../rank/sketch.ts";
import { asksSomething } from "../read/asked-parts.ts";
import type { Clause } from "../read/clauses.ts";
import { plainly } from "../read/openings.ts";
import type { Reading } from "../read/parts.ts";
import { fromFirstClause } from "../read/tokens.ts";
import type { RequestView } from "../read/view.ts";
import { isClaimed, isWish, type Layout, layOut } from "./layout.ts";

/** A word of its own beside masks, which name what is worked on. */
const WORDS = /(?<!@)\b\p{L}{3}/u;

/** The clauses that wish or ask something and that speak for no task of the sketch. */
export const wishesBeside = (layout: Layout): readonly Clause[] =>
  layout.clauses.filter(
    (clause, index) => !isClaimed(layout, index) && isWish(clause) && WORDS.test(plainly(clause.text)),
  );

/**
 * Whether a clause asks of the same things what another asks that a task answers by giving each of them a label: beside
 * "which are bad" so is "which are good".
 */
export function isLabelledAlike(clause: Clause, { clauses, claims, labelling }: LabelledLayout): boolean {
  const asked = questionForm(clause);
  return (
    asked !== null &&
    clauses.some(
      (other, index) => questionForm(other) === asked && claims[index]?.some((place) => labelling.has(place)),
    )
  );
}

interface LabelledLayout extends Pick<Layout, "clauses" | "claims"> {
  /** The places of the tasks that give labels. */
  readonly labelling: ReadonlySet<number>;
}

/** "which are" of "which reviews are happy": the question word and the copula before the one word that is asked for. */
function questionForm({ text }: Clause): string | null {
  const [, opens = "", copula = ""] =
    /^(which|who|what)\b(?: [\p{L}'-]+){0,4}? (is|are|was|were|sounds?|seems?) (?:not )?[\p{L}'-]+$/iu.exec(
      text.trim(),
    ) ?? [];
  return opens === "" ? null : `${opens} ${copula}`.toLowerCase();
}

/** A clause that is planned by itself has to be as sure as this, */
const MIN_CONFIDENCE = 0.4;
/** and as this where nothing but its words says that it is a wish of its own. */
const MIN_CONFIDENCE_ALONE = 0.6;
/** So many clauses of a request are ranked by themselves, as each takes milliseconds. */
export const MAX_RANKED_CLAUSES = 8;

/** A sketch, and the clauses as they are taken for it. */
interface Covered {
  readonly sketch: PlanSketch;
  readonly clauses: readonly Clause[];
}

/**
 * A sketch with tasks for the clauses that speak for none of its own. It has each type once, and the same may be wished
 * again of its own result; and what is asked, or an order that names what it is for, may be a wish that the whole request
 * drowned. Each clause is ranked as if it were the whole request, and its task added. "Make it grey, flip it, then crop
 * it" → three edits, each of the one before. An order that is for a task which answers questions is one more question
 * of it: "list the customers with open orders".
 * @param rank sketches a clause alone; null where it is for no task
 */
export function coverWishes(
  sketch: PlanSketch,
  { clauses, reading, view, ontology }: Asked,
  rank: (view: RequestView) => PlanSketch | null,
): Covered {
  const layout = layOut(sketch, clauses, reading, ontology);
  const ranked = wishesBeside(layout)
    .slice(0, MAX_RANKED_CLAUSES)
    .flatMap((clause) => {
      const own = rank(viewOfClause(view, clause));
      const [only, ...more] = own?.tasks ?? [];
      const confidence = own?.confidence ?? 0;
      const type = ontology.get(only?.type ?? "");
      const isKnown = sketch.tasks.some((task) => task.type === only?.type);
      return only && type && more.length === 0 ? [{ clause, only, type, isKnown, confidence }] : [];
    });
  const asking = new Set(ranked.flatMap(({ clause, type, isKnown }) => (isKnown && answers(type) ? [clause] : [])));
  const covered = clauses.map((clause): Clause => (asking.has(clause) ? { ...clause, as: "question" } : clause));
  const added = ranked.flatMap(({ clause, only, type, isKnown, confidence }) => {
    const isAsked = asksSomething(clause);
    const isAgain = isKnown && !isAsked && isToldWhat(type) && feeds(type, type) && confidence >= MIN_CONFIDENCE;
    const isAlone = !isKnown && (isAsked || isForThing(clause)) && confidence >= MIN_CONFIDENCE_ALONE;
    return isAgain || isAlone ? [{ task: { ...only, at: Math.max(only.at, clause.start) }, confidence }] : [];
  });
  if (added.length === 0) return { sketch, clauses: covered };
  const tasks = [...sketch.tasks, ...added.map(({ task }) => task)].toSorted((a, b) => a.at - b.at);
  const placeOf = (task: SketchedTask | undefined): number => (task ? tasks.indexOf(task) : -1);
  const links = sketch.links.map(([from, to]) => [placeOf(sketch.tasks[from]), placeOf(sketch.tasks[to])] as const);
  // A chain goes on with what is added: "flip it" means what was made before, unless the clause has something of its own.
  const grown = tasks.flatMap(({ type, at }, to) => {
    const isAdded = added.some(({ task }) => task.type === type);
    const clause = clauses.findLast(({ start }) => start <= at);
    if (!isAdded || links.some(([, taker]) => taker === to) || clause?.parts.length !== 0) return [];
    const from = tasks.findLastIndex(
      (giver, place) => place < to && feeds(ontology.get(giver.type), ontology.get(type)),
    );
    return from === -1 ? [] : [[from, to] as const];
  });
  const confidence = added.reduce<number | null>(
    (all, one) => (all === null ? null : Math.min(all, one.confidence)),
    sketch.confidence,
  );
  const grownSketch = { tasks, links: [...links.filter(([from, to]) => from < to), ...grown], confidence };
  return { sketch: grownSketch, clauses: covered };
}

interface Asked {
  readonly clauses: readonly Clause[];
  readonly reading: Reading;
  readonly view: RequestView;
  readonly ontology: Ontology;
}

/** A clause as if it were the whole request. */
export const viewOfClause = (view: RequestView, { start, text, as }: Clause): RequestView => ({
  ...view,
  masked: as === "question" ? `${text}?` : text,
  tokens: fromFirstClause(view.tokens.filter(({ at }) => at >= start && at < start + text.length)),
});

/** Whether a clause names what it is for, or points at it: "then resize it". */
const isForThing = ({ parts, text }: Clause): boolean =>
  parts.length > 0 || /\b(?:it|them|that|this|these|those)\b/i.test(text);

/** Ports for how something is done, and not for what. */
const HOW: ReadonlySet<string> = new Set(["language", "source-language", "length"]);

/** Whether a type is told in words what to do, so that doing it again does something else. */
const isToldWhat = (type: TaskType | undefined): boolean =>
  type?.inputs.some(({ name, required }) => !required && !HOW.has(name)) === true || type?.name === "image-editing";
