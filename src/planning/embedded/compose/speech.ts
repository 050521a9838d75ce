import { askFor } from "../ask.ts";
import { Chooser } from "../choose.ts";
import { guessLanguage, languagePair } from "../languages.ts";
import { namesOf, type PlanBuilder } from "../plan-builder.ts";
import { type Referent, referentOfWords, valueFor } from "../referent-index.ts";
import { type Composer, literal, objectPort, onEach } from "./each.ts";

/** One translation for each thing and language. */
export const translate: Composer = (intent, scope, own, shop) => {
  const { targets, source } = languagePair(scope.clause.text);
  const from = source ? [literal("source-language", source.name)] : [];
  const into = (language: string): readonly Referent[] =>
    onEach(() => [literal("target-language", language), ...from])(intent, scope, own, shop);
  if (targets.length > 0) return targets.flatMap(({ name }) => into(name));
  const [text] = scope.quotes;
  if (text !== undefined && guessLanguage(text) === "English") {
    shop.ask(`Into which language should I translate "${text.slice(0, MAX_SHOWN_CHARS)}"?`);
    return [];
  }
  shop.note("No language is named to translate into, so English is taken, the language of the request.");
  return into("English");
};

/** Enough to recognise a text by. */
const MAX_SHOWN_CHARS = 60;

/** "say hello world in a friendly voice": unquoted words between the verb and how they are to be said. */
const SAID =
  /^(?:(?:please|now|and|then|can you|could you) )*(?:say|speak|announce|pronounce) (?!(?:it|this|that|them|these|those|what|which|who|how|whether|if|the|something)\b)(.{1,500}?),? (?:aloud|out loud|(?:in|with|using) (?:a|an|your|my|the) (?:[\w-]+ ){0,2}voice)\b/i;

/** Reads aloud; "in Spanish" is translated first, unless the words are known to be Spanish. */
export const speak: Composer = (intent, scope, own, shop) => {
  const { targets } = languagePair(scope.clause.text);
  const type = shop.ontology.get("text-to-speech");
  const port = type && objectPort(type);
  if (!type || !port) return [];
  const said = scope.parts.length === 0 ? SAID.exec(scope.clause.text)?.[1] : undefined;
  const objects = said === undefined ? new Chooser(shop).objects(type, port, scope, own) : [referentOfWords(said)];
  if (objects.length === 0) shop.ask(askFor(type, port));
  const texts = objects.flatMap((object) => shop.supply(object, port, type.name)?.thing ?? []);
  const spoken =
    targets.length > 0 ? texts.flatMap((text) => targets.map(({ name }) => inLanguage(text, name, shop))) : texts;
  if (spoken.length > 0) shop.note(`text-to-speech on ${namesOf(spoken)}, because of "${intent.words}".`);
  return spoken.flatMap((text, index) => {
    const binding = valueFor(text, port);
    const language = targets[index % Math.max(1, targets.length)]?.name ?? text.language;
    const made =
      binding &&
      shop.add(type.name, [
        { port: port.name, binding, things: [text] },
        ...(language === null ? [] : [literal("language", language)]),
      ]);
    return made ? [made] : [];
  });
};

/** The thing in this language: itself when it is known to be in it, else its translation. */
export function inLanguage(given: Referent, language: string, shop: PlanBuilder): Referent {
  // A translation of a translation loses twice: it is made from the same original.
  const thing = given.task?.type === "translation" && given.language !== language ? (given.from[0] ?? given) : given;
  const known = thing.words === null ? thing.language : guessLanguage(thing.words);
  const port = shop.ontology.get("translation")?.inputs[0];
  const binding = port && valueFor(thing, port);
  if (known === language || !binding) return thing;
  shop.note(`translation into ${language}, because of "in ${language}".`);
  return (
    shop.add(
      "translation",
      [{ port: port.name, binding, things: [thing] }, literal("target-language", language)],
      language,
    ) ?? thing
  );
}
