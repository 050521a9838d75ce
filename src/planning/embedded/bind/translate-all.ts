import type { Language } from "../read/languages.ts";
import { askFor } from "../reply/ask.ts";
import { material } from "./material.ts";
import { objectsOf } from "./objects.ts";
import type { Maker, SketchTask } from "./order.ts";
import { namesOf } from "./plan-builder.ts";
import { literal, objectPort } from "./ports.ts";
import { mainKind, type Referent, referentOfWords, valueFor } from "./referent-index.ts";
import { languagesIn } from "./target-languages.ts";

/** What these give is in English already. */
const ENGLISH: ReadonlySet<string> = new Set([
  "image-to-text",
  "text-generation",
  "summarization",
  "text2text-generation",
]);

/** One translation for each thing and language that the request names; into English when it names none. */
export const translateAll: Maker = (order) => {
  const { type, clause, layout, shop, why } = order;
  const port = type.inputs.find(({ name }) => name === "text");
  if (!port) return [];
  const own = languagesIn(clause.text);
  const { targets, source, isChained } =
    own.targets.length > 0 && countOfTranslations(order) > 1 ? own : languagesIn(layout.reading.masked);
  const objects = wordsFor(order);
  if (objects.length === 0) {
    shop.ask(askFor(type, port));
    return [];
  }
  if (targets.length === 0)
    shop.note("No language is named to translate into, so English is taken, the language of the request.");
  const from = source && !targets.includes(source) ? [literal("source-language", source.name)] : [];
  shop.note(`translation of ${namesOf(objects)}, because of "${why}".`);
  return objects.flatMap((object) => {
    const into: readonly Language[] =
      targets.length > 1 && !source && object.task && ENGLISH.has(object.task.type) && !isChained
        ? targets.filter(({ name }) => name !== "English")
        : targets;
    const isWritten = object.task !== null && (ENGLISH.has(object.task.type) || object.worth === "answer");
    const names =
      into.length === 0 && source && isWritten
        ? [source.name]
        : into.length > 0
          ? into.map(({ name }) => name)
          : ["English"];
    const made: Referent[] = [];
    for (const name of names) {
      const given = isChained ? (made.at(-1) ?? object) : object;
      const supplied = shop.supply(given, port, type.name);
      const translated =
        supplied &&
        shop.add(
          type.name,
          [
            { port: port.name, binding: supplied.binding, things: [supplied.thing] },
            literal("target-language", name),
            ...(made.length === 0 ? from : []),
          ],
          name,
        );
      if (translated) made.push(translated);
    }
    return made;
  });
};

const countOfTranslations = ({ layout, place }: SketchTask): number =>
  layout.claims.filter((claims) => claims.includes(place)).length;

/** "have the description read", "in Dutch too": what was made before is meant. */
const REFERS = /\b(?:it|that|them|this|too|as well|also|the \p{L}+)\b/iu;

/** What is to be translated or read aloud: things, or words of the clause itself. */
function wordsFor(order: SketchTask): readonly Referent[] {
  const objects = objectsOf(order);
  const port = objectPort(order.type);
  if (port && objects.some((object) => valueFor(object, port))) return objects;
  const last = port ? order.made.findLast((thing) => valueFor(thing, port) && mainKind(thing) === "text") : undefined;
  if (last && REFERS.test(order.clause.text)) return [last];
  const words = material(order.clause, order.task.words);
  return words === null ? objects : [referentOfWords(words)];
}

/** Reads each thing aloud, in the language that it is in. */
export const speakEach: Maker = (order) => {
  const { type, shop, why } = order;
  const port = type.inputs.find(({ name }) => name === "text");
  if (!port) return [];
  const objects = wordsFor(order);
  if (objects.length === 0) {
    shop.ask(askFor(type, port));
    return [];
  }
  shop.note(`text-to-speech on ${namesOf(objects)}, because of "${why}".`);
  return objects.flatMap((object) => {
    const supplied = shop.supply(object, port, type.name);
    if (!supplied) return [];
    const language = supplied.thing.language;
    const made = shop.add(type.name, [
      { port: port.name, binding: supplied.binding, things: [supplied.thing] },
      ...(language === null ? [] : [literal("language", language)]),
    ]);
    return made ? [made] : [];
  });
};
