import * as z from "zod";
import type { JsonValue } from "../../../domain/json.ts";
import { MAX_WAIT_S, readHfToken } from "../../request-headers.ts";
import { findConversation, findRun } from "../../routes/conversation-of.ts";
import { type MessageBody, messageBody } from "../../schemas/requests.ts";
import { startRun } from "../../start-run.ts";
import { type AttachmentStore, attachments, createAttachmentStore, storeAll } from "../attachments.ts";
import { awaitRun, DEFAULT_WAIT_S } from "../await-run.ts";
import { answerRun } from "../run-answer.ts";
import { runSummary } from "../run-summary.ts";
import { bookingOf } from "../session.ts";
import { invalidArguments, type ToolAnswer, type ToolCall, tool, unwrap } from "../tool.ts";

/** The fields that a message and a tool have in common. */
const { text, plan, constraints, selection, controller, planning, budget } = messageBody.shape;
export const asked = { plan, constraints, selection, controller, planning, budget };

export const requestText = text.describe("What is wanted, in plain words; files are named as they are called.");
export const requestFiles = attachments.default([]).describe("What the text is about, in the order it is meant.");
export const conversationId = z
  .string()
  .max(200)
  .exactOptional()
  .describe("The id of one to go on with: its log and its files may be meant.");
export const waitSeconds = z
  .int()
  .min(0)
  .max(MAX_WAIT_S)
  .default(DEFAULT_WAIT_S)
  .describe("Seconds to wait for the end; after that the run goes on, and get_run tells how it ends.");

export const runRequest = tool({
  name: "run_request",
  title: "Run a request",
  description:
    "Plans a request in plain words as a graph of AI tasks on text, images, audio, video, documents and tables, runs it on expert models, and answers. Files that it makes come as links. It goes on with a conversation by its id.",
  input: z.strictObject({
    text: requestText,
    resources: requestFiles,
    conversation: conversationId,
    ...asked,
    wait: waitSeconds,
  }),
  output: runSummary,
  isReadOnly: false,
  run: async (input, call) => {
    const { wait, conversation, resources, ...message } = input;
    const storeFiles = async (store: AttachmentStore) => ({ resources: await storeAll(store, resources) });
    return runMessage(call, { input, message, storeFiles, conversation, waitMs: wait * 1000, withOutputs: false });
  },
});

/** The files of a message by their ids, and a plan that names them. */
interface Files {
  readonly resources: string[];
  readonly plan?: JsonValue[];
}

interface MessageRun {
  /** The arguments as they came, to recognise a repeat. */
  readonly input: unknown;
  readonly message: Omit<MessageBody, "resources" | "approval">;
  /** Stores the files that came inside the call. */
  readonly storeFiles: (store: AttachmentStore) => Promise<Files>;
  readonly conversation?: string | undefined;
  readonly waitMs: number;
  readonly withOutputs: boolean;
}

/** Starts a run of a message, and answers with the run once it has ended or the wait is over. */
export async function runMessage(call: ToolCall, { message, conversation, ...rest }: MessageRun): Promise<ToolAnswer> {
  const { c, era, session, requestId, signal } = call;
  const { wiring, holder, views } = c.var;
  const found = conversation === undefined ? null : await findConversation(c, conversation);
  const bodyWith = (files: Files): MessageBody => {
    const body = messageBody.safeParse({ ...message, ...files });
    if (!body.success) throw invalidArguments(body.error);
    return body.data;
  };
  const started = await startRun(wiring, {
    ...{ holder, conversation: found, message: bodyWith({ resources: [] }), hfToken: readHfToken(c) },
    storeFiles: async () => {
      const files = await rest.storeFiles(createAttachmentStore(c));
      // In this era, a client that disconnected has cancelled the call.
      if (era === "modern") signal.throwIfAborted();
      return { message: bodyWith(files) };
    },
    idempotency: session === null ? undefined : await bookingOf(session, requestId, rest.input),
  });
  const { record } = unwrap(started);
  const ended = await awaitRun(call, { record, waitMs: rest.waitMs, isOurs: true });
  return answerRun(call, await views.run(ended), rest.withOutputs);
}

export const getRun = tool({
  name: "get_run",
  title: "Look at a run",
  description: "Status, answer, files and tasks of a run with what each task made; waits for its end if asked to.",
  input: z.strictObject({
    run: z.string().min(1).max(200).describe("The id of the run."),
    wait: waitSeconds.removeDefault().default(0),
  }),
  output: runSummary,
  isReadOnly: true,
  run: async ({ run, wait }, call) => {
    const { id, part } = await findRun(call.c, run);
    const record = { id, conversation: part };
    const found = await awaitRun(call, { record, waitMs: wait * 1000, isOurs: false });
    return answerRun(call, await call.c.var.views.run(found), true);
  },
});
