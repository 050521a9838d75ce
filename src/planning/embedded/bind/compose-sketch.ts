import type { Ontology } from "../../../domain/task-types/index.ts";
import { wishesBeside } from "../rank/cover.ts";
import type { PlanSketch } from "../rank/sketch.ts";
import { type Clause, plainly } from "../read/clauses.ts";
import { filesByClause, filesOfShare, union } from "./about.ts";
import { askAll } from "./ask-all.ts";
import { compareAll } from "./compare-all.ts";
import { CONTROLS } from "./controls.ts";
import { imagine } from "./imagine.ts";
import { asksIn, following, type Layout, layOut, preceding } from "./layout.ts";
import { makeEach } from "./make-each.ts";
import { objectsOf } from "./objects.ts";
import type { Maker, SketchTask } from "./order.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import { type Referent, valueFor } from "./referent-index.ts";
import { type ClauseScope, scopeOf } from "./scope.ts";
import { shareOf } from "./share.ts";
import { speakEach, translateAll } from "./translate-all.ts";

/** What became of a sketch. */
interface Composed {
  /** For each sketched task the ids of the tasks that it became. */
  readonly tasks: readonly (readonly number[])[];
  /** Types of tasks whose results were there already. */
  readonly spared: ReadonlySet<string>;
  /** Clauses that wish or ask something that no task carries. */
  readonly unplanned: readonly Clause[];
}

/**
 * Makes the tasks of a sketch: each in the clauses that speak for it, on what the sketch links it to, or else on what
 * its clauses are about. What is missing is asked for.
 */
export function composeSketch(sketch: PlanSketch, clauses: readonly Clause[], shop: PlanBuilder): Composed {
  const layout = layOut(sketch, clauses, shop.reading, shop.ontology);
  const files = filesByClause(layout, shop.scene);
  const made: (readonly Referent[])[] = [];
  const spared = new Set<string>();
  for (const [place, task] of sketch.tasks.entries()) {
    const type = shop.ontology.get(task.type);
    const home = layout.homes[place] ?? 0;
    const whole = layout.clauses[home];
    made[place] = [];
    if (!type || !whole) continue;
    const rivals = (layout.claims[home] ?? []).flatMap((other) =>
      other === place ? [] : (sketch.tasks[other]?.at ?? []),
    );
    const clause = shareOf(whole, task.at, rivals);
    const givers = sketch.links.flatMap(([from, to]) => (to === place ? (made[from] ?? []) : []));
    const scope = scopeAt(layout, home, clause, shop);
    const aboutOf = (of: number): readonly Referent[] =>
      union(layout.claims.flatMap((claims, index) => (claims.includes(of) ? [files[index] ?? []] : [])));
    const takersAbout = union(
      sketch.links.flatMap(([from, to]) => {
        const taker = shop.ontology.get(sketch.tasks[to]?.type ?? "");
        return from === place && taker
          ? [aboutOf(to).filter((thing) => !taker.inputs.some((port) => valueFor(thing, port)))]
          : [];
      }),
    );
    const share = filesOfShare(layout, home, task.at, [task.at, ...rivals], shop.scene);
    const order: SketchTask = {
      place,
      task,
      type,
      clause,
      home,
      scope,
      why: task.words.join(" "),
      givers,
      about: share ?? aboutAll(layout, place, home, files),
      takersAbout,
      files,
      made: made.flat(),
      layout,
      shop,
    };
    const there = sketch.links.some(([from]) => from === place) ? thereAlready(order) : [];
    if (there.length > 0) spared.add(type.name);
    made[place] = there.length > 0 ? there : makerOf(type.name, shop.ontology)(order);
  }
  return {
    tasks: made.map((things) => things.flatMap(({ task }) => (task ? [task.id] : []))),
    spared,
    unplanned: unplannedIn(layout, shop),
  };
}

/** Maps that are at hand already where a task would draw one for another: those of "the above canny image". */
function thereAlready(order: SketchTask): readonly Referent[] {
  const drawn = order.type.outputs[0]?.kinds ?? [];
  const isDrawn = ({ worth, values }: Referent): boolean =>
    worth === "map" && values[0] !== undefined && drawn.includes(values[0].kind);
  const things = objectsOf(order);
  return things.every(isDrawn) ? things : [];
}

/** Enough of a clause to find it by in what a task was given. */
const GLANCE_CHARS = 24;

/** The clauses that wish or ask something and that neither a task nor what one was given has the words of. */
function unplannedIn(layout: Layout, { tasks }: PlanBuilder): readonly Clause[] {
  const given = JSON.stringify(tasks.map(({ args }) => args)).toLowerCase();
  const isGiven = ({ text }: Clause): boolean =>
    given.includes(JSON.stringify(plainly(text).slice(0, GLANCE_CHARS)).slice(1, -1).toLowerCase());
  return wishesBeside(layout).filter((clause) => !isGiven(clause));
}

/** The files that the clauses of a task are about; empty when one of them is about none in particular. */
function aboutAll(
  layout: Layout,
  place: number,
  home: number,
  files: readonly (readonly Referent[])[],
): readonly Referent[] {
  const own = layout.claims.flatMap((claims, index) =>
    claims.includes(place) && index !== home ? [files[index] ?? []] : [],
  );
  const first = files[home] ?? [];
  return first.length === 0 || own.some((some) => some.length === 0) ? first : union([first, ...own]);
}

/** A clause with the quotations and passages around it that belong to nothing else. */
function scopeAt(layout: Layout, home: number, clause: Clause, shop: PlanBuilder): ClauseScope {
  const words = (index: number) => (layout.clauses[index]?.parts ?? []).filter(({ part }) => part.as !== "file");
  const behind = following(layout, home).flatMap(words);
  const whole = clause === layout.clauses[home] ? [] : words(home);
  const around = [whole, behind, preceding(layout, home).flatMap(words)].find((parts) => parts.length > 0) ?? [];
  const own = clause.parts.filter(({ part }) => part.as !== "file");
  const scope = scopeOf(clause, shop.scene, around);
  if ((own.length > 0 && behind.length === 0) || clause.parts.length === 0 || around.length === 0) return scope;
  const more = around.map(({ part }) => ({
    part,
    thing: shop.scene.thingOf(part),
  }));
  const quotes = more.flatMap(({ part }) => (part.as === "quote" || part.as === "passage" ? [part.text] : []));
  return { ...scope, parts: [...scope.parts, ...more], quotes: [...scope.quotes, ...quotes] };
}

/** These make a picture or film of words; one guided by a map takes it as well. */
const FROM_WORDS: ReadonlySet<string> = new Set([
  "text-to-image",
  "text-to-video",
  ...CONTROLS.map(({ generator }) => generator),
]);

function makerOf(type: string, ontology: Ontology): Maker {
  if (asksIn(type, ontology)) return askAll;
  if (FROM_WORDS.has(type)) return imagine;
  if (type === "sentence-similarity") return compareAll;
  if (type === "translation") return translateAll;
  if (type === "text-to-speech") return speakEach;
  return makeEach;
}
