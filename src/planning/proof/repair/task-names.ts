import { type BaseKind, baseKind } from "../../../domain/kinds.ts";
import type { Ontology, Port, TaskType } from "../../../domain/task-types/index.ts";
import { compare, type Described, describe, slips, spaced } from "./name-likeness.ts";

/** The task type that a name seems to mean. */
export interface NearestType {
  readonly type: TaskType;
  /** From 0 to 1; 1 is another spelling of the very name. */
  readonly certainty: number;
}

/** Below this a name has too little in common with any task type for a guess to be a repair. */
const LEAST_CERTAINTY = 0.56;
/** Longer names are prose. */
const MAX_NAME_CHARS = 120;
/** A name with more alternatives names nothing. */
const MAX_PARTS = 16;
/** A name read by one of its parts is a little less sure than one read whole. */
const PART_CERTAINTY = 0.9;
/** What each wrong letter of a misspelt name takes away. */
const SLIP_COST = 0.05;
/** A task type whose inputs cannot take what the task was given is hardly the one that was meant. */
const MISFIT_FACTOR = 0.7;

type Suits = (type: TaskType) => boolean;

/**
 * The task type meant by a name that no task type has: by a part of it ("Text-to-Speech (English)", "OCR or
 * Image-to-Text"), else by a slip of a letter or two, else by the words and letters it shares with the names and
 * spellings of task types.
 * @param suits whether a task of this type could take what the task was given
 */
export function nearestType(name: string, ontology: Ontology, suits: Suits): NearestType | null {
  if (name.length > MAX_NAME_CHARS) return null;
  const vocabulary = vocabularyOf(ontology);
  const written = describe(name);
  return byPart(name, ontology, suits) ?? bySlip(written, vocabulary, suits) ?? byLikeness(written, vocabulary, suits);
}

function byPart(name: string, ontology: Ontology, suits: Suits): NearestType | null {
  const types = partsOf(name).flatMap((part) => ontology.read(part) ?? []);
  const type = types.find(suits) ?? types[0];
  return type ? { type, certainty: PART_CERTAINTY } : null;
}

/** A name as it could be meant: spaced, without its brackets, what stands in them, and each of its alternatives. */
function partsOf(name: string): readonly string[] {
  const outside = name.replaceAll(/\([^()]*\)/g, " ").trim();
  const inside = [...name.matchAll(/\(([^()]*)\)/g)].map((match) => match[1] ?? "");
  const whole = [name, outside, ...inside];
  const alternatives = whole.flatMap((part) => part.split(/\bor\b|\band\b|[/,|&]/i));
  const parts = new Set([...whole, ...alternatives].flatMap((part) => [part.trim(), spaced(part.trim())]));
  return [...parts].slice(0, MAX_PARTS);
}

function bySlip(written: Described, { entries }: Vocabulary, suits: Suits): NearestType | null {
  const slipped = entries.flatMap(({ type, spellings }) => {
    const counts = spellings.flatMap((spelling) => slips(written, spelling) ?? []);
    return counts.length > 0 ? [{ type, count: Math.min(...counts) }] : [];
  });
  const [best] = slipped.toSorted((a, b) => a.count - b.count || Number(suits(b.type)) - Number(suits(a.type)));
  return best ? { type: best.type, certainty: 1 - SLIP_COST * Math.max(best.count, 1) } : null;
}

function byLikeness(written: Described, { entries, weights }: Vocabulary, suits: Suits): NearestType | null {
  let best: NearestType | null = null;
  for (const { type, spellings } of entries) {
    if (!leadsThere(written, type)) continue;
    const likeness = Math.max(...spellings.map((spelling) => compare(written, spelling, weights)));
    const certainty = Math.round(likeness * (suits(type) ? 1 : MISFIT_FACTOR) * 100) / 100;
    if (certainty >= LEAST_CERTAINTY && certainty > (best?.certainty ?? 0)) best = { type, certainty };
  }
  return best;
}

/** Words that say what goes into a task or comes out of it. */
const KIND_WORDS: Readonly<Record<string, BaseKind>> = {
  text: "text",
  image: "image",
  photo: "image",
  picture: "image",
  audio: "audio",
  speech: "audio",
  voice: "audio",
  sound: "audio",
  video: "video",
  document: "document",
  table: "table",
};

/** "Image to audio" can only mean what makes sound of images, however alike another name is. */
function leadsThere({ words }: Described, type: TaskType): boolean {
  const turn = words.findIndex((word) => word.text === "to");
  if (turn < 0) return true;
  const source = words.slice(0, turn).flatMap((word) => KIND_WORDS[word.text] ?? []);
  const target = words.slice(turn + 1).flatMap((word) => KIND_WORDS[word.text] ?? []);
  const has = (ports: readonly Port[], kinds: readonly BaseKind[]): boolean =>
    kinds.every((kind) => ports.some((port) => port.kinds.some((one) => baseKind(one) === kind)));
  return has(type.inputs, source) && has(type.outputs, target);
}

interface Vocabulary {
  readonly entries: readonly { readonly type: TaskType; readonly spellings: readonly Described[] }[];
  /** Words that few task types have tell more. */
  readonly weights: (stem: string) => number;
}

const vocabularies = new WeakMap<Ontology, Vocabulary>();

function vocabularyOf(ontology: Ontology): Vocabulary {
  const known = vocabularies.get(ontology);
  if (known) return known;
  const entries = ontology.all.map((type) => ({ type, spellings: [type.name, ...type.aliases].map(describe) }));
  const counts = new Map<string, number>();
  for (const { spellings } of entries) {
    for (const stem of new Set(spellings.flatMap(({ words }) => words.map((word) => word.stem))))
      counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const weights = (stem: string): number => Math.log(1 + entries.length / (counts.get(stem) ?? 1));
  const vocabulary = { entries, weights };
  vocabularies.set(ontology, vocabulary);
  return vocabulary;
}
