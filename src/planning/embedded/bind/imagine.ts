import type { Port } from "../../../domain/task-types/index.ts";
import type { Clause } from "../read/clauses.ts";
import { askFor } from "../reply/ask.ts";
import { ITEM_NUMBER } from "./asking.ts";
import { itemsIn, pairIn } from "./items.ts";
import { asWritten, endOfStretch, following } from "./layout.ts";
import type { Maker, SketchTask } from "./order.ts";
import { nameOf, type PlannedArgument } from "./plan-builder.ts";
import { mainKind, type Referent, referentOfWords, valueFor } from "./referent-index.ts";
import { asPrompt, description } from "./wording.ts";

/** A picture or film of what is linked, quoted or described, guided by what map is linked; one for each item of a list. */
export const imagine: Maker = (order) => {
  const { type, givers, shop, why } = order;
  const [text, image] = ["text", "image"].map((name) => type.inputs.find((port) => port.name === name));
  if (!text) return [];
  const maps = image ? givers.filter((thing) => valueFor(thing, image)) : [null];
  const usable = maps.length > 0 ? maps : image ? [mapFor(image, order)] : [];
  return promptsOf(order, text).flatMap((prompt) =>
    usable.flatMap((map) => {
      const prompted = valueFor(prompt, text);
      const drawn = map && image ? valueFor(map, image) : null;
      if (!prompted || (image && !drawn)) return [];
      const args: PlannedArgument[] = [{ port: text.name, binding: prompted, things: [prompt] }];
      if (map && image && drawn) args.push({ port: image.name, binding: drawn, things: [map] });
      const made = shop.add(type.name, args);
      if (made) shop.note(`${type.name} from ${nameOf(prompt)}, because of "${why}".`);
      return made ? [made] : [];
    }),
  );
};

const EACH = /\b(?:both|each|separately|twice|(?:one )?after the other)\b/i;
const AGAIN = /^(?:also|and|then|another|plus|next)\b/i;

function promptsOf({ givers, made, scope, clause, home, layout }: SketchTask, text: Port): readonly Referent[] {
  const texts = givers.filter((thing) => valueFor(thing, text) && thing.worth !== "map");
  if (texts.length > 0) return texts;
  const files = scope.parts.flatMap(({ thing }) =>
    thing && thing.words === null && mainKind(thing) === "text" ? [thing] : [],
  );
  if (files.length > 0) return files;
  const stretch = asWritten(layout.reading, clause.start, endOfStretch(layout, home));
  const items = itemsIn(stretch);
  if (items.length > 1) return items.map((item) => referentOfWords(item));
  const isOwn = clause.parts.some(({ part }) => part.as === "quote" || part.as === "passage");
  const [quote] = scope.quotes;
  if (quote !== undefined && (isOwn || OF_QUOTED.test(clause.text))) return [referentOfWords(quote)];
  const whole = described(clause);
  const last = made.findLast((thing) => valueFor(thing, text) && thing.worth !== "map");
  if (POINTS.test(whole) && last) return [last];
  const pair = EACH.test(layout.reading.masked) ? pairIn(whole) : [];
  if (pair.length > 1) return pair.map((item) => referentOfWords(item));
  const more = following(layout, home).flatMap((index) => {
    const next = layout.clauses[index];
    return next && AGAIN.test(next.text) && /\ban?\b/i.test(next.text)
      ? [described({ ...next, text: next.text.replace(AGAIN, "").trim() })]
      : [];
  });
  return [whole, ...more].map((words) => referentOfWords(words));
}

/** "use them for a bronze mask", "make that into a monster". */
const OF_POINTED =
  /\b(?:make|turn|use|put|convert|change)\b(?: (?:it|this|that|them|these|those)),? (?:i want |make |draw |paint |generate |create |give me )?(?:in)?(?:to|as|for|become)? ?((?:an?|the|some|two|three) .+)$/iu;

function described(given: Clause): string {
  const clause = { ...given, text: given.text.replace(ITEM_NUMBER, "") };
  return OF_POINTED.exec(clause.text)?.[1] ?? description(clause, null) ?? asPrompt(clause, []);
}

/** A picture of words that stand beside the clause. */
const OF_QUOTED = /\b(?:this|that|these|it|the following|following)\b|:$/i;
const POINTS = /^(?:him|her|it|them|that|this|these|those|one)$/i;

/** A map at hand, or one drawn of the picture at hand. */
function mapFor(port: Port, { type, shop }: SketchTask): Referent | null {
  const things = shop.scene.newestFirst.flat();
  const map = things.find((thing) => valueFor(thing, port));
  if (map) return map;
  const picture = things.find((thing) => mainKind(thing) === "image");
  const supplied = picture && shop.supply(picture, port, type.name);
  if (!supplied) shop.ask(askFor(type, port));
  return supplied?.thing ?? null;
}
