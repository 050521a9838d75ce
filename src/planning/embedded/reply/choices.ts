import { type BaseKind, baseKind } from "../../../domain/kinds.ts";
import type { Resource } from "../../../domain/resources.ts";
import type { SystemFacts } from "../../../domain/system-facts.ts";
import type { Ontology } from "../../../domain/task-types/index.ts";
import { MAX_CHOICES, type PlanReply, type PlanRequest } from "../../controller.ts";

/** What answers about the system are made from. */
export interface Here {
  readonly ontology: Ontology;
  readonly facts: SystemFacts;
}

/** A wish that a newcomer is likely to have, in words that the planner takes. */
interface Offer {
  readonly type: string;
  /** The kind of file that it is about; null where the words say it all. */
  readonly of: BaseKind | null;
  /** What people call such a file. */
  readonly such: string;
  readonly say: (it: string) => string;
}

/** The likelier stand first. */
const OFFERS: readonly Offer[] = [
  {
    type: "document-question-answering",
    of: "document",
    such: "an invoice",
    say: (it) => `What is the total of ${it}?`,
  },
  { type: "summarization", of: "text", such: "a text", say: (it) => `Summarize ${it}` },
  { type: "image-to-text", of: "image", such: "a picture", say: (it) => `Describe ${it}` },
  { type: "automatic-speech-recognition", of: "audio", such: "a recording", say: (it) => `Transcribe ${it}` },
  { type: "text-to-speech", of: "text", such: "a letter", say: (it) => `Read ${it} aloud` },
  { type: "image-editing", of: "image", such: "a picture", say: (it) => `Make ${it} black and white` },
  { type: "table-question-answering", of: "table", such: "a table", say: (it) => `How many rows does ${it} have?` },
  { type: "chart-drawing", of: "table", such: "a table", say: (it) => `Draw a chart of ${it}` },
  { type: "audio-to-audio", of: "audio", such: "a recording", say: (it) => `Remove the noise from ${it}` },
  {
    type: "optical-character-recognition",
    of: "image",
    such: "a photo of a page",
    say: (it) => `Read the text in ${it}`,
  },
  { type: "optical-character-recognition", of: "document", such: "a scan", say: (it) => `Read the text in ${it}` },
  { type: "language-identification", of: "text", such: "a text", say: (it) => `Which language is ${it} in?` },
  { type: "video-classification", of: "video", such: "a video", say: (it) => `What happens in ${it}?` },
  { type: "text-to-speech", of: null, such: "", say: () => "Read “Good morning, everyone” aloud" },
  { type: "language-identification", of: null, such: "", say: () => "Which language is “Wo ist der Bahnhof?”" },
  {
    type: "text-classification",
    of: null,
    such: "",
    say: () => "Is “I waited an hour and nobody came” positive or negative?",
  },
  { type: "translation", of: null, such: "", say: () => "Translate “See you tomorrow” into French" },
  { type: "text-to-image", of: null, such: "", say: () => "Draw a lighthouse in the fog" },
];

const offersOf = ({ ontology, facts }: Here): readonly Offer[] =>
  OFFERS.filter(({ type }) => ontology.get(type) !== undefined && facts.does(type));

const MAX_EXAMPLES = 3;

/** Requests that would work here and now with a file of one's own, as a sentence; empty where none would. */
export function examplesOf(here: Here): string {
  const kinds = Map.groupBy(offersOf(here), ({ of }) => of);
  kinds.delete(null);
  const examples = [...kinds.values()].flatMap(([first]) =>
    first ? [`“${first.say("this")}” with ${first.such}`] : [],
  );
  return examples.length === 0 ? "" : `For example: ${examples.slice(0, MAX_EXAMPLES).join("; ")}.`;
}

/** Whether a plan with this task type comes of a message, and runs without being asked about. */
export type Works = (next: Pick<PlanRequest, "text" | "attached" | "log">, type: string) => boolean;

/** What is said where there is no plan. */
type Words = Extract<PlanReply, { as: "reply" | "ask" }>;

/** Adds to it what may be said next. */
export type Offering = (words: Words) => Words;

/** A longer name makes no button. */
const MAX_NAME_CHARS = 60;
/** Files that choices are offered for, the newest first. */
const MAX_FILES = 2;

/**
 * Messages that the person may send next, and that would work: for the files at hand, or else for none. Each is planned
 * as the next message of this conversation before it is offered.
 */
export function choicesOf({ attached, log, text }: PlanRequest, here: Here, works: Works): readonly string[] {
  const next = [...log, { role: "user" as const, text, resources: attached }];
  const known = next.toReversed().flatMap(({ resources }) => resources);
  const files = known.filter(({ name }) => isSpeakable(name)).slice(0, MAX_FILES);
  const offers = offersOf(here);
  const wishes = files.length > 0 ? files.map((file) => wishesFor(file, offers)) : [wishesFor(null, offers)];
  const share = Math.ceil(MAX_CHOICES / wishes.length);
  return wishes
    .flatMap((own) =>
      own.filter(([words, type]) => works({ text: words, attached: [], log: next }, type)).slice(0, share),
    )
    .map(([words]) => words);
}

const wishesFor = (
  file: Resource | null,
  offers: readonly Offer[],
): readonly (readonly [words: string, type: string])[] =>
  offers
    .filter(({ of }) => of === (file ? baseKind(file.kind) : null))
    .map(({ type, say }) => [say(file?.name ?? ""), type] as const);

/** A name that is read as one within a sentence, whoever gave it. */
const isSpeakable = (name: string): boolean =>
  name.length <= MAX_NAME_CHARS && /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]*$/u.test(name);
