import { AppError, type Failure, failure } from "../../domain/errors.ts";
import type { CheckInDecision } from "../../domain/goal/events.ts";
import { type GoalState, goalStatusOf } from "../../domain/goal/state.ts";
import { baseKind } from "../../domain/kinds.ts";
import { escapeMarkdown } from "../../domain/markdown.ts";
import type { Result } from "../../domain/result.ts";
import { roundedUsd } from "../../domain/usage.ts";
import { readConsent } from "../../planning/confirmation.ts";
import type { GoalRecord } from "../../rpc/goals.ts";
import { type AppContext, originOf } from "../context.ts";
import { goalProgress } from "../goal-progress.ts";
import { InvalidRequest, problem } from "../problem.ts";
import { readIdempotency } from "../request-headers.ts";
import { findGoal, type NamedGoal } from "../routes/goal-of.ts";
import { followGoalToRest } from "../run-events.ts";
import { checkInAnswerBody, type GoalBody, goalBody } from "../schemas/goals.ts";
import { startGoal, withStored } from "../start-goal.ts";
import { answerLinks } from "./answer-links.ts";
import { type ClientDisconnect, type CompletionIdentity, cancelOnDisconnect } from "./chat-run.ts";
import { NO_RETRY } from "./completion.ts";
import { brokenOff, Refused, runError } from "./errors.ts";
import { importFiles } from "./import-files.ts";
import { type ChatDialogue, readMessages } from "./messages.ts";
import { PlainLines } from "./progress.ts";
import { type GoalOptions, ignoredIn, READ_FOR_GOALS, type ReadBody, readGoalOptions } from "./read-request.ts";
import { untold } from "./read-tools.ts";
import type { ChatBody, ChatCompletion, ChatMetadata, ChatUsage, OpenAiError } from "./schemas.ts";
import { ChunkWriter, errorFrame, streamFrames } from "./stream.ts";

/** A goal that was begun or goes on, with what it takes to answer the request. */
interface ChatGoal {
  readonly identity: CompletionIdentity;
  readonly goal: NamedGoal;
  /** The `seq` of the last event that the request does not tell of. */
  readonly after: number;
  readonly options: GoalOptions;
  readonly disconnect: ClientDisconnect;
}

/** Pursues the user's last messages as a goal, or answers the question of one; waits until it has ended or asks. */
export async function completeGoal(c: AppContext, { body, strings, digest }: ReadBody<ChatBody>): Promise<Response> {
  const options = readGoalOptions(body, strings);
  const dialogue = readMessages(body.messages, strings);
  const idempotency = await readIdempotency(c, digest);
  const begun = options.answers
    ? await answerQuestion(c, options.answers, options.decision, dialogue.asked.text)
    : await begin(c, options, dialogue, idempotency);
  if (!begun.ok) return problem(c, begun.error);

  const { id, state } = begun.value;
  c.header("X-Impresario-Goal", id);
  const ignored = [
    ...(dialogue.before.length > 0 && !options.answers ? ["messages.earlier"] : []),
    ...ignoredIn(body, untold(body), READ_FOR_GOALS),
  ];
  if (ignored.length > 0) c.header("X-Impresario-Ignored", ignored.join(", "));
  const goal = await findGoal(c, id);
  const chatGoal: ChatGoal = {
    ...{ goal, options, after: options.answers ? state.seq : 0 },
    identity: { id, model: body.model, created: Math.floor(state.startedAt / 1000) },
    // A client that sends an Idempotency-Key may come back for the goal.
    disconnect: cancelOnDisconnect(c, id, () => goal.rpc.cancel(), options.isDetached ?? idempotency !== undefined),
  };
  return body.stream === true ? streamFrames(c, chatGoal.disconnect, chunksOf(c, chatGoal)) : wholeAnswer(c, chatGoal);
}

/** Begins a goal of the last messages and the files in them; what was said before is not part of it. */
async function begin(
  c: AppContext,
  options: GoalOptions,
  dialogue: ChatDialogue,
  idempotency: Awaited<ReturnType<typeof readIdempotency>>,
): Promise<Result<GoalRecord>> {
  const { wiring, holder } = c.var;
  await refuseOpenQuestion(c, dialogue);
  bodyOf({ ...options.fields, goal: dialogue.asked.text });
  const started = await withStored(wiring, holder, async (stored) => {
    const { text: goal, resources } = await importFiles(c, { ...dialogue, before: [] }, null, stored);
    const body = bodyOf({ ...options.fields, goal, resources });
    return startGoal(wiring, { holder, body, idempotency, origin: originOf(c), signal: c.req.raw.signal });
  });
  return started.ok ? { ok: true, value: started.value.record } : started;
}

/** @throws {InvalidRequest} with the parts of the chat request that are at fault */
function bodyOf(fields: object): GoalBody {
  const read = goalBody.safeParse(fields);
  if (read.success) return read.data;
  const issues = InvalidRequest.from("body", read.error).issues.map(({ path, message }) => ({
    path: path === "goal" || path.startsWith("resources") ? "messages" : path,
    message,
  }));
  throw new InvalidRequest("The request cannot be pursued", issues);
}

const QUESTION = /Question (\d{1,7}) of (goal_[0-9a-f]{36})/g;

/** Stated where the question is put, and read there again. */
const questionName = (id: string, checkIn: number): string => `Question ${checkIn} of ${id}`;

const howToAnswer = (id: string, checkIn: number): string =>
  `To answer it, send \`metadata: {"goal": "${id}", "checkIn": "${checkIn}"}\` with the message \`yes\`, or with \`"decision": "stop"\`, or with \`"decision": "change"\` and a message that says what is to be different. \`POST /v1/goals/${id}/approve\` takes the answer as well.`;

/**
 * What follows an open question may be its answer, or something new: a text alone does not say which question a person saw.
 * @throws {Refused} which says how to answer
 */
async function refuseOpenQuestion(c: AppContext, { before }: ChatDialogue): Promise<void> {
  const last = before.at(-1);
  // The last, as the question itself comes before its name.
  const [, number, id] = (last?.role === "assistant" && [...last.text.matchAll(QUESTION)].at(-1)) || [];
  if (id === undefined) return;
  const part = await c.var.wiring.ids.readGoal(c.var.holder.tenant, id);
  const goal = part === null ? null : await c.var.wiring.goal(c.var.holder.tenant, part).read();
  const asked = goal?.ok ? goal.value.state.checkIn : null;
  if (!asked || asked.id !== Number(number)) return;
  throw new Refused("invalid-request", "metadata", `The goal ${id} waits. ${howToAnswer(id, asked.id)}`);
}

/** @throws {Refused} for a message that does not say what is decided */
async function answerQuestion(
  c: AppContext,
  { goal: id, checkIn }: NonNullable<GoalOptions["answers"]>,
  given: CheckInDecision | null,
  words: string,
): Promise<Result<GoalRecord>> {
  const { rpc } = await findGoal(c, id);
  const decision = given ?? (readConsent(words) === "yes" ? "approve" : null);
  if (decision === null) {
    const message = `The message does not say yes. ${howToAnswer(id, checkIn)}`;
    throw new Refused("invalid-request", "decision", message);
  }
  const answer = checkInAnswerBody.safeParse({ checkIn, decision, ...(decision === "change" ? { words } : {}) });
  if (!answer.success) throw InvalidRequest.from("body", answer.error);
  return rpc.answer({
    id: checkIn,
    decision,
    ...(answer.data.words === undefined ? {} : { words: answer.data.words }),
  });
}

async function wholeAnswer(c: AppContext, chatGoal: ChatGoal): Promise<Response> {
  const { identity, goal, disconnect } = chatGoal;
  try {
    for await (const _ of eventsOf(chatGoal)) {
      // Until the last one: the goal has ended then, or waits for a person.
    }
    const state = await stateOf(goal);
    const failed = failureOf(state);
    if (failed) return c.json({ error: failed }, failed.code === "budget-exceeded" ? 402 : 400, NO_RETRY);
    const content = await wordsOf(c, state);
    const answer: ChatCompletion = {
      ...{ ...identity, object: "chat.completion", usage: usageOf(state), metadata: metadataOf(state) },
      choices: [
        {
          ...{ index: 0, logprobs: null, finish_reason: "stop" },
          message: { role: "assistant", content, refusal: null },
        },
      ],
    };
    return c.json(answer);
  } catch (thrown) {
    // Nobody reads this answer.
    if (disconnect.signal.aborted) return problem(c, failure("cancelled", "The client has left"));
    return c.json({ error: brokenOff(c, thrown) }, 400, NO_RETRY);
  } finally {
    disconnect.end();
  }
}

async function* chunksOf(c: AppContext, chatGoal: ChatGoal): AsyncGenerator<string, void> {
  const { identity, goal, options } = chatGoal;
  const writer = new ChunkWriter(identity, options);
  const lines = new PlainLines();
  yield writer.begin({ goal: goal.id });
  for await (const event of eventsOf(chatGoal)) yield* writer.line(lines.take(goalProgress(event)));
  const state = await stateOf(goal);
  const failed = failureOf(state);
  if (failed) return yield errorFrame(failed);
  yield* writer.text(await wordsOf(c, state));
  yield* writer.end(metadataOf(state), usageOf(state));
}

const eventsOf = ({ goal, after, disconnect }: ChatGoal) =>
  followGoalToRest(() => goal.rpc, { after, signal: disconnect.signal });

async function stateOf({ rpc }: NamedGoal): Promise<GoalState> {
  // A restarted goal breaks the calls to it.
  const read = await rpc.read().catch(() => rpc.read());
  if (!read.ok) throw new AppError(read.error.code, read.error.message, read.error);
  return read.value.state;
}

/** The error that a failed or cancelled goal is answered with; null for one that has an answer, or waits. */
function failureOf({ end, steps }: GoalState): OpenAiError | null {
  if (!end || (end.status !== "failed" && end.status !== "cancelled")) return null;
  const error: Failure | undefined = end.error ?? [...steps.values()].find((step) => step.error)?.error ?? undefined;
  return runError({
    code: error?.code ?? (end.status === "cancelled" ? "cancelled" : "internal"),
    message: end.answer,
  });
}

/** The answer with links that need no key, or the question that the goal waits with. */
async function wordsOf(c: AppContext, state: GoalState): Promise<string> {
  const { id, end, checkIn, results } = state;
  if (checkIn)
    return `${escapeMarkdown(checkIn.message)}\n\n${questionName(id, checkIn.id)}. ${howToAnswer(id, checkIn.id)}`;
  if (!end) return `The goal ${id} is ${goalStatusOf(state)}: \`POST /v1/goals/${id}/resume\` goes on with it.`;
  const pictures = new Set(
    [...results.values()].flatMap(({ value }) =>
      value.as === "resource" && baseKind(value.kind) === "image" ? [value.resource.id] : [],
    ),
  );
  const links = answerLinks(c, (file) => pictures.has(file));
  return (await links.push(end.answer)) + (await links.end());
}

const metadataOf = ({ id, checkIn }: GoalState): ChatMetadata => ({
  goal: id,
  ...(checkIn ? { checkIn: checkIn.id } : {}),
});

/** What its runs took so far, as far as the providers of their models told. */
function usageOf({ spent: { usd, tokens = {} } }: GoalState): ChatUsage {
  const [prompt_tokens, completion_tokens] = [tokens.inputTokens ?? 0, tokens.outputTokens ?? 0];
  return {
    ...{ prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens, cost: roundedUsd(usd) },
  };
}
