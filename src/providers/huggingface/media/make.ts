import { AppError } from "../../../domain/errors.ts";
import { MAX_WHOLE_ANSWER_BYTES, readJson } from "../../answers/body.ts";
import { sending } from "../../answers/failures.ts";
import { draftOf, fromEncoded, type MediaBase, streamedDraft } from "../../media/drafts.ts";
import { memoryPermits } from "../../memory-permits.ts";
import type { OutputDraft } from "../../provider.ts";
import { refusal, type StatusError } from "../failures.ts";
import type { HuggingFaceCall, LibraryArguments, LibraryMethod } from "../session.ts";
import { WHOLE_ANSWER_MEMORY_BYTES } from "../session.ts";
import { begin, followJob, jobBefore } from "./jobs.ts";

/**
 * Has a picture, sound or video made, whichever way the inference provider hands it over: as the answer's body, in
 * base64, under a link, or at the end of a queue.
 */
export async function make<Method extends LibraryMethod>(
  base: MediaBase,
  method: Method,
  args: LibraryArguments<Method>,
  session: HuggingFaceCall,
): Promise<OutputDraft> {
  const { name } = session.asked;
  const before = await jobBefore(session);
  if (before !== null) return handedOver(fileIn(await followJob(before, session), name), base, session);
  const answer = await session.answer(method, args);
  if (!isJson(answer)) {
    session.call.answered?.({});
    return streamedDraft(answer, base, readingOf(session));
  }
  const begun = await begunBy(answer, session, (result) => fileIn(result, name));
  return handedOver("path" in begun ? fileIn(await followJob(begun.path, session), name) : begun.result, base, session);
}

/** As `make`, for an answer that is words or figures, from inference providers that may queue it. */
export async function follow<Method extends LibraryMethod>(
  method: Method,
  args: LibraryArguments<Method>,
  session: HuggingFaceCall,
): Promise<unknown> {
  const before = await jobBefore(session);
  if (before !== null) return followJob(before, session);
  const begun = await begunBy(await session.answer(method, args), session, (result) => result);
  return "path" in begun ? followJob(begun.path, session) : begun.result;
}

/** Reads an answer in JSON, while the memory for it is held: its result, or the path of its job. */
const begunBy = <T>(
  answer: Response,
  session: HuggingFaceCall,
  read: (result: unknown) => T,
): Promise<{ readonly path: string } | { readonly result: T }> =>
  memoryPermits.run(WHOLE_ANSWER_MEMORY_BYTES, session.call.signal, async () => {
    const json = await readJson(answer, { ...readingOf(session), maxBytes: MAX_WHOLE_ANSWER_BYTES });
    const begun = await begin(json, answer.url, session);
    if ("path" in begun) return begun;
    session.call.answered?.({});
    return { result: read(begun.result) };
  });

const readingOf = ({ asked: { name }, call: { signal } }: HuggingFaceCall) => ({ name, signal });

const isJson = (answer: Response): boolean =>
  /^application\/(problem\+)?json\b/.test(answer.headers.get("content-type") ?? "");

async function handedOver(file: AnswerFile, base: MediaBase, session: HuggingFaceCall): Promise<OutputDraft> {
  if (file.as === "bytes") return draftOf(file.bytes, base, file.mediaType, session.asked.name);
  return streamedDraft(await download(file.url, session), base, readingOf(session));
}

/** The file of an answer: its bytes, or a link to it. */
type AnswerFile =
  | { readonly as: "bytes"; readonly bytes: Uint8Array; readonly mediaType: string | null }
  | { readonly as: "link"; readonly url: string };

type Step = string | number;

/**
 * The places of the file in the inference providers' answers, in base64, as a data URL or as a link:
 * OpenAI's images (together, nscale, deepinfra, hf-inference), fal's and replicate's, the video queues', and the
 * recordings of hf-inference. The shapes are those that the library's `src/providers/` reads.
 */
const PLACES: readonly (readonly Step[])[] = [
  ["data", 0, "b64_json"],
  ["data", 0, "url"],
  ["images", 0, "url"],
  ["image", "url"],
  ["video", "url"],
  ["audio_file", "url"],
  ["audio", "url"],
  ["videos", 0, "video_url"],
  ["task", "content", "url"],
  ["image_result", 0, "url"],
  ["outputs", "video_url"],
  ["outputs", 0],
  ["output", 0],
  ["output"],
  [0, "blob"],
];

/** @throws {AppError} `provider-rejected` when there is none in any place that is known. */
function fileIn(answer: unknown, name: string): AnswerFile {
  for (const place of PLACES) {
    const value = at(answer, place);
    const file = typeof value === "string" && value !== "" ? readFile(value) : null;
    if (file) return file;
  }
  throw new AppError("provider-rejected", `${name} answered without a file`);
}

function at(value: unknown, place: readonly Step[]): unknown {
  return place.reduce<unknown>((inner, step) => {
    if (typeof step === "number") return Array.isArray(inner) ? inner[step] : undefined;
    return typeof inner === "object" && inner !== null && Object.hasOwn(inner, step)
      ? Reflect.get(inner, step)
      : undefined;
  }, value);
}

function readFile(value: string): AnswerFile | null {
  if (/^https?:\/\//.test(value)) return { as: "link", url: value };
  const file = fromEncoded(value);
  return file && file.bytes.byteLength > 0 ? { as: "bytes", ...file } : null;
}

/** Links to results are short ones at some providers. */
const MAX_REDIRECTS = 3;
/** Names that never mean a host on the internet (RFC 6761, RFC 6762, RFC 8375). */
const PRIVATE = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

/**
 * Fetches a file that an answer links to, without the token: it is not the router's.
 * @throws {AppError} `provider-rejected` for a link that leads nowhere public, or what the other side fails with.
 */
async function download(link: string, { call, asked, fetch, routerUrl }: HuggingFaceCall): Promise<Response> {
  const file = { ...asked, name: `The file that ${asked.name} made` };
  const send = sending(fetch, file.name);
  let url = URL.parse(link);
  for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
    if (!url || !(isPublic(url) || url.origin === new URL(routerUrl).origin)) {
      throw new AppError("provider-rejected", `${file.name} is at an address that is not fetched from`);
    }
    const response = await send(url.href, { signal: call.signal });
    if (response.ok) return response;
    const target = response.status >= 300 && response.status < 400 ? response.headers.get("location") : null;
    if (target === null) throw withoutAdvice(await refusal(response, file), file.name);
    await response.body?.cancel();
    url = URL.parse(target, url.href);
  }
  throw new AppError("provider-rejected", `${file.name} is behind more than ${MAX_REDIRECTS} redirects`);
}

/** A named host behind TLS: an address, or a name without a dot, is a machine of somebody's own. */
const isPublic = ({ protocol, hostname, username, password }: URL): boolean =>
  protocol === "https:" &&
  username === "" &&
  password === "" &&
  /\.[a-z][a-z0-9-]*\.?$/i.test(hostname) &&
  !PRIVATE.test(hostname);

/** The failure without its advice about the token, as none was sent. */
const withoutAdvice = (refused: StatusError, name: string): AppError =>
  refused.retryable
    ? refused
    : new AppError("provider-rejected", `${name} cannot be fetched (status ${refused.status})`, {
        cause: refused.cause,
      });
