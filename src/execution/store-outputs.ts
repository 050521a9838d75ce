import { AppError } from "../domain/errors.ts";
import type { Values } from "../domain/events.ts";
import { baseKind, type Kind } from "../domain/kinds.ts";
import { MAX_INLINE_CHARS, type Provenance, type Resource, type Value } from "../domain/resources.ts";
import { type NameParts, resultName, wordFor } from "../domain/run/result-names.ts";
import type { TaskType } from "../domain/task-types/index.ts";
import type { OutputDraft, Outputs } from "../providers/provider.ts";

/** Stores a body in R2 under a new resource id. */
export type SaveOutput = (file: {
  readonly name: string;
  readonly kind: Kind;
  readonly mediaType: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly origin: Provenance;
}) => Promise<Resource>;

/** Characters of a long text that an event shows. */
const EXCERPT_CHARS = 600;

/**
 * Converts the outputs of an expert to values: short text and data inline, everything else stored.
 * @throws {AppError} `provider-rejected` for an output of the wrong kind, or none at all.
 */
export async function storeOutputs(
  outputs: Outputs,
  type: TaskType,
  names: NameParts,
  origin: Extract<Provenance, { by: "task" }>,
  save: SaveOutput,
): Promise<Values> {
  const values: Record<string, Value> = {};
  const taken = [...names.taken];
  for (const port of type.outputs) {
    const draft = outputs[port.name];
    const kind = port.kinds[0];
    if (!draft || !kind) continue;
    const made = ("made" in draft ? draft.made : undefined) ?? wordFor(type.name);
    const nameFor: NameFor = (extension) => {
      const name = resultName(made, extension, { ...names, taken });
      taken.push(name);
      return name;
    };
    values[port.name] = await storeOutput(draft, kind, nameFor, { ...origin, output: port.name }, save);
  }
  const [primary] = type.outputs;
  if (primary && !values[primary.name]) {
    throw new AppError("provider-rejected", `${origin.model} gave no ${primary.name} for ${type.name}`);
  }
  return values;
}

/** The name of a file with this extension. */
type NameFor = (extension: string) => string;

async function storeOutput(
  draft: OutputDraft,
  kind: Kind,
  nameFor: NameFor,
  origin: Extract<Provenance, { by: "task" }>,
  save: SaveOutput,
): Promise<Value> {
  const saveLong = async (
    text: string,
    file: { readonly name: string; readonly mediaType: string },
  ): Promise<Value> => {
    const resource = await save({ ...file, kind, body: new Blob([text]).stream(), origin });
    return { as: "resource", kind, resource, excerpt: text.slice(0, EXCERPT_CHARS) };
  };
  switch (draft.as) {
    case "text":
      return draft.text.length <= MAX_INLINE_CHARS
        ? { as: "text", kind, text: draft.text }
        : saveLong(draft.text, { name: nameFor("txt"), mediaType: "text/plain" });
    case "data": {
      const json = JSON.stringify(draft.data);
      return json.length <= MAX_INLINE_CHARS
        ? { as: "data", kind, data: draft.data }
        : saveLong(json, { name: nameFor("json"), mediaType: "application/json" });
    }
    case "bytes":
    case "stream": {
      const { mediaType } = draft;
      if (!mediaFits(mediaType, kind)) {
        if (draft.as === "stream") await draft.stream.cancel();
        throw new AppError("provider-rejected", `${origin.model} answered with ${mediaType} where ${kind} is wanted`);
      }
      // The type checker can't know that no Worker has memory shared between threads.
      const body = draft.as === "stream" ? draft.stream : new Blob([draft.bytes as Uint8Array<ArrayBuffer>]).stream();
      const resource = await save({ name: nameFor(extensionOf(mediaType)), kind, mediaType, body, origin });
      return { as: "resource", kind, resource };
    }
  }
}

const mediaFits = (mediaType: string, kind: Kind): boolean => {
  const base = baseKind(kind);
  return base === "image" || base === "audio" || base === "video" ? mediaType.startsWith(`${base}/`) : true;
};

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": "jpg",
  "image/svg+xml": "svg",
  "audio/mpeg": "mp3",
  "audio/x-wav": "wav",
  "audio/vnd.wave": "wav",
  "video/quicktime": "mov",
  "application/pdf": "pdf",
};

const extensionOf = (mediaType: string): string =>
  EXTENSIONS[mediaType] ?? /^[a-z]+\/(?:x-)?([a-z0-9]{2,5})$/.exec(mediaType)?.[1] ?? "bin";
