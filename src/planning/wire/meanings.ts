import type { JsonValue } from "../../domain/json.ts";
import type { TaskId } from "../../domain/plan.ts";
import type { Resource } from "../../domain/resources.ts";
import { MAX_LIST_ITEMS } from "../proof/faults.ts";
import { MAX_ARGUMENTS } from "./entries.ts";
import { parseReference } from "./references.ts";
import { findNamed, isResourceId, type ResourceIndex } from "./resource-index.ts";
import { isAbsent, isEscaped, isJson, isRecord } from "./values.ts";

/** What a written value means, before anybody asks whether it may stand where it stands. */
export type Meaning =
  /** `amid` holds the text when the reference stands among other words, which a binding cannot keep. */
  | { readonly is: "task"; readonly task: TaskId; readonly output: string | null; readonly amid?: string }
  /** Of several files of one name, all of them. */
  | { readonly is: "resource"; readonly resources: readonly [Resource, ...Resource[]] }
  /** `isEscaped` when it was written as `{"literal": …}`: it is what it is, whatever it looks like. */
  | { readonly is: "literal"; readonly value: JsonValue; readonly isEscaped?: true }
  /** A file that isn't there. */
  | { readonly is: "missing-file"; readonly name: string }
  /** A slot of a template that nobody filled, or a value that is no JSON. */
  | { readonly is: "slot"; readonly words: string };

/** An argument as written: a name, or `null` when it is given by position, and what it means. */
export interface WrittenArgument {
  readonly name: string | null;
  readonly meanings: readonly Meaning[];
}

/** A reference in all the spellings that models make up: `<output_of_node_3>` and `<Node-1>.output` within other words… */
const LOOSE_INSIDE =
  /<(?:resource|generated|node|task)>\s?-\s?(\d{1,15})|<[^<>]{0,40}?(?:resource|generated|node|task|output|result|step)[^<>\d]{0,20}(\d{1,9})[^<>]{0,40}>/i;
/** … `node-0.text` and `$[0]` only by themselves: people write "task 2" and "$20" too. */
const LOOSE_ALONE = [
  /^(?:node|task|step|resource)[-_ ]?(\d{1,9})(?:[.#:]\w{1,40})?$/i,
  /^\$\[(\d{1,9})\]$/,
  /^\{{1,2}\s?(\d{1,9})(?:\.\w{1,40})?\s?\}{1,2}$/,
  /^(?:the )?(?:output|result|answer)s? (?:of|from) (?:task|node|step)[-_ ]?(\d{1,9})$/i,
];
/** What may follow a reference that stands alone: the name that its author gave to what is meant. */
const AFTER_REFERENCE = /^[.#:][\w.[\]'"]{1,80}$/;
const MAX_LOOSE_CHARS = 2_000;
/** Angle brackets around words: a slot of a template. */
const PLACEHOLDER = /^<[^<>]{1,80}>$/;
/** Nobody means "Node.js" or "3.14" for a file; these endings are nothing else. */
const MISSING_FILE =
  /^\S{1,255}\.(?:jpe?g|png|gif|webp|bmp|tiff?|svg|wav|mp3|flac|ogg|m4a|mp4|mov|webm|avi|mkv|pdf|docx?|txt|csv|tsv|xlsx?)$/i;
const QUOTED = /^(['"`])(.*)\1$/s;

/** Reads the arguments of a task: an object of named ones, or a list of values or of `{name, value}`. */
export function readArguments(given: unknown, shelf: ResourceIndex): readonly WrittenArgument[] {
  const pairs = Array.isArray(given)
    ? given.map(nameAndValue)
    : isRecord(given)
      ? Object.entries(given)
      : [[null, given] as const];
  return pairs.slice(0, MAX_ARGUMENTS).flatMap(([name, value]) => {
    const meanings = meaningsOf(value, shelf);
    return meanings.length > 0 ? [{ name, meanings }] : [];
  });
}

/** TaskBench's models write `{"name": …, "value": …}`, and at times put the value under the name. */
function nameAndValue(item: unknown): readonly [string | null, unknown] {
  if (!isRecord(item) || typeof item.name !== "string") return [null, item];
  if (Object.keys(item).length === 1) return [null, item.name];
  return "value" in item ? [item.name, item.value] : [null, item];
}

/** Lists in lists, as far as anybody writes them. */
const MAX_DEPTH = 8;

/** Everything that one written value means; nothing when it is absent or an empty list. Lists mean all that is in them. */
export function meaningsOf(value: unknown, shelf: ResourceIndex, depth = 0): readonly Meaning[] {
  if (isAbsent(value)) return [];
  if (!Array.isArray(value)) return typeof value === "string" ? textMeanings(value, shelf) : [literal(value)];
  if (value.length === 0) return [];
  if (depth === MAX_DEPTH) return [{ is: "slot", words: "a list nested too deeply" }];
  // One too many is kept, so that a list that is too long is told from one that is not.
  const meanings = value.slice(0, MAX_LIST_ITEMS + 1).map((item: unknown) => meaningsOf(item, shelf, depth + 1));
  const isData = meanings.flat().every((meaning) => meaning.is === "literal");
  return isData ? [literal(value)] : meanings.flat();
}

/** As written JSON; what is none, or lies too deep, means nothing. */
function literal(value: unknown): Meaning {
  const escaped = isEscaped(value);
  const bare = escaped ? value.literal : value;
  if (!isJson(bare)) return { is: "slot", words: "a value that is no JSON" };
  return escaped ? { is: "literal", value: bare, isEscaped: true } : { is: "literal", value: bare };
}

/** What a written list means to an input that takes many values: each of its items, and of too many one too many. */
export const itemsOf = (meaning: Meaning): readonly Meaning[] =>
  meaning.is === "literal" && !meaning.isEscaped && Array.isArray(meaning.value)
    ? meaning.value.slice(0, MAX_LIST_ITEMS + 1).map((item) => literal(item))
    : [meaning];

function textMeanings(text: string, shelf: ResourceIndex): readonly Meaning[] {
  const one = textMeaning(text, shelf);
  if (isWhole(one) || !text.includes(",") || text.length > MAX_LOOSE_CHARS) return [one];
  const parts = text.split(",").map((part) => textMeaning(part, shelf));
  return parts.every(isWhole) ? parts : [one];
}

/** A reference or the name of a file, with no word around it. */
const isWhole = (meaning: Meaning): boolean =>
  meaning.is === "resource" || (meaning.is === "task" && meaning.amid === undefined);

function textMeaning(text: string, shelf: ResourceIndex): Meaning {
  const bare = QUOTED.exec(text.trim())?.[2] ?? text;
  const name = bare.trim();
  const exact = parseReference(name);
  if (exact) return { is: "task", task: exact.task, output: exact.output ?? null };
  const [first, ...rest] = findNamed(name, shelf);
  if (first) return { is: "resource", resources: [first, ...rest] };
  const loose = name.length <= MAX_LOOSE_CHARS ? looseReference(name) : null;
  if (loose) return loose;
  if (PLACEHOLDER.test(name)) return { is: "slot", words: name };
  if (isResourceId(name) || MISSING_FILE.test(name)) return { is: "missing-file", name };
  return { is: "literal", value: text };
}

function looseReference(name: string): Meaning | null {
  for (const form of LOOSE_ALONE) {
    const digits = form.exec(name)?.[1];
    if (digits !== undefined) return { is: "task", task: Number(digits), output: null };
  }
  const found = LOOSE_INSIDE.exec(name);
  if (!found) return null;
  const meaning = { is: "task", task: Number(found[1] ?? found[2]), output: null } as const;
  const rest = name.slice(found.index + found[0].length);
  const isAlone = found.index === 0 && (rest === "" || AFTER_REFERENCE.test(rest));
  return isAlone ? meaning : { ...meaning, amid: name };
}
