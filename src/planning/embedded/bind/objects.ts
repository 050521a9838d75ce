import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { quotedTexts } from "../read/asked-parts.ts";
import { answers } from "./layout.ts";
import { listedTexts } from "./lists.ts";
import { meantBy, placedIn, spokenOf } from "./named.ts";
import { pastedFor } from "./pasted.ts";
import { takesWords } from "./ports.ts";
import {
  comesFrom,
  isMap,
  isMaterial,
  mainKind,
  type Referent,
  referentOfWords,
  union,
  valueFor,
} from "./referents.ts";
import type { Scene, SketchTask } from "./sketch-task.ts";
import { ownTextOf } from "./wording.ts";

/** A port of a task, and all that could fill it. */
interface Want {
  readonly task: SketchTask;
  readonly scene: Scene;
  readonly port: Port;
  /** Whether a thing is what the port takes, as it is. */
  readonly fits: (thing: Referent) => boolean;
  /** Or by way of conversions. */
  readonly can: (thing: Referent) => boolean;
}

type Find = (want: Want) => readonly Referent[];

/**
 * The things that a port of a task is to be filled with: those of the closest place where there are any. What is linked
 * is closer than what is named, that than what stands nearby, and that than what was there before.
 */
export function objectsFor(task: SketchTask, port: Port, scene: Scene): readonly Referent[] {
  const { builder } = scene;
  const fits = (thing: Referent): boolean => valueFor(thing, port) !== null;
  const want = { task, scene, port, fits, can: (thing: Referent) => builder.canSupply(thing, port, task.type) };
  for (const find of CLOSEST_FIRST) {
    const found = find(want);
    if (found.length > 0) return found;
  }
  return [];
}

const ALL = /\b(?:both|all|each|every|everything|these|those|them|lot)\b/i;

/** Code is run; it is no text to work on. */
const code: Find = ({ task, port }) =>
  port.name === "code" ? task.parts.flatMap(({ part, thing }) => (part.as === "code" && thing ? [thing] : [])) : [];

/** A text of its own clause, where what it is linked to was made of something else: "summarize … and translate 'see you soon'". */
const ownTexts: Find = ({ task: { clause, givers, parts, mentions }, fits }) => {
  const own = parts.filter(
    (nearby) =>
      nearby.part.as === "quote" && isMaterial(nearby) && clause.parts.some(({ part }) => part === nearby.part),
  );
  const texts = own.flatMap(({ thing }) => (thing?.words != null && fits(thing) ? [thing] : []));
  return givers.length === 0 || mentions.length > 0 || givers.some((giver) => comesFrom(giver, texts)) ? [] : texts;
};

/**
 * What linked tasks gave. Of a result and what was made of it the latter, unless both are spoken of; of several those
 * made of the files that the clause names, with the files that it names besides.
 */
const linked: Find = ({ task: { givers, clause, type, about }, fits, scene: { builder } }) => {
  const isAnswer = ({ task }: Referent): boolean => {
    const giver = task && builder.ontology.get(task.type);
    return giver != null && answers(giver);
  };
  const fitting = givers.filter((giver) => fits(giver) && !(OF_WHOLE.test(clause.text) && isAnswer(giver)));
  const isOfAll = ALL.test(clause.text) || type.inputs.some(({ many }) => many);
  const newest = fitting.filter(
    (giver) => isOfAll || !fitting.some((other) => other !== giver && comesFrom(other, [giver])),
  );
  if (newest.length === 0) return [];
  const meant = newest.filter((giver) => comesFrom(giver, about));
  const besides = about.filter((thing) => fits(thing) && !newest.some((giver) => comesFrom(giver, [thing])));
  const all = union([besides, meant]);
  return all.length > 0 ? all : newest;
};

/** "translate the whole thing": no answer to a question about it. */
const OF_WHOLE =
  /\b(?:whole|entire|full|complete) (?:thing|text|letter|document|page|file|article|contract)\b|\ball of (?:it|this)\b/i;

const OF_RESULT =
  /\b(?:the|this|that|its?) (?:new(?:ly \p{L}+)?|generated|resulting|created|produced|edited|result\b)/iu;
const NEXT = /\b(?:then|next|afterwards|after that|finally|lastly)[, ]*$/i;

/** "the new image"; "it" in "make it grey, then crop it": what was made last, of words only where this is said to come next. */
const madeLast: Find = ({ task: { made, mentions, clause }, scene: { layout }, fits }) => {
  const last = OF_RESULT.test(clause.text) ? made.findLast(fits) : made.at(-1);
  if (!last || !fits(last)) return [];
  const isPointed = mentions.some(({ pronoun, plural }) => pronoun && !plural);
  const isNext = NEXT.test(layout.reading.masked.slice(0, clause.start));
  const isIt =
    isPointed &&
    (isNext || (mainKind(last) !== "text" && !isMap(last) && last.values.some(({ kind }) => kind === "image")));
  return OF_RESULT.test(clause.text) || (isIt && !clause.parts.some(({ part }) => part.as === "file")) ? [last] : [];
};

/** Files that the clause names. One that reads for others reads theirs too. */
const namedFiles: Find = ({ task: { about, takersAbout, clause }, fits }) =>
  (about.length > 0 ? union([about, takersAbout]) : ALL.test(clause.text) ? [] : takersAbout).filter(fits);

/** "put only the third into Latin": of several quotations those that the clause names by their place. */
const placedQuotes: Find = ({ task: { clause }, scene: { layout, index }, port }) => {
  const quotes = layout.reading.parts.flatMap(({ part }) =>
    part.as === "quote" && !part.asked ? (index.thingOf(part) ?? []) : [],
  );
  const own = clause.parts.filter(({ part }) => part.as === "quote").length;
  return own === 1 || !takesWords(port) ? [] : placedIn(clause.text, quotes);
};

/** Files and words of the clause and around it, words first. */
const nearby: Find = ({ task, fits }) => {
  const things = task.parts.filter(isMaterial).flatMap(({ thing }) => (thing && fits(thing) ? [thing] : []));
  const words = things.filter((thing) => thing.words !== null);
  return words.length > 0 ? words.flatMap((thing) => textsOf(task, thing.words ?? "")) : things;
};

/** Where a text of an earlier turn can be meant, fewer words are a remark. */
const MIN_WORDS_BESIDE_LOG = 8;

/** A text that nothing sets apart. */
const pasted: Find = ({ task, scene: { layout, index }, port, fits }) => {
  if (!takesWords(port) || quotedTexts(layout.reading.parts).length > 0 || index.attached.some(fits)) return [];
  const words = pastedFor(layout, task.home);
  const isBack = index.earlier.some((group) => group.some(fits));
  if (words === null || (isBack && words.split(/\s+/).length < MIN_WORDS_BESIDE_LOG)) return [];
  return textsOf(task, words);
};

const ONE_BY_ONE =
  /\b(?:each|every|separately|one by one|these|both|(?:two|three|four|five) (?:[\p{L}-]+ )?(?:lines?|sentences?|comments?|reviews?|answers?|texts?|messages?))\b/iu;

/** A text, or those that it enumerates where they are to be taken one by one. */
function textsOf({ type, clause }: SketchTask, words: string): readonly Referent[] {
  const isSplit = type.inputs.some(({ many }) => many) || ONE_BY_ONE.test(clause.text);
  const items = isSplit ? listedTexts(words) : [];
  return (items.length > 0 ? items : [words]).map(referentOfWords);
}

/** Files of the clause that have to be converted first. */
const convertedNearby: Find = ({ task, can }) =>
  task.parts.filter(isMaterial).flatMap(({ thing }) => (thing && can(thing) ? [thing] : []));

/** What "the English one", "the above image", "the original" mean among all that is there. */
const mentioned: Find = ({ task: { mentions, clause }, scene, port, fits, can }) => {
  const { index } = scene;
  const groups = [index.attached, index.written, ...index.earlier];
  for (const mention of mentions) {
    if (mention.pronoun) continue;
    const mayMean = (thing: Referent): boolean => {
      const kind = mainKind(thing);
      const isPaper = mention.paper && (kind === "image" || kind === "document" || kind === "text");
      return (mention.kind === null || mention.kind === kind || isPaper) && can(thing);
    };
    const all = groups.map((group) => group.filter(mayMean)).filter((group) => group.length > 0);
    // "The message" that has been asked about is no answer to that.
    const texts = all.map((group) => group.filter((thing) => thing.words === null || thing.answer !== "finding"));
    const possible = texts.some((group) => group.length > 0) ? texts.filter((group) => group.length > 0) : all;
    const likely = takesWords(port)
      ? possible.map((group) => group.filter(fits)).filter((group) => group.length > 0)
      : [];
    const found = meantBy(mention, likely.length > 0 ? likely : possible, index.saidBefore);
    if (found.length > 0) return ALL.test(clause.text) || mention.plural ? found : oneOf(found, scene);
  }
  return [];
};

/**
 * Singular words mean the one of several things of an earlier turn that was spoken of last, or else the newest that was
 * made; of files that were given together any could be meant, which is asked.
 */
function oneOf(things: readonly Referent[], { index, builder }: Scene): readonly Referent[] {
  if (things.length < 2 || things.some(({ era }) => era !== "log")) return things;
  const told = things.filter(({ name }) => name !== null && index.toldLast.has(name));
  const spoken = [spokenOf(index.saidBefore, things), told].find(({ length }) => length === 1);
  const names = things.flatMap(({ name, made }) => (name === null || made ? [] : [name]));
  if (!spoken && names.length === things.length && names.length <= MAX_CHOICES)
    builder.ask(`Which one do you mean: ${names.join(" or ")}?`, names);
  return spoken ?? things.slice(-1);
}

/** Of more than a few nobody chooses. */
const MAX_CHOICES = 4;

/** Whether a type tells something of what it is given, rather than making something of it. */
const tellsOfInput = (type: TaskType): boolean =>
  answers(type) || type.name === "summarization" || type.outputs[0]?.kinds.includes("data") === true;

/** What came with the message. */
const atHand: Find = ({ scene: { index }, fits }) =>
  [index.attached, index.written].map((group) => group.filter(fits)).find((group) => group.length > 0) ?? [];

const convertedAtHand: Find = ({ scene: { index }, can }) => index.attached.filter(can);

/** What was there before, the newest first. */
const earlier: Find = ({ task: { clause, type, mentions }, scene, fits, can }) => {
  const { index } = scene;
  // What looks into something wants the whole of it, and no answer or map that was made of it.
  const isWhole = (thing: Referent): boolean =>
    !isMap(thing) && (thing.words === null ? thing.answer !== "finding" : !thing.made || thing.answer === "reading");
  // "Translate it" may mean an answer that tells something of a text; "everything in Norwegian" is no such.
  const isPointed = mentions.some(({ pronoun, plural }) => pronoun && !plural);
  const kinds = tellsOfInput(type)
    ? [(thing: Referent) => isWhole(thing) && fits(thing), (thing: Referent) => isWhole(thing) && can(thing)]
    : isPointed
      ? []
      : [fits, can].map((suits) => (thing: Referent) => thing.answer !== "finding" && suits(thing));
  for (const suits of [...kinds, fits, can]) {
    const found = index.earlier
      .map((group) => group.filter((thing) => suits(thing) && !(answers(type) && isRemark(thing))))
      .find((group) => group.length > 0);
    if (found) return ALL.test(clause.text) ? found : oneOf(found, scene);
  }
  return [];
};

/** A short answer holds no other answer. */
const isRemark = ({ made, words }: Referent): boolean =>
  made && words !== null && words.split(/\s+/, MIN_WORDS_BESIDE_LOG).length < MIN_WORDS_BESIDE_LOG;

/** "say good morning", "read the description": the words of the clause, or what was made before of which they speak. */
const ownText: Find = ({ task: { clause, words, made, type }, port, fits }) => {
  const last = made.findLast(fits);
  if (!takesWords(port) || answers(type)) return [];
  if (last && /\b(?:it|that|them|this|too|as well|also|the \p{L}+)\b/iu.test(clause.text)) return [last];
  const own = ownTextOf(clause, words);
  return own === null ? [] : [referentOfWords(own)];
};

/** What is said or translated in so many words goes before what would have to be read first. */
const saidText: Find = (want) =>
  SAYS.has(want.task.type.name) && !want.scene.index.earlier.some((group) => group.some(want.fits))
    ? ownText(want)
    : [];
const SAYS: ReadonlySet<string> = new Set(["text-to-speech", "translation"]);

const CLOSEST_FIRST: readonly Find[] = [
  code,
  ownTexts,
  linked,
  madeLast,
  namedFiles,
  placedQuotes,
  nearby,
  pasted,
  convertedNearby,
  mentioned,
  atHand,
  saidText,
  convertedAtHand,
  earlier,
  ownText,
];
