import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import { MAX_CHOICES } from "../../controller.ts";
import { answers, takesWords } from "../rank/ports.ts";
import { quotedTexts } from "../read/asked-parts.ts";
import type { Mention } from "../read/mentions.ts";
import { listsOf } from "./labels.ts";
import { meantBy, spokenOf } from "./named.ts";
import { pastedFor } from "./pasted.ts";
import {
  comesFrom,
  isMap,
  isMaterial,
  mainKind,
  type PartNearby,
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

/** Words that the clause itself quotes: closer than a result that was not made of them. */
const quotedHere: Find = ({ task: { parts, clause, givers }, port, fits }) => {
  if (!takesWords(port)) return [];
  const isHere = (one: PartNearby): boolean => isMaterial(one) && clause.parts.some(({ part }) => part === one.part);
  const own = parts.filter(isHere).flatMap(({ thing }) => (thing?.words ? [thing] : []));
  return givers.some((giver) => comesFrom(giver, own)) ? [] : own.filter(fits);
};

/**
 * What linked tasks gave. Of a result and what was made of it the latter, unless both are spoken of; of several those
 * made of the files that the clause names, with the files that it names besides.
 */
const linked: Find = ({ task: { givers, clause, type, about, mentions }, scene: { index, builder }, fits, can }) => {
  // "How much is it? Then read me the mail": the file that is called so, and not what was asked of it.
  const isOfFile = mentions.some(
    (mention) => !mention.pronoun && index.attached.some((file) => mayMean(mention, file)),
  );
  const isFinding = ({ task }: Referent): boolean => {
    const giver = builder.ontology.get(task?.type ?? "");
    return giver !== undefined && answers(giver);
  };
  // "The meter number, and does he sound angry?": what looks into a text looks into that, and into no answer from it.
  const isOfWhole = isOfFile || tellsOfInput(type);
  const fitting = givers.filter((giver) => fits(giver) && !(isOfWhole && isFinding(giver)));
  const isOfAll = ALL.test(clause.text) || type.inputs.some(({ many }) => many);
  const newest = fitting.filter(
    (giver) => isOfAll || !fitting.some((other) => other !== giver && comesFrom(other, [giver])),
  );
  if (newest.length === 0) return isOfWhole ? union(givers.filter(isFinding).map(({ from }) => from.filter(can))) : [];
  const meant = newest.filter((giver) => comesFrom(giver, about));
  const besides = about.filter((thing) => fits(thing) && !newest.some((giver) => comesFrom(giver, [thing])));
  const all = union([besides, meant]);
  return all.length > 0 ? all : newest;
};

/** Files that the clause names. One that reads for others reads theirs too. */
const namedFiles: Find = ({ task: { about, takersAbout, clause }, fits }) =>
  (about.length > 0 ? union([about, takersAbout]) : ALL.test(clause.text) ? [] : takersAbout).filter(fits);

/** Files and words of the clause and around it, words first. */
const nearby: Find = ({ task, fits }) => {
  const things = task.parts.filter(isMaterial).flatMap(({ thing }) => (thing && fits(thing) ? [thing] : []));
  const words = things.filter((thing) => thing.words !== null);
  return words.length > 0 ? words : things;
};

/** Where a text of an earlier turn can be meant, fewer words are a remark. */
const MIN_WORDS_BESIDE_LOG = 8;

/** A text that nothing sets apart. */
const pasted: Find = ({ task, scene: { layout, index }, port, fits }) => {
  if (!takesWords(port) || quotedTexts(layout.reading.parts).length > 0 || index.attached.some(fits)) return [];
  const words = pastedFor(layout, task.home);
  const isBack = index.earlier.some((group) => group.some(fits));
  const isLabels = task.labels !== null && listsOf(words ?? "", task.labels);
  if (words === null || isLabels || (isBack && words.split(/\s+/).length < MIN_WORDS_BESIDE_LOG)) return [];
  return [referentOfWords(words)];
};

/** Files of the clause that have to be converted first. */
const convertedNearby: Find = ({ task, can }) =>
  task.parts.filter(isMaterial).flatMap(({ thing }) => (thing && can(thing) ? [thing] : []));

/** Whether a thing is of the kind that words speak of. */
function mayMean({ kind, paper }: Mention, thing: Referent): boolean {
  const own = mainKind(thing);
  return kind === null || kind === own || (paper && (own === "image" || own === "document" || own === "text"));
}

/** Behind a noun: "the picture with the boxes", "the picture you made". */
const TELLS_WHICH = /^ (?:with|that|which|you|from|of)\b/i;

/** What "the English one", "the above image", "the original" mean among all that is there. */
const mentioned: Find = ({ task: { mentions, clause }, scene, port, fits, can }) => {
  const { index } = scene;
  for (const mention of mentions) {
    if (mention.pronoun) continue;
    const isTold = mention.words.length > 2 || TELLS_WHICH.test(clause.text.slice(mention.end));
    const all = [index.attached, index.written, ...(isTold ? index.newestFirst : index.earlier)]
      .map((group) => group.filter((thing) => mayMean(mention, thing) && can(thing)))
      .filter((group) => group.length > 0);
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

/** Whether a type tells something of what it is given, rather than making something of it. */
const tellsOfInput = (type: TaskType): boolean =>
  answers(type) || type.name === "summarization" || type.outputs[0]?.kinds.includes("data") === true;

/** What came with the message. */
const atHand: Find = ({ scene: { index }, fits }) =>
  [index.attached, index.written].map((group) => group.filter(fits)).find((group) => group.length > 0) ?? [];

const convertedAtHand: Find = ({ scene: { index }, can }) => index.attached.filter(can);

/** "Sort it", "a chart of that": the rows that the last answer gave as a file. */
const rowsToldLast: Find = ({ task: { mentions }, scene: { index }, fits }) =>
  mentions.some(({ pronoun }) => pronoun)
    ? (index.earlier[0] ?? []).filter((thing) => thing.made && mainKind(thing) === "table" && fits(thing)).slice(-1)
    : [];

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
const ownText: Find = ({ task: { clause, words, made, type, labels }, port, fits }) => {
  const last = made.findLast(fits);
  if (!takesWords(port) || answers(type)) return [];
  if (last && /\b(?:it|that|them|this|too|as well|also|the \p{L}+)\b/iu.test(clause.text)) return [last];
  const own = ownTextOf(clause, words);
  const isLabels = labels !== null && listsOf(own ?? "", labels);
  return own === null || isLabels ? [] : [referentOfWords(own)];
};

const CLOSEST_FIRST: readonly Find[] = [
  code,
  quotedHere,
  linked,
  namedFiles,
  nearby,
  pasted,
  convertedNearby,
  mentioned,
  atHand,
  convertedAtHand,
  rowsToldLast,
  earlier,
  ownText,
];
