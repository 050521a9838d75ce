import { lowerFirst } from "../../../domain/lower-first.ts";
import type { Binding } from "../../../domain/plan.ts";
import { isAskedPart } from "../read/asked-parts.ts";
import type { MaterialPart } from "../read/parts.ts";
import { listedTexts } from "./lists.ts";
import { objectsFor } from "./objects.ts";
import { pastedFor } from "./pasted.ts";
import { namesOf } from "./plan-builder.ts";
import { type Referent, referentOfWords, sameReferent, union, valueFor } from "./referents.ts";
import { because, type Scene, type SketchTask } from "./sketch-task.ts";

/** Compares one thing with all others: what is linked, named and quoted, what stands in the request, or what is at hand. */
export function compare(task: SketchTask, scene: Scene): readonly Referent[] {
  const { type, about, givers, parts, clause, home } = task;
  const { layout, index, builder } = scene;
  const [one, others] = type.inputs;
  if (!one || !others) return [];
  const quotesOf = (all: readonly { readonly part: SketchTask["parts"][number]["part"] }[]): readonly Referent[] =>
    all.flatMap(({ part }) => (part.as === "file" || isAskedPart(part) ? [] : textsOf(part).map(referentOfWords)));
  const own = quotesOf(parts);
  const quoted = own.length > 0 ? own : quotesOf(layout.reading.parts);
  const halves = quoted.length === 1 && givers.length + about.length === 0 ? partsOf(quoted[0]?.words ?? "") : [];
  const known = union([givers, about, halves.length > 1 ? halves : quoted]).filter((thing) => valueFor(thing, one));
  const pasted = partsOf(pastedFor(layout, home) ?? "");
  const fits = (thing: Referent): boolean => builder.canSupply(thing, one, type);
  const files = parts.flatMap(({ thing }) => (thing?.name != null ? [thing] : []));
  const attached = index.attached.filter(fits);
  const wider: readonly (() => readonly Referent[])[] = [
    () => (attached.length > 1 ? attached : []),
    () => (known.length > 0 || pasted.length > 1 ? pasted : []),
    () => (files.length > 0 ? files.filter(fits) : attached),
    () => objectsFor(task, one, scene),
  ];
  const things = wider.reduce<readonly Referent[]>(
    (found, find) => (found.length > 1 ? found : union([found, find()])),
    known,
  );
  const lettered = index.row.filter(({ letter }) => letter !== null);
  const named = lettered.find(({ letter }) => letter === LIKE.exec(clause.text)?.[1]?.toUpperCase());
  const row = named ? lettered : things;
  const pivot = named ?? row[0];
  const sentence = pivot && builder.supply(pivot, one, type);
  const rest = row.filter((thing) => pivot && !sameReferent(thing, pivot));
  const sentences = rest.flatMap((thing) => builder.supply(thing, others, type) ?? []);
  if (!sentence || sentences.length === 0) {
    const need = "I need at least two texts. Please quote them, paste them or attach files.";
    builder.ask(`To ${lowerFirst(type.description)}, ${need}`);
    return [];
  }
  const list: Binding = { from: "list", items: sentences.map(({ binding }) => binding) };
  const made = builder.add(type, [
    { port: one.name, binding: sentence.binding, things: [sentence.thing] },
    { port: others.name, binding: list, things: sentences.map(({ thing }) => thing) },
  ]);
  builder.note(`${type.name} of ${namesOf(row)}${because(task)}.`);
  return made ? [made] : [];
}

/** A pasted list is as many texts as it has entries. */
function textsOf({ as, text }: Exclude<MaterialPart, { readonly as: "file" }>): readonly string[] {
  const listed = as === "passage" ? listedTexts(text) : [];
  return listed.length > 0 ? listed : [text];
}

/** "which is more like image B, A or C": the others are compared with B. */
const LIKE = /\b(?:like|to|with|of)(?: the)?(?: \p{L}+)? ([A-H])\b/u;

/** More are not compared at once. */
const MAX_TEXTS = 32;
/** Lines, strokes, "Model: … Student: …", sentences, options. */
const JOINTS: readonly RegExp[] = [
  /\n/,
  / \/ | \| | (?:vs\.?|versus) /,
  /(?:^|[.!?]\s)\p{Lu}\p{L}{1,20}: /u,
  /(?<=[.!?])\s/,
  /, (?:or )?| or /,
];

/** The texts that a text holds, by the strongest marks between them. */
function partsOf(text: string): readonly Referent[] {
  const split = JOINTS.map((joint) =>
    text
      .split(joint)
      .map((part) => part.trim())
      .filter((part) => /\p{L}/u.test(part)),
  );
  const found = [listedTexts(text), ...split].find((parts) => parts.length > 1) ?? [text].filter((part) => part !== "");
  return found.slice(0, MAX_TEXTS).map(referentOfWords);
}
