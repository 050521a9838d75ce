import { draftOf, type MediaBase, streamedDraft } from "../../media/drafts.ts";
import { memoryPermits } from "../../memory-permits.ts";
import type { OutputDraft } from "../../provider.ts";
import { readJson } from "../send.ts";
import type { HuggingFaceCall, LibraryCall } from "../session.ts";
import { MAX_WHOLE_ANSWER_BYTES, WHOLE_ANSWER_MEMORY_BYTES } from "../transport.ts";
import { download } from "./download.ts";
import { type AnswerFile, fileIn } from "./file-in.ts";
import { begin, followJob, jobBefore } from "./jobs.ts";

/**
 * Has a picture, sound or video made, whichever way the inference provider hands it over: as the answer's body, in
 * base64, under a link, or at the end of a queue.
 */
export async function make(
  base: MediaBase,
  request: LibraryCall,
  session: HuggingFaceCall,
  inputBytes = 0,
): Promise<OutputDraft> {
  const { name } = session.asked;
  const before = await jobBefore(session);
  if (before !== null) return handedOver(fileIn(await followJob(before, session), name), base, session);
  const answer = await session.answer(request, inputBytes);
  if (!isJson(answer)) {
    session.call.answered?.({});
    return streamedDraft(answer, base, readingOf(session));
  }
  const begun = await begunBy(answer, session, (result) => fileIn(result, name));
  return handedOver("path" in begun ? fileIn(await followJob(begun.path, session), name) : begun.result, base, session);
}

/** As `make`, for an answer that is words or figures, from inference providers that may queue it. */
export async function follow(request: LibraryCall, session: HuggingFaceCall, inputBytes = 0): Promise<unknown> {
  const before = await jobBefore(session);
  if (before !== null) return followJob(before, session);
  const begun = await begunBy(await session.answer(request, inputBytes), session, (result) => result);
  return "path" in begun ? followJob(begun.path, session) : begun.result;
}

/** What an answer in JSON comes to, read while the memory for it is held. */
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
