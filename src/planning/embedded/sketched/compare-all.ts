import { isAskedPart } from "../answer.ts";
import { objectPort } from "../compose/each.ts";
import { composerOf } from "../compose/index.ts";
import { type Referent, referentOfWords, valueFor } from "../referent-index.ts";
import { union } from "./about.ts";
import { listedTexts } from "./listed-texts.ts";
import type { Maker, SketchTask } from "./order.ts";
import { pastedFor } from "./pasted.ts";

/** Compares a text with others: what is linked, named and quoted, or else what stands in the request one by one. */
export const compareAll: Maker = (order) => {
  const { type, scope, intent, shop, about, givers } = order;
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
  const compose = composerOf(type.name);
  return things.length > 1
    ? compose(intent, { ...scope, products: [...things], made: [] }, [], shop)
    : compose(intent, { ...scope, products: [...things], made: [] }, scope.parts, shop);
};

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
