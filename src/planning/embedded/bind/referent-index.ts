import { type BaseKind, baseKind, fitsAny, type Kind } from "../../../domain/kinds.ts";
import type { SingleBinding, TaskId } from "../../../domain/plan.ts";
import type { Resource } from "../../../domain/resources.ts";
import type { Port, TaskType } from "../../../domain/task-types/index.ts";
import type { ChatLogEntry } from "../../controller.ts";
import { quotedTexts } from "../read/asked-parts.ts";
import type { MaskedRequest, MaterialPart } from "../read/parts.ts";
import { plainAnswer } from "../read/plain-answer.ts";

/**
 * What a thing is worth as material: `source` is read, heard or written text and any picture or recording; `digest` is a
 * shortened text; `answer` a result in words; `map` an image that stands for a property of another.
 */
export type Worth = "source" | "digest" | "answer" | "map";

/** Something that can be spoken of and worked on. */
export interface Referent {
  /** What it gives to ports, the main value first. */
  readonly values: readonly { readonly kind: Kind; readonly binding: SingleBinding }[];
  readonly worth: Worth;
  readonly era: "log" | "message";
  /** Made by a task of this plan: which. */
  readonly task: { readonly id: TaskId; readonly type: string } | null;
  /** Not given by the user but made in a run, now or earlier. */
  readonly made: boolean;
  /** File name, where there is one. */
  readonly name: string | null;
  readonly letter: string | null;
  /** The words themselves, where they are known before running. */
  readonly words: string | null;
  /** English name of the language it is known to be in. */
  readonly language: string | null;
  /** What it was made from. */
  readonly from: readonly Referent[];
}

const WORTH_BY_TYPE: Readonly<Record<string, Worth>> = {
  summarization: "digest",
  translation: "digest",
  "text-classification": "answer",
  "zero-shot-classification": "answer",
  "token-classification": "answer",
  "language-identification": "answer",
  "sentence-similarity": "answer",
  "question-answering": "answer",
  "open-question-answering": "answer",
  "document-question-answering": "answer",
  "visual-question-answering": "answer",
  "table-question-answering": "answer",
  "image-classification": "answer",
  "zero-shot-image-classification": "answer",
  "object-detection": "answer",
  "audio-classification": "answer",
  "video-classification": "answer",
  "tabular-classification": "answer",
  "feature-extraction": "answer",
};

const isMap = (kind: Kind): boolean => kind.startsWith("image/");

export function referentOfResource(
  resource: Resource,
  era: Referent["era"],
  made: boolean,
  letter: string | null = null,
): Referent {
  return {
    values: [{ kind: resource.kind, binding: { from: "resource", resource: resource.id } }],
    worth: isMap(resource.kind) ? "map" : "source",
    era,
    task: null,
    made,
    name: resource.name,
    letter,
    words: null,
    language: null,
    from: [],
  };
}

export function referentOfWords(words: string, language: string | null = null): Referent {
  return {
    values: [{ kind: "text", binding: { from: "literal", value: words } }],
    worth: "source",
    era: "message",
    task: null,
    made: false,
    name: null,
    letter: null,
    words,
    language,
    from: [],
  };
}

/** Data that is written out in the request. */
const referentOfTable = (cells: string): Referent => ({
  ...referentOfWords(cells),
  values: [{ kind: "table", binding: { from: "literal", value: cells } }],
  words: null,
});

export function referentOfTask(
  id: TaskId,
  type: TaskType,
  from: readonly Referent[],
  language: string | null,
): Referent {
  const main = type.outputs[0]?.kinds[0];
  return {
    values: type.outputs.flatMap((output) =>
      output.kinds.map((kind) => ({ kind, binding: { from: "task" as const, task: id, output: output.name } })),
    ),
    worth:
      (Object.hasOwn(WORTH_BY_TYPE, type.name) ? WORTH_BY_TYPE[type.name] : undefined) ??
      (main !== undefined && isMap(main) ? "map" : "source"),
    era: "message",
    task: { id, type: type.name },
    made: true,
    name: null,
    letter: null,
    words: null,
    language,
    from,
  };
}

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

/** Kind of the main value. */
export const mainKind = (thing: Referent): BaseKind => baseKind(thing.values[0]?.kind ?? "data");

/** Only the newest of a long conversation can be meant. */
const MAX_LOG_TURNS = 50;
/** A text of an answer that is taken up again; a longer one was stored as a resource. */
const MAX_ANSWER_CHARS = 20_000;

/** All that can be meant, oldest first; things that were named or made together lie in one group. */
export class ReferentIndex {
  readonly #groups: (readonly Referent[])[] = [];
  readonly #thingOfResource = new Map<string, Referent>();

  constructor(
    log: readonly ChatLogEntry[],
    attached: readonly Resource[],
    letters: ReadonlyMap<string, string>,
    { parts }: MaskedRequest,
  ) {
    for (const turn of log.slice(-MAX_LOG_TURNS)) {
      const things = turn.resources.map((resource) =>
        this.#adopt(referentOfResource(resource, "log", turn.role === "assistant"), resource.id),
      );
      const words = turn.role === "assistant" ? plainAnswer(turn.text) : "";
      const said =
        words !== "" && words.length <= MAX_ANSWER_CHARS
          ? { ...referentOfWords(words), era: "log" as const, made: true, worth: "digest" as const }
          : null;
      this.add(said && !things.some((thing) => mainKind(thing) === "text") ? [...things, said] : things);
    }
    // Words and tables may stand behind the clause that works on them: "translate it. Here is the text: …".
    this.add(quotedTexts(parts).map((words) => referentOfWords(words)));
    this.add(parts.flatMap(({ part }) => (part.as === "table" ? [referentOfTable(part.text)] : [])));
    this.add(
      attached.map((resource) =>
        this.#adopt(referentOfResource(resource, "message", false, letters.get(resource.id) ?? null), resource.id),
      ),
    );
  }

  /** Groups, the newest first. */
  get newestFirst(): readonly (readonly Referent[])[] {
    return this.#groups.toReversed();
  }

  add(things: readonly Referent[]): void {
    if (things.length > 0) this.#groups.push(things);
  }

  /** What this part is; `null` for a file that nobody has. */
  thingOf(part: MaterialPart): Referent | null {
    if (part.as === "table") return referentOfTable(part.text);
    if (part.as !== "file") return referentOfWords(part.text);
    if (!part.resource) return null;
    const known = this.#thingOfResource.get(part.resource.id);
    return known
      ? { ...known, letter: part.letter ?? known.letter }
      : referentOfResource(part.resource, "message", false, part.letter);
  }

  #adopt(thing: Referent, id: string): Referent {
    this.#thingOfResource.set(id, thing);
    return thing;
  }
}
