import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { Chooser } from "../choose.ts";
import { CONTROLS } from "../cues/index.ts";
import { nameOf, type PlanBuilder } from "../plan-builder.ts";
import type { Intent } from "../recognise.ts";
import { mainKind, type Referent, referentOfWords, valueFor } from "../referent-index.ts";
import type { ClauseScope, ScopedPart } from "../scope.ts";
import { description, instruction, wantsDetail } from "../wording.ts";
import { type Composer, literal, objectPort, onEach, plain } from "./each.ts";

/** A changed or similar image; what is to change is said in the words of the clause. */
export const edit = onEach((type, scope, _object, intent) => {
  const isVariation = /\bsimilar\b|\bvariations?\b/i.test(intent.words);
  const words = isVariation ? null : instruction(scope.clause, scope.mentions, scope.quotes[0] ?? null);
  const port = type.inputs.find(({ name }) => name === "text");
  if (!port) return [];
  return words !== null ? [literal(port.name, words)] : port.required ? [literal(port.name, intent.words)] : [];
});

/** A caption; in detail, everything that can be told of an image. */
export const describe: Composer = (intent, scope, own, shop) => {
  const captions = plain(intent, scope, own, shop);
  if (!wantsDetail(scope.clause)) return captions;
  const images = captions.flatMap((caption) => caption.from);
  shop.note("Asked for in detail, so the image is also classified, segmented, searched for objects and asked about.");
  for (const image of images) {
    for (const typeName of [
      "image-classification",
      "object-detection",
      "image-segmentation",
      "visual-question-answering",
    ]) {
      const type = shop.ontology.get(typeName);
      const port = type?.inputs.find(({ name }) => name === "image");
      const binding = port && valueFor(image, port);
      if (!binding) continue;
      const question =
        typeName === "visual-question-answering" ? [literal("question", "What is in the image, in detail?")] : [];
      shop.add(typeName, [{ port: port.name, binding, things: [image] }, ...question]);
    }
  }
  return captions;
};

/** A picture or video from words: a text that the clause refers to, quoted words, or its own description. */
export const imagine: Composer = (intent, scope, own, shop) => {
  const type = shop.ontology.get(intent.type);
  const port = type && objectPort(type);
  if (!type || !port) return [];
  const prompts = promptsFor(type, port, scope, own, shop);
  if (prompts.length === 0) shop.ask(`What should the ${intent.type.endsWith("video") ? "video" : "image"} show?`);
  return prompts.flatMap((prompt) => {
    const supplied = shop.supply(prompt, port, type.name);
    const made =
      supplied && shop.add(type.name, [{ port: port.name, binding: supplied.binding, things: [supplied.thing] }]);
    if (made) shop.note(`${type.name} from ${nameOf(prompt)}, because of "${intent.words}".`);
    return made ? [made] : [];
  });
};

const QUOTED_LETTERING = /\b(?:words?|slogan|saying|letters|lettering|that says|reads|called|named)\b[^@]*@quote/i;

function promptsFor(
  type: TaskType,
  port: Port,
  scope: ClauseScope,
  own: readonly ScopedPart[],
  shop: PlanBuilder,
): readonly Referent[] {
  const products = scope.products.filter((thing) => thing.worth !== "map" && shop.canSupply(thing, port, type.name));
  if (products.length > 0) return products;
  const [quote] = scope.quotes;
  if (quote !== undefined && !QUOTED_LETTERING.test(scope.clause.text)) return [referentOfWords(quote)];
  const files = own.flatMap(({ thing, part }) =>
    thing && part.as === "file" && mainKind(thing) !== "image" && shop.canSupply(thing, port, type.name) ? [thing] : [],
  );
  if (files.length > 0) return files;
  const newest = (): readonly Referent[] => new Chooser(shop).objects(type, port, { ...scope, parts: [] }, []);
  if (scope.clause.after) return newest();
  const words = description(scope.clause, quote ?? null);
  if (words !== null) return [referentOfWords(words)];
  return newest().filter((thing) => mainKind(thing) !== "image" || thing.era === "message");
}

/** A new image that follows maps: one task, on the first map that the clause names. */
export function composeGuided(
  maker: Intent,
  map: Referent,
  scope: ClauseScope,
  own: readonly ScopedPart[],
  shop: PlanBuilder,
): readonly Referent[] {
  const control = CONTROLS.find(({ detector }) =>
    map.values.some(({ kind }) => shop.ontology.get(detector)?.outputs[0]?.kinds.includes(kind)),
  );
  const type = control && shop.ontology.get(control.generator);
  const [text, image] = ["text", "image"].map((name) => type?.inputs.find((port) => port.name === name));
  const mapBinding = image && valueFor(map, image);
  if (!type || !text || !image || !mapBinding) return [];
  const [prompt] = promptsFor(type, text, scope, own, shop);
  const supplied = prompt && shop.supply(prompt, text, type.name);
  if (!supplied) {
    shop.ask("What should the new image show? Describe it in a few words.");
    return [];
  }
  const made = shop.add(type.name, [
    { port: text.name, binding: supplied.binding, things: [supplied.thing] },
    { port: image.name, binding: mapBinding, things: [map] },
  ]);
  if (made) shop.note(`${type.name} by ${nameOf(map)}, because of "${maker.words}".`);
  return made ? [made] : [];
}
