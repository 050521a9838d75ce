import { titleOf } from "../../../domain/answer-form.ts";
import { type BaseKind, baseKind, fitsAny, type Kind } from "../../../domain/kinds.ts";
import type { SingleBinding, TaskId } from "../../../domain/plan.ts";
import type { Resource } from "../../../domain/resources.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import type { PlanRequest } from "../../controller.ts";
import { isAskedPart, quotedTexts } from "../read/asked-parts.ts";
import type { MaskedRequest, MaterialPart } from "../read/parts.ts";
import { plainAnswer, resultsToldIn, type ToldResult } from "../read/plain-answer.ts";
import { partsSaidBefore } from "../read/scan.ts";

/** Something that can be spoken of and worked on. */
export interface Referent {
  /** What it gives to ports, the main value first. */
  readonly values: readonly { readonly kind: Kind; readonly binding: SingleBinding }[];
  readonly era: "log" | "message";
  /** The task of this plan that makes it. */
  readonly task: { readonly id: TaskId; readonly type: string } | null;
  /** Made in a run, now or earlier, and not given by the user. */
  readonly made: boolean;
  /** File name, where there is one. */
  readonly name: string | null;
  readonly letter: string | null;
  /** The words themselves, where they are known before running. */
  readonly words: string | null;
  /** English name of the language that it is known to be in. */
  readonly language: string | null;
  /** What it was made from. */
  readonly from: readonly Referent[];
  /** What answers told of it. */
  readonly told: string;
  /** An answer in words: what was written anew, the words of something else as they stand in it, or a finding about it. */
  readonly answer: "product" | "reading" | "finding" | null;
}

const NOTHING_KNOWN = {
  era: "message",
  task: null,
  made: false,
  name: null,
  letter: null,
  words: null,
  language: null,
  from: [],
  told: "",
  answer: null,
} as const;

const referentOfResource = ({ id, kind, name }: Resource, era: Referent["era"], made = false): Referent => ({
  ...NOTHING_KNOWN,
  values: [{ kind, binding: { from: "resource", resource: id } }],
  era,
  made,
  name,
});

export const referentOfWords = (words: string): Referent => ({
  ...NOTHING_KNOWN,
  values: [{ kind: "text", binding: { from: "literal", value: words } }],
  words,
});

/** Data that is written out in the request. */
const referentOfTable = (cells: string): Referent => ({
  ...NOTHING_KNOWN,
  values: [{ kind: "table", binding: { from: "literal", value: cells } }],
});

export const referentOfTask = (
  id: TaskId,
  type: TaskType,
  from: readonly Referent[],
  language: string | null,
): Referent => ({
  ...NOTHING_KNOWN,
  values: type.outputs.flatMap((output) =>
    output.kinds.map((kind) => ({ kind, binding: { from: "task" as const, task: id, output: output.name } })),
  ),
  task: { id, type: type.name },
  made: true,
  language,
  from,
});

const SHOWN: ReadonlySet<BaseKind> = new Set(["image", "audio", "video", "document"]);

/** What a thing gives to a port; media only as its main value, so that a picture with boxes drawn isn't taken for the picture. */
export function valueFor(thing: Referent, port: Port): SingleBinding | null {
  const found = thing.values.find(
    ({ kind }, index) => fitsAny(kind, port.kinds) && (index === 0 || !SHOWN.has(baseKind(kind))),
  );
  return found?.binding ?? null;
}

/** True when two things are one value. */
export const sameReferent = (one: Referent, other: Referent): boolean =>
  JSON.stringify(one.values[0]?.binding) === JSON.stringify(other.values[0]?.binding);

/** All of several groups, each once. */
export function union(groups: readonly (readonly Referent[])[]): readonly Referent[] {
  const all: Referent[] = [];
  for (const thing of groups.flat()) if (!all.some((other) => sameReferent(other, thing))) all.push(thing);
  return all;
}

/** Whether a thing is one of these, or was made of one. */
export const comesFrom = (thing: Referent, sources: readonly Referent[]): boolean =>
  sources.some((source) => sameReferent(source, thing)) || thing.from.some((giver) => comesFrom(giver, sources));

export const mainKind = ({ values: [main] }: Referent): BaseKind => baseKind(main?.kind ?? "data");

/** Whether it stands for a property of another picture: edges, a pose. */
export const isMap = ({ values: [main] }: Referent): boolean => main?.kind.startsWith("image/") === true;

/** A part in a clause or around it and what it is; `null` for a file that nobody has. */
export interface PartNearby {
  readonly part: MaterialPart;
  readonly thing: Referent | null;
}

/** The words of parts that were quoted or pasted, in order. */
export const quotesIn = (parts: readonly PartNearby[]): readonly string[] =>
  parts.flatMap(({ part }) => (part.as === "quote" || part.as === "passage" ? [part.text] : []));

/** Whether it is something to work on: code is run, and questions are put. */
export const isMaterial = ({ part }: PartNearby): boolean => part.as !== "code" && !isAskedPart(part);

/** Only the newest of a long conversation can be meant. */
const MAX_LOG_TURNS = 50;
/** A text of an answer that is taken up again; a longer one was stored as a resource. */
const MAX_ANSWER_CHARS = 20_000;
/** Nobody tells more apart by words. */
const MAX_FILES = 32;

const referentsOfParts = (parts: MaskedRequest["parts"]): readonly Referent[] => [
  ...quotedTexts(parts).map(referentOfWords),
  ...parts.flatMap(({ part }) => (part.as === "table" ? [referentOfTable(part.text)] : [])),
];

/** Of the messages before, so many are looked through for what they quote or paste. */
const MAX_MESSAGES_READ = 3;

const LINK = /\/v1\/resources\/(res_[^)\s]{1,80})\)/g;

/** The files that a reply points at: "photo.jpg is as you gave it". */
function linkedIn(text: string, log: PlanRequest["log"]): readonly Resource[] {
  const ids = new Set([...text.matchAll(LINK)].map(([, id]) => id));
  const known = new Map(log.flatMap(({ resources }) => resources.map((file) => [file.id as string, file] as const)));
  return [...ids].flatMap((id) => known.get(id ?? "") ?? []);
}

/** A turn, and the results that it tells where it is an answer. */
interface ReadTurn {
  readonly turn: PlanRequest["log"][number];
  readonly results: readonly ToldResult[];
}

/** What answers tell of files, by their names: where nothing else is said, of the one that came with the message. */
function toldOf(turns: readonly ReadTurn[]): ReadonlyMap<string, string> {
  const told = new Map<string, string>();
  let given: readonly Resource[] = [];
  for (const { turn, results } of turns) {
    if (turn.role === "user") given = turn.resources;
    const [only, another] = given;
    for (const { of, words } of results) {
      const name = of ?? (another ? undefined : only?.name);
      if (name !== undefined) told.set(name, `${told.get(name) ?? ""} ${words.slice(0, MAX_TOLD_CHARS)}`);
    }
  }
  return told;
}

/** Enough to tell a thing from others by. */
const MAX_TOLD_CHARS = 300;

/** What an answer in words is by the types of the tasks that it tells of; a product where that is not known. */
function answerKind(results: readonly ToldResult[], types: ReadonlyMap<string, TaskType>): Referent["answer"] {
  const kinds = results.map(({ called }): Referent["answer"] => {
    if (called === null) return "finding";
    const type = types.get(called);
    if (type?.converts) return "reading";
    const main = baseKind(type?.outputs[0]?.kinds[0] ?? "text");
    return main === "text" || SHOWN.has(main) ? "product" : "finding";
  });
  return (["product", "reading", "finding"] as const).find((kind) => kinds.includes(kind)) ?? "product";
}

/** The files that only show what a result tells in data, as boxes drawn on the picture that was asked about do. */
const showingOnly = ({ turn, results }: ReadTurn, types: ReadonlyMap<string, TaskType>): readonly Resource[] =>
  turn.resources.filter(({ name, kind }) =>
    results.some(({ called, words }) => {
      const main = types.get(called ?? "")?.outputs[0]?.kinds[0];
      return main !== undefined && words.split(/, |\n/).includes(name) && baseKind(main) !== baseKind(kind);
    }),
  );

/** All that was there before a plan is made. */
export class ReferentIndex {
  /** Things that were given or made together, the newest first; an answer in words is a text as well. */
  readonly newestFirst: readonly (readonly Referent[])[];
  /** The same, and last what only shows a result: "it" is the photo, and not the one with boxes. */
  readonly earlier: readonly (readonly Referent[])[];
  /** The files of the message, in the order in which they came. */
  readonly attached: readonly Referent[];
  /** Quotations, passages and tables of the message. */
  readonly written: readonly Referent[];
  /** What the user said last. */
  readonly saidBefore: string;
  /** The names of the files that the newest answer tells of. */
  readonly toldLast: ReadonlySet<string>;

  constructor({ log, attached, ontology }: PlanRequest, { parts }: MaskedRequest) {
    const letters = new Map(
      parts.flatMap(({ part }) => (part.as === "file" ? [[part.resource?.id, part.letter] as const] : [])),
    );
    this.attached = attached.map((file) => ({
      ...referentOfResource(file, "message"),
      letter: letters.get(file.id) ?? null,
    }));
    this.written = referentsOfParts(parts);
    this.saidBefore = log.findLast(({ role }) => role === "user")?.text ?? "";
    const turns = log
      .slice(-MAX_LOG_TURNS)
      .map((turn): ReadTurn => ({ turn, results: turn.role === "assistant" ? resultsToldIn(turn) : [] }));
    const told = toldOf(turns);
    const newest = turns.findLast(({ results }) => results.length > 0)?.results ?? [];
    this.toldLast = new Set(newest.flatMap(({ of }) => of ?? []));
    const types = new Map(ontology.all.map((type) => [titleOf(type.name), type]));
    const showing = turns.flatMap((turn) => showingOnly(turn, types));
    let messagesRead = 0;
    this.newestFirst = turns
      .toReversed()
      .map(({ turn, results }) => {
        const made = turn.role === "assistant";
        const linked = made && turn.resources.length === 0 ? linkedIn(turn.text, log) : [];
        const answer = made ? answerKind(results, types) : null;
        const files = [...turn.resources, ...linked].map((file) => ({
          ...referentOfResource(file, "log", made),
          told: told.get(file.name) ?? "",
          answer,
        }));
        if (!made) {
          const written = messagesRead++ < MAX_MESSAGES_READ ? referentsOfParts(partsSaidBefore(turn.text)) : [];
          return [...files, ...written.map((thing) => ({ ...thing, era: "log" as const }))];
        }
        const words = linked.length > 0 ? "" : plainAnswer(turn);
        const isSaid =
          words !== "" && words.length <= MAX_ANSWER_CHARS && !files.some((one) => mainKind(one) === "text");
        return isSaid ? [...files, { ...referentOfWords(words), era: "log" as const, made, answer }] : files;
      })
      .filter((group) => group.length > 0);
    const shows = (thing: Referent): boolean => thing.made && showing.some(({ name }) => name === thing.name);
    const groups = (isLast: boolean): readonly (readonly Referent[])[] =>
      this.newestFirst.map((group) => group.filter((thing) => shows(thing) === isLast));
    this.earlier = [...groups(false), ...groups(true)].filter((group) => group.length > 0);
  }

  /** The files that words choose among: those of the message, the newest that came together, or all that were given. */
  get row(): readonly Referent[] {
    const groups = this.earlier.map((group) => group.filter(({ name }) => name !== null));
    const together = this.attached.length > 0 ? this.attached : groups.find((group) => group.length > 1);
    const given = groups.flat().filter(({ made }) => !made);
    return (together ?? given.toReversed()).slice(0, MAX_FILES);
  }

  /** What a part of the message is; `null` for a file that nobody has. */
  thingOf(part: MaterialPart): Referent | null {
    if (part.as === "table") return referentOfTable(part.text);
    if (part.as !== "file") return referentOfWords(part.text);
    const { resource, letter } = part;
    if (!resource) return null;
    const found = referentOfResource(resource, "message");
    const known = [...this.attached, ...this.earlier.flat()].find((thing) => sameReferent(thing, found));
    return { ...(known ?? found), letter: letter ?? known?.letter ?? null };
  }
}
