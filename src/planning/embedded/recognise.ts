import type { BaseKind } from "../../domain/kinds.ts";
import type { Ontology } from "../../domain/task-types/index.ts";
import type { Cue, CueEntry } from "./cues/cue.ts";
import { CONTROLS, CUES } from "./cues/index.ts";
import { hearOwn, type OwnHearing, type OwnIntent, ownTypesOf } from "./own-types.ts";

/** What is known of a clause before its words are weighed. */
export interface ClauseView {
  /** The clause as cues are written; see `cueWords`. */
  readonly words: string;
  /** The clause in the user's words. */
  readonly said: string;
  /** It ends with a question mark. */
  readonly asks: boolean;
  /** Kinds of what it is about. */
  readonly kinds: ReadonlySet<BaseKind>;
  /** It points at something and nothing is in sight: every cue may speak, so that what is missing can be asked for. */
  readonly pointsAtNothing: boolean;
  /** It lists labels to choose from. */
  readonly hasLabels: boolean;
}

/** A task type that a clause asks for, and the words that say so. */
export interface Intent {
  readonly type: string;
  readonly role: Cue["role"];
  /** Span in the clause's cue words. */
  readonly at: number;
  readonly end: number;
  /** As cues are written; planning goes on with the user's own words in their place. */
  readonly words: string;
  /** Heard only because nothing is in sight to say otherwise. */
  readonly guessed: boolean;
}

/**
 * The task types that a clause speaks of by the cues in it, in the order of their words.
 */
export function recognise(view: ClauseView, ontology: Ontology): readonly Intent[] {
  const words = withoutParticiples(withoutDenied(view.words));
  const named = namedTypes(words, ontology);
  const own = hearOwn(view.said, words, view.kinds, named, ontology);
  const heard = new Map<string, Intent>();
  for (const [type, { cues }] of Object.entries(CUES)) {
    if (!ontology.get(type) || (NEEDS_LABELS.has(type) && !view.hasLabels)) continue;
    const intent =
      hear(type, cues, words, view, own) ?? (own.intents.length > 0 ? hear(type, cues, own.rest, view, own) : null);
    if (intent) heard.set(type, intent);
  }
  for (const intent of named) if (!heard.has(intent.type) && !own.explains(intent)) heard.set(intent.type, intent);
  for (const intent of own.intents) heard.set(intent.type, called(intent, words));
  const intents = settle(heard).toSorted((a, b) => a.at - b.at);
  if (intents.length === 0 && own.likely && !view.asks) return [called(own.likely, words)];
  const sure = intents.filter(({ guessed }) => !guessed);
  return sure.length > 0 ? sure : intents;
}

const called = ({ type, at, end }: OwnIntent, words: string): Intent => ({
  type,
  role: "act",
  at,
  end,
  words: words.slice(at, end),
  guessed: false,
});

const NEEDS_LABELS: ReadonlySet<string> = new Set(["zero-shot-classification", "zero-shot-image-classification"]);

function hear(
  type: string,
  cues: readonly Cue[],
  words: string,
  { kinds, pointsAtNothing }: ClauseView,
  own: OwnHearing,
): Intent | null {
  let found: Intent | null = null;
  for (const cue of cues) {
    const guessed = cue.on !== null && !cue.on.some((kind) => kinds.has(kind));
    if (guessed && !pointsAtNothing) continue;
    if (cue.off.some((kind) => kinds.has(kind))) continue;
    if (found && RANK[cue.role] < RANK[found.role]) continue;
    const match = cue.pattern.exec(words);
    if (!match) continue;
    const [at, end] = [match.index, match.index + match[0].length];
    if (own.explains({ at, end })) continue;
    const intent: Intent = { type, role: cue.role, at, end, words: match[0].trim(), guessed };
    if (!found || RANK[cue.role] > RANK[found.role] || intent.at < found.at) found = intent;
  }
  return found;
}

const RANK: Readonly<Record<Cue["role"], number>> = { reference: 0, product: 1, act: 2 };

/** "don't translate it", "without a summary": what is said not to be wanted is not heard. */
const DENIED =
  /\b(?:don't|dont|do not|no need to|without|instead of|rather than|never)(?: (?!,|but\b|just\b|only\b)[@#\w'-]+){1,3}/g;

/** "the translated text": a participle before a noun tells which text is meant, and asks for nothing. */
const PARTICIPLE =
  /\b(the|this|that|these|those|its|their|from|using|on|of|into|both|each|your|my) ((?:newly )?[a-z-]{3,}(?:ed|ten|tten))(?= (?:image|audio|video|text|texts|sentence|version|objects?|content|document|article|file|result|information|data|labels?|table|one|summary|description|response|answer|question|caption|transcript|translation|speech|story|paragraph|output)\b)/g;
const withoutParticiples = (words: string): string =>
  words.replaceAll(
    PARTICIPLE,
    (_, article: string, participle: string) => `${article} ${" ".repeat(participle.length)}`,
  );

const withoutDenied = (words: string): string => words.replaceAll(DENIED, (denied) => " ".repeat(denied.length));

/** A deployment may call a type of its own by a name that every object has. */
const entryOf = (type: string): CueEntry | undefined => (Object.hasOwn(CUES, type) ? CUES[type] : undefined);

/** Types make way for more telling ones; a new image is not asked for by the words that name a map. */
function settle(heard: ReadonlyMap<string, Intent>): readonly Intent[] {
  const yields = (type: string, seen: readonly string[]): boolean =>
    entryOf(type)?.yieldsTo.some(
      (other) => heard.has(other) && !seen.includes(other) && !yields(other, [...seen, type]),
    ) ?? false;
  const maps = CONTROLS.flatMap(({ detector }) => heard.get(detector) ?? []);
  return [...heard.values()].filter((intent) => {
    if (yields(intent.type, [])) return false;
    if (intent.type !== "text-to-image" && intent.type !== "image-to-image") return true;
    return !maps.some((map) => map.at < intent.end && intent.at < map.end);
  });
}

interface Phrase {
  readonly phrase: string;
  readonly type: string;
}

const phrasesOf = new WeakMap<Ontology, readonly Phrase[]>();
/** Cues know better what a name of one word means. */
const MIN_NAME_WORDS = 2;

/** Built-in task types that are called by name. */
function namedTypes(words: string, ontology: Ontology): readonly Intent[] {
  const phrases = phrasesOf.get(ontology) ?? namePhrases(ontology);
  phrasesOf.set(ontology, phrases);
  return phrases.flatMap(({ phrase, type }) => {
    const at = ` ${words.replaceAll("-", " ")} `.indexOf(` ${phrase} `);
    return at === -1 ? [] : [called({ type, at, end: at + phrase.length }, words)];
  });
}

function namePhrases(ontology: Ontology): readonly Phrase[] {
  const own = new Set(ownTypesOf(ontology));
  return ontology.all.flatMap((type) => {
    // A question makes a question-answering task, not the name of one.
    if (own.has(type) || type.inputs.some((port) => port.name === "question")) return [];
    const hasCues = entryOf(type.name) !== undefined;
    return [type.name, ...type.aliases]
      .map((name) => name.replaceAll("-", " "))
      .filter((name) => !hasCues || name.split(" ").length >= MIN_NAME_WORDS)
      .map((phrase) => ({ phrase, type: type.name }));
  });
}
