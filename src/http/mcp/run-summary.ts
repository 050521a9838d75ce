import * as z from "zod";
import { json } from "../schemas/plan.ts";
import { runView } from "../schemas/views.ts";

const { id, conversation, status, choices } = runView.shape;

const file = z.object({
  id: z.string(),
  name: z.string(),
  mediaType: z.string(),
  bytes: z.int(),
  url: z.string().describe("A signed link that expires within a day or so."),
});

export const failed = z.object({ code: z.string(), message: z.string(), retryable: z.boolean() });

export const shownValue = z.object({
  kind: z.string(),
  text: z.string().exactOptional(),
  data: json.exactOptional(),
  file: file.exactOptional(),
});

const task = z.object({
  id: z.int(),
  task: z.string(),
  status: z.string(),
  model: z.string().nullable().describe("Who does it, as `provider:model`; null before it began."),
  notes: z.array(z.string()),
  outputs: z.record(z.string(), shownValue).exactOptional().describe("By output port."),
  error: failed.exactOptional(),
});

/** A run as tools show it: only what a model needs to go on, as schemas and results fill its context. */
export const runSummary = z.object({
  run: id,
  conversation: conversation.describe("To go on with: pass it to run_request."),
  status,
  answer: z.string().nullable().describe("Markdown, with signed links."),
  choices,
  files: z.array(file).describe("What the tasks made."),
  tasks: z.array(task),
  usage: z.object({ usd: z.number(), timeMs: z.int(), llmCalls: z.int() }),
  error: failed.exactOptional(),
});
export type RunSummaryView = z.output<typeof runSummary>;
