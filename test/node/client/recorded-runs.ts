import type { EventBody, Planned, RunEvent, Values } from "../../../src/domain/events.ts";
import type { Binding, Plan } from "../../../src/domain/plan.ts";
import type { Repair } from "../../../src/domain/repair.ts";
import type { Resource } from "../../../src/domain/resources.ts";
import type { Selection } from "../../../src/domain/selection.ts";

export const STARTED_AT = Date.UTC(2026, 10, 20, 12);

const hex = (length: number, digit: string): string => digit.repeat(length);
export const RUN_ID = `run_${hex(20, "a")}${hex(8, "b")}${hex(16, "c")}`;
export const CONVERSATION_ID = `conv_${hex(20, "a")}${hex(16, "d")}`;

export const resource = (digit: string, name: string, mediaType: string, kind: Resource["kind"]): Resource => ({
  id: `res_${hex(40, digit)}${hex(16, "e")}`,
  name,
  kind,
  mediaType,
  bytes: 1234,
  sha256: hex(64, digit),
  createdAt: STARTED_AT,
  origin: { by: "upload" },
});

export const INVOICE = resource("1", "invoice.png", "image/png", "image");
export const SPEECH = resource("2", "summary.wav", "audio/wav", "audio");

const literal = (value: string): Binding => ({ from: "literal", value });
const from = (task: number, output = "text"): Binding => ({ from: "task", task, output });

export const INVOICE_PLAN: Plan = {
  tasks: [
    { id: 0, type: "optical-character-recognition", args: { image: { from: "resource", resource: INVOICE.id } } },
    { id: 1, type: "token-classification", args: { text: from(0) } },
    { id: 2, type: "question-answering", args: { question: literal("Who sent it?"), context: from(0) } },
    { id: 3, type: "summarization", args: { text: from(0) } },
    { id: 4, type: "text-to-speech", args: { text: from(3) } },
  ],
};

export const REPAIRS: readonly Repair[] = [
  { kind: "renamed", task: 3, port: null, message: 'Task 4: "sumarize" is summarization (93% sure)', certainty: 0.93 },
  { kind: "dropped", task: 5, port: null, message: "Task 6 does exactly what task 4 does, and was dropped" },
];

/** Numbers bodies from 1, `stepMs` apart. */
export const record = (bodies: readonly EventBody[], stepMs = 100): readonly RunEvent[] =>
  bodies.map((body, index) => ({ ...body, seq: index + 1, at: STARTED_AT + index * stepMs }));

export const begin = (text: string, planned: Planned, selection: Selection = {}): readonly EventBody[] => [
  {
    type: "run-start",
    data: { run: RUN_ID, text, attached: [INVOICE], approval: "none", budget: { timeMs: 1_800_000 } },
  },
  { type: "plan-start", data: { attempt: 1, deadline: STARTED_AT + 120_000, shard: 0 } },
  {
    type: "plan-end",
    data: { attempt: 1, version: 1, planned, controller: "embedded", fetched: [], referenced: [], durationMs: 3 },
  },
  ...(planned.as === "plan" ? [{ type: "selection-end", data: { version: 1, selection } } as const] : []),
];

export const taskStart = (task: number, model: string, attempt = 1): EventBody => ({
  type: "task-start",
  data: { task, attempt, deadline: STARTED_AT + 120_000, shard: 0, provider: "embedded", model },
});

export const taskEnd = (task: number, outputs: Values, attempt = 1): EventBody => ({
  type: "task-end",
  data: { task, attempt, status: "succeeded", outputs, notes: [] },
});

const text = (words: string): Values => ({ text: { as: "text", kind: "text", text: words } });

export const INVOICE_ANSWER = `It was sent by **Acme Ltd**; € 120.00 is due by 1 May. The summary is read aloud in [summary.wav](/v1/resources/${SPEECH.id}).`;

/** A run as the server tells it: text read, three tasks side by side, one of them tried twice, then speech. */
export const INVOICE_RUN: readonly RunEvent[] = record([
  ...begin("Read the text in invoice.png, tell me who sent it, and read a summary aloud", {
    as: "plan",
    plan: INVOICE_PLAN,
    notes: ["invoice.png is an image with text"],
  }),
  taskStart(0, "tesseract"),
  { type: "task-progress", data: { task: 0, attempt: 1, note: "line 3 of 6", fraction: 0.5 } },
  taskEnd(0, text("Acme Ltd\nInvoice 7\nTotal € 120.00")),
  taskStart(1, "entities"),
  taskStart(2, "answers"),
  taskStart(3, "textrank"),
  {
    type: "task-retry",
    data: {
      task: 2,
      attempt: 1,
      error: { code: "provider-unavailable", message: "It did not answer", retryable: true },
      lost: false,
      next: false,
      retryAt: STARTED_AT + 1_500,
    },
  },
  taskEnd(1, text("Acme Ltd (organization)")),
  taskEnd(3, text("An invoice of Acme Ltd.")),
  taskStart(2, "answers", 2),
  taskStart(4, "flite"),
  taskEnd(2, { answer: { as: "text", kind: "text", text: "Acme Ltd" } }, 2),
  taskEnd(4, { audio: { as: "resource", kind: "audio", resource: SPEECH } }),
  { type: "answer-start", data: { attempt: 1, deadline: STARTED_AT + 120_000, shard: 0 } },
  { type: "answer-delta", data: { attempt: 1, text: "It was sent by **Acme Ltd**" } },
  { type: "run-end", data: { status: "succeeded", answer: INVOICE_ANSWER } },
]);
