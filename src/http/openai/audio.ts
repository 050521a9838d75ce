import { baseKind } from "../../domain/kinds.ts";
import type { ResourceView, RunView, TaskView } from "../../domain/views.ts";
import { readParts } from "../../resources/parts.ts";
import type { AppContext } from "../context.ts";
import type { ChatOptions } from "./options.ts";

/** Minutes of speech; what is longer stays a link. As base64 it is in memory at once. */
const MAX_AUDIO_BYTES = 8 * 1024 * 1024;

/** Sound inside an answer, as OpenAI has it. */
export interface ChatAudio {
  readonly id: string;
  /** Base64. */
  readonly data: string;
  /** Seconds since the epoch: when its link expires. */
  readonly expires_at: number;
  /** What is said, as far as that is known. */
  readonly transcript: string;
}

/** By the names that OpenAI has for them. */
const FORMATS: ReadonlyMap<string, RegExp> = new Map([
  ["wav", /^audio\/(?:x-|vnd\.)?wave?$/],
  ["mp3", /^audio\/(?:mpeg|mp3)$/],
  ["flac", /^audio\/(?:x-)?flac$/],
  ["opus", /^audio\/(?:ogg|opus)$/],
  ["aac", /^audio\/(?:aac|mp4|x-m4a)$/],
]);

/** The last sound that the run made, if it is in the format that was asked for; null where there is none. */
export async function audioOf(c: AppContext, run: RunView, wanted: ChatOptions["audio"]): Promise<ChatAudio | null> {
  if (!wanted) return null;
  const made = run.files.findLast((file) => isWanted(file, wanted.format));
  if (!made) return null;
  const stored = await c.var.wiring.resources.open(c.var.holder.tenant, made.id);
  if (!stored?.body) return null;
  for await (const { bytes, isLast } of readParts(stored.body, MAX_AUDIO_BYTES, Number.POSITIVE_INFINITY)) {
    if (!isLast) return null;
    const expires = Math.floor(Date.parse(made.urlExpiresAt) / 1000);
    return { id: made.id, data: bytes.toBase64(), expires_at: expires, transcript: transcriptOf(made, run.tasks) };
  }
  return null;
}

const isWanted = ({ kind, mediaType, bytes }: ResourceView, format: string | null): boolean =>
  baseKind(kind) === "audio" &&
  bytes <= MAX_AUDIO_BYTES &&
  (format === null || FORMATS.get(format)?.test(mediaType) === true);

/** The text that was read aloud; empty for a sound that was made of something else. */
function transcriptOf(made: ResourceView, tasks: readonly TaskView[]): string {
  const maker = tasks.find(({ outputs }) =>
    Object.values(outputs).some((value) => "resource" in value && value.resource.id === made.id),
  );
  const text = maker?.args.text;
  if (typeof text !== "string") return "";
  const [, task, port] = /^<resource>-(\d+)(?:\.(\S+))?$/.exec(text) ?? [];
  if (task === undefined) return text;
  const outputs = tasks.find(({ id }) => String(id) === task)?.outputs ?? {};
  const value = port === undefined ? Object.values(outputs).find(({ kind }) => kind === "text") : outputs[port];
  if (!value) return "";
  return "text" in value ? value.text : "resource" in value ? (value.excerpt ?? "") : "";
}
