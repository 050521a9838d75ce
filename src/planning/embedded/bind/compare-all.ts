import type { Binding } from "../../../domain/plan.ts";
import { isAskedPart } from "../read/asked-parts.ts";
import { lowerFirst } from "../reply/ask.ts";
import { union } from "./about.ts";
import { chooseObjects } from "./choose.ts";
import { listedTexts } from "./listed-texts.ts";
import type { Maker, SketchTask } from "./order.ts";
import { pastedFor } from "./pasted.ts";
import { nameOf } from "./plan-builder.ts";
import { objectPort } from "./ports.ts";
import { type Referent, referentOfWords, sameReferent, valueFor } from "./referent-index.ts";

/** Compares a text with others: what is linked, named and quoted, or else what stands in the request one by one. */
export const compareAll: Maker = (order) => {
  const { type, scope, shop, about, givers } = order;
  const port = objectPort(type);
  if (!port) return [];
  const own = scope.parts.flatMap(({ part, thing }) => (thing?.words != null && !isAskedPart(part) ? [thing] : []));
  const elsewhere = order.layout.reading.parts.flatMap(({ part }) =>
    part.as === "quote" && !isAskedPart(part) ? [referentOfWords(part.text)] : [],
  );
  const quoted = own.length > 0 ? own : elsewhere;
  const single =
    quoted.length === 1
      ? quoted.flatMap(({ words }) => partsOf(words ?? "", false).map((text) => referentOfWords(text)))
      : [];
  const known = union([givers, about, single.length > 1 ? single : quoted]).filter((thing) => valueFor(thing, port));
  const inMessage = known.length > 1 ? known : union([known, pieces(order, known.length)]);
  const earlier = shop.scene.newestFirst
    .flat()
    .filter((thing) => thing.era === "log" && thing.name !== null && valueFor(thing, port));
  const things = inMessage.length > 1 ? inMessage : union([inMessage, earlier]).slice(0, 2);
  return compare(order, things);
};

const MORE_LIKE =
  /\b(?:more|most|closest|closer|nearest|similar) (?:like|similar|to|like to|similar to)(?: the)?(?: image| text| sentence)? ([a-h])\b/i;

/** One text with all others: the first, or the one whose letter is named; pictures and recordings by what they show and say. */
function compare({ type, scope, shop, why }: SketchTask, texts: readonly Referent[]): readonly Referent[] {
  const [first, others] = type.inputs;
  if (!first || !others) return [];
  const letter = MORE_LIKE.exec(scope.clause.text)?.[1]?.toUpperCase();
  const row = shop.scene.newestFirst.find((group) =>
    group.some((thing) => letter !== undefined && thing.letter === letter),
  );
  const files = scope.parts.flatMap(({ thing }) => (thing && shop.canSupply(thing, first, type.name) ? [thing] : []));
  const given =
    texts.length > 1 ? texts : union([texts, files, chooseObjects(type, first, { ...scope, parts: [] }, [], shop)]);
  const pivot = row?.find((thing) => thing.letter === letter) ?? given[0];
  const rest = (row ?? given).filter((thing) => !(pivot && sameReferent(thing, pivot)));
  const sentence = pivot && shop.supply(pivot, first, type.name);
  const sentences = rest.flatMap((thing) => shop.supply(thing, others, type.name) ?? []);
  if (!sentence || sentences.length === 0) {
    shop.ask(
      `To ${lowerFirst(type.description)}, I need at least two texts. Please quote them, paste them or attach files.`,
    );
    return [];
  }
  const list: Binding = { from: "list", items: sentences.map(({ binding }) => binding) };
  const made = shop.add(type.name, [
    { port: first.name, binding: sentence.binding, things: [sentence.thing] },
    { port: others.name, binding: list, things: sentences.map(({ thing }) => thing) },
  ]);
  const names = [sentence, ...sentences].map(({ thing }) => nameOf(thing)).join(", ");
  if (made) shop.note(`sentence-similarity of ${names}, because of "${why}".`);
  return made ? [made] : [];
}

const pieces = ({ layout, home }: SketchTask, known: number): readonly Referent[] => {
  const pasted = pastedFor(layout, home);
  return pasted === null ? [] : partsOf(pasted, known > 0).map((text) => referentOfWords(text));
};

/** The texts that a text holds, by the strongest marks between them. */
function partsOf(text: string, hasPivot: boolean): readonly string[] {
  const listed = listedTexts(text);
  if (listed.length > 1) return listed;
  const lines = text.split("\n");
  const flat = text.replaceAll(/\s+/g, " ");
  const found = [lines, ...JOINTS.map((joint) => flat.split(joint))]
    .map((parts) => parts.map((part) => part.trim()).filter((part) => /\p{L}/u.test(part)))
    .find((parts) => parts.length > 1);
  if (found) return found.slice(0, MAX_TEXTS);
  const options = hasPivot ? flat.split(/, (?:or )?| or /).map((part) => part.replace(/\?$/, "").trim()) : [];
  return options.length > 1 ? options.slice(0, MAX_TEXTS) : hasPivot ? [text] : [];
}

/** More are not compared at once. */
const MAX_TEXTS = 32;
/** Strokes, "Model: … Student: …", sentences. */
const JOINTS: readonly RegExp[] = [/ \/ | \| | (?:vs\.?|versus) /, /(?:^|[.!?] )\p{Lu}\p{L}{1,20}: /u, /(?<=[.!?]) /];
