import type { Clause } from "./clauses.ts";
import { CONTROLS } from "./cues/index.ts";
import type { PlanBuilder } from "./plan-builder.ts";
import type { Intent } from "./recognise.ts";
import { type Referent, valueFor } from "./referent-index.ts";
import { type ClauseScope, scopeOf } from "./scope.ts";
import { filesByClause, filesOfShare, union } from "./sketched/about.ts";
import { askAll } from "./sketched/ask-all.ts";
import { compareAll } from "./sketched/compare-all.ts";
import { imagine } from "./sketched/imagine.ts";
import { following, type Layout, layOut, preceding } from "./sketched/layout.ts";
import { makeEach } from "./sketched/make-each.ts";
import type { Maker, SketchTask } from "./sketched/order.ts";
import { shareOf } from "./sketched/share.ts";
import { speakEach, translateAll } from "./sketched/translate-all.ts";
import type { PlanSketch } from "./trained/sketch.ts";

/**
 * Makes the tasks of a sketch: each in the clauses that speak for it, on what the sketch links it to, or else on what
 * its clauses are about. What is missing is asked for, as with the rules.
 * @returns for each sketched task the ids of the tasks that it became.
 */
export function composeSketch(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  shop: PlanBuilder,
): readonly (readonly number[])[] {
  const asks = (name: string): boolean =>
    shop.ontology.get(name)?.inputs.some((port) => port.name === "question") ?? false;
  const layout = layOut(sketch, clauses, shop.reading, asks);
  const files = filesByClause(layout, shop.scene);
  const made: (readonly Referent[])[] = [];
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
    const intent: Intent = {
      type: type.name,
      role: "act",
      at: 0,
      end: scope.words.length,
      words: task.words.join(" "),
      guessed: false,
    };
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
      intent,
      givers,
      about: share ?? aboutAll(layout, place, home, files),
      takersAbout,
      files,
      made: made.flat(),
      layout,
      shop,
    };
    made[place] = makerOf(type.name, asks)(order);
  }
  return made.map((things) => things.flatMap(({ task }) => (task ? [task.id] : [])));
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
    standIn: null,
    at: scope.words.length,
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

function makerOf(type: string, asks: (type: string) => boolean): Maker {
  if (asks(type)) return askAll;
  if (FROM_WORDS.has(type)) return imagine;
  if (type === "sentence-similarity") return compareAll;
  if (type === "translation") return translateAll;
  if (type === "text-to-speech") return speakEach;
  return makeEach;
}
