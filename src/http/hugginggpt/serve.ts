import type { Result } from "../../domain/result.ts";
import type { AppContext } from "../context.ts";
import { planMessage } from "../plan-message.ts";
import { planView } from "../plan-view.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { type MessageBody, messageBody } from "../schemas/requests.ts";
import type { ResourceView, RunView } from "../schemas/views.ts";
import { type MessageWithFiles, type StartRequest, startRun } from "../start-run.ts";
import type { HuggingGptBody } from "./body.ts";
import {
  escapeHtml,
  type GivenDialogue,
  type HuggingGptDialogue,
  isPage,
  readDialogue,
  withoutMarkdown,
} from "./dialogue.ts";
import { mediaPathOf } from "./media-names.ts";
import { originalResults, originalTask } from "./original-shapes.ts";

/** The original web client waits 180 s; the rest is for the way. */
const WAIT_MS = 170_000;
/** Tasks that have not begun by then are left out, so that there is time to answer with the other results. */
const RUN_TIME_MS = 140_000;

/** Small talk: for a plan of one of these alone, the original server gives an answer in place of the plan. */
const SMALL_TALK: ReadonlySet<string> = new Set(["conversational", "open-question-answering"]);
const isSmallTalk = (tasks: readonly { readonly task: string }[]): boolean =>
  tasks.length === 0 || (tasks.length === 1 && tasks.every(({ task }) => SMALL_TALK.has(task)));

/** `/tasks` and `/results` are called by programs, which expect what the original gives: a plan, and never a question. */
const OF_A_PROGRAM = { isUnattended: true } as const;

/** `/tasks`: the plan, which does not run; small talk is answered. */
export async function answerTasks(c: AppContext, { messages }: HuggingGptBody): Promise<Response> {
  const { wiring, holder } = c.var;
  const dialogue = readDialogue(c, messages);
  const message = messageOf({ text: dialogue.asked, resources: [] });
  const asked = {
    ...{ holder, conversation: null, message, storeFiles: () => withStoredFiles(dialogue), hasHfToken: false },
    ...OF_A_PROGRAM,
  };
  const planned = await planMessage(wiring, asked, c.req.raw.signal);
  if (!planned.ok) return problem(c, planned.error);
  const { as, text, tasks } = planView(planned.value, wiring.ontology, message);
  if (as !== "plan") return say(c, withoutMarkdown(text ?? ""));
  if (isSmallTalk(tasks)) return answerDialogue(c, dialogue);
  const { paths } = await dialogue.storeFiles();
  return c.json(tasks.map((task) => originalTask(task, (id) => paths.get(id) ?? null)));
}

/** `/results`: the results of the tasks. */
export async function answerResults(c: AppContext, { messages }: HuggingGptBody): Promise<Response> {
  const dialogue = readDialogue(c, messages);
  const ran = await run(c, dialogue, OF_A_PROGRAM);
  if (!ran.ok) return problem(c, ran.error);
  const { paths } = await dialogue.storeFiles();
  if (isSmallTalk(ran.value.tasks)) return sayAnswer(c, ran.value, paths);
  const { ontology } = c.var.wiring;
  return c.json(originalResults(ran.value, { ontology, pathOf: (id) => paths.get(id) ?? null }));
}

/** `/hugginggpt`: the answer. */
export async function answerMessage(c: AppContext, { messages }: HuggingGptBody): Promise<Response> {
  return answerDialogue(c, readDialogue(c, messages));
}

async function answerDialogue(c: AppContext, dialogue: GivenDialogue): Promise<Response> {
  const ran = await run(c, dialogue, {});
  return ran.ok ? sayAnswer(c, ran.value, (await dialogue.storeFiles()).paths) : problem(c, ran.error);
}

async function withStoredFiles(dialogue: GivenDialogue): Promise<MessageWithFiles<MessageBody>> {
  const stored = await dialogue.storeFiles();
  return { message: messageOf(stored), history: stored.history };
}

function messageOf({ text, resources }: Pick<HuggingGptDialogue, "text" | "resources">): MessageBody {
  const parsed = messageBody.safeParse({ text, resources, budget: { timeMs: RUN_TIME_MS, onExhausted: "answer" } });
  if (!parsed.success) throw InvalidRequest.from("last message", parsed.error);
  return parsed.data;
}

/** The run of the last message, in a conversation of its own, once it has ended or `WAIT_MS` have passed. */
async function run(
  c: AppContext,
  dialogue: GivenDialogue,
  attendance: Pick<StartRequest, "isUnattended">,
): Promise<Result<RunView>> {
  const { wiring, holder, views } = c.var;
  const started = await startRun(wiring, {
    holder,
    conversation: null,
    message: messageOf({ text: dialogue.asked, resources: [] }),
    storeFiles: () => withStoredFiles(dialogue),
    idempotency: undefined,
    hfToken: null,
    ...attendance,
  });
  if (!started.ok) return started;
  const { id, conversation } = started.value.record;
  const wait = (): Promise<Result<typeof started.value.record>> =>
    wiring.conversation(holder.tenant, conversation).waitForEnd(id, WAIT_MS);
  // A restarted conversation breaks the calls to it.
  const ended = await wait().catch(wait);
  return ended.ok ? { ok: true, value: await views.run(ended.value) } : ended;
}

function sayAnswer(c: AppContext, run: RunView, paths: HuggingGptDialogue["paths"]): Response {
  if (run.answer === null) return say(c, textWithoutAnswer(run));
  const made = [...run.files, ...filesIn(run)].map((file) => [file.id, mediaPathOf(file)] as const);
  const known = new Map([...made, ...paths]);
  const pathOf = (address: string): string | null => known.get(address.replace(/^\/v1\/resources\//, "")) ?? null;
  return say(c, withoutMarkdown(run.answer, pathOf));
}

const filesIn = (run: RunView): readonly ResourceView[] =>
  run.tasks.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((value) => ("resource" in value ? [value.resource] : [])),
  );

function textWithoutAnswer({ id, endedAt, error }: RunView): string {
  if (endedAt !== null) return `This could not be done: ${error?.message ?? "nothing came of it"}`;
  return `This takes longer than can be waited for here. It goes on: its answer will be at /v1/runs/${id}.`;
}

function say(c: AppContext, words: string): Response {
  const message = words.trim();
  return c.json({ message: isPage(c) ? escapeHtml(message) : message });
}
