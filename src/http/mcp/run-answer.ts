import type * as z from "zod";
import type { Failure } from "../../domain/errors.ts";
import { signLink } from "../../domain/links.ts";
import { RESOURCE_ID, type ResourceId } from "../../domain/resources.ts";
import { type AppContext, originOf } from "../context.ts";
import type { ResourceView, RunView, TaskView, ValueView } from "../schemas/views.ts";
import { blocksOf } from "./file-content.ts";
import type { RunSummaryView, shownValue } from "./run-summary.ts";
import type { Exchange, ToolAnswer } from "./tool.ts";

/** The answer of a tool with a run. @param withOutputs adds the outputs of each task */
export async function answerRun(
  exchange: Pick<Exchange, "c" | "showsFiles">,
  view: RunView,
  withOutputs: boolean,
): Promise<ToolAnswer> {
  const { answer, structured } = await summaryOf(exchange.c, view, withOutputs);
  const files = await blocksOf(exchange, view.files);
  const isError = view.status === "failed" || view.status === "cancelled";
  return { content: [{ type: "text", text: inWords(view, answer) }, ...files], structured, isError };
}

/** A run as it is shown, and its answer with signed links. */
export async function summaryOf(
  c: AppContext,
  view: RunView,
  withOutputs: boolean,
): Promise<{ readonly answer: string | null; readonly structured: RunSummaryView }> {
  const answer = view.answer === null ? null : await signedFor(c, view.answer);
  const { usd, timeMs, llmCalls } = view.usage;
  const structured: RunSummaryView = {
    ...{ run: view.id, conversation: view.conversation, status: view.status, answer },
    choices: [...view.choices],
    files: view.files.map(showFile),
    tasks: view.tasks.map((one) => showTask(one, withOutputs)),
    usage: { usd, timeMs, llmCalls },
    ...(view.error ? { error: showFailure(view.error) } : {}),
  };
  return { answer, structured };
}

/** An answer with signed links, for whoever calls. */
export function signedFor(c: AppContext, markdown: string): Promise<string> {
  const { wiring, holder } = c.var;
  const origin = originOf(c);
  return withSignedLinks(
    markdown,
    async (id) => (await signLink(wiring.ids, holder.tenant, id, origin, Date.now())).url,
  );
}

const showFile = ({ id, name, mediaType, bytes, url }: ResourceView) => ({ id, name, mediaType, bytes, url });
export const showFailure = ({ code, message, retryable }: Failure) => ({ code, message, retryable });

export function showValue(held: ValueView): z.output<typeof shownValue> {
  if (!("resource" in held)) return held;
  const { kind, resource, excerpt } = held;
  return { kind, file: showFile(resource), ...(excerpt === undefined ? {} : { text: excerpt }) };
}

function showTask(one: TaskView, withOutputs: boolean): RunSummaryView["tasks"][number] {
  const { id, task: type, status, notes, attempts, outputs, error } = one;
  const shown = Object.entries(outputs).map(([port, held]) => [port, showValue(held)] as const);
  return {
    ...{ id, task: type, status, notes: [...notes], model: attempts.at(-1)?.model ?? null },
    ...(withOutputs ? { outputs: Object.fromEntries(shown) } : {}),
    ...(error ? { error: showFailure(error) } : {}),
  };
}

/** The text for a run that has no answer yet. */
const UNENDED: Partial<Record<RunView["status"], string>> = {
  "awaiting-approval": "It waits for its plan to be approved.",
  paused: "It is paused: resume it with POST /v1/runs/{id}/resume, with a higher budget if that is used up.",
};

function inWords({ id, conversation, status, error }: RunView, answer: string | null): string {
  const tail = `Run ${id} of conversation ${conversation}: ${status}.`;
  if (error) return [`${error.code}: ${error.message}`, ...(answer === null ? [] : [answer]), tail].join("\n\n");
  if (answer !== null) return `${answer}\n\n${tail}`;
  return `${tail} ${UNENDED[status] ?? "It goes on by itself: call get_run with its id to see how it ends."}`;
}

/** A fenced block, which stays as it is, or the target of a Markdown link to a file. */
const LINK = new RegExp(
  String.raw`^(\`{3,})[^\n\`]*\n[\s\S]*?\n\1$|(?<=[^\\]\]\()/v1/resources/(${RESOURCE_ID})(?=\))`,
  "gm",
);
/** More are left as paths of the API, which need the caller's key. */
const MAX_SIGNED = 200;

/**
 * The answer with signed links to files, as paths mean nothing outside this API. Links in fenced blocks are left alone:
 * they quote other people's text, and a signature there would be given away.
 */
export async function withSignedLinks(markdown: string, sign: (id: ResourceId) => Promise<string>): Promise<string> {
  const named = [...markdown.matchAll(LINK)].flatMap(([, , id]) => id ?? []);
  const ids = [...new Set(named)].slice(0, MAX_SIGNED);
  const links = new Map(await Promise.all(ids.map(async (id) => [id, await sign(id)] as const)));
  return markdown.replaceAll(LINK, (path: string, _fence?: string, id?: string) => links.get(id ?? "") ?? path);
}
