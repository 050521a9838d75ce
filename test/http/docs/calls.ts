import type { JsonValue } from "../../../src/domain/json.ts";

/** A call of a route as the recorder makes it: names of `THINGS` in it stand for what the recorder has made. */
export interface DocumentedCall {
  /** In the path, the query and the headers, by name. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly body?: { readonly mediaType: string; readonly value: JsonValue };
}

const json = (value: JsonValue): NonNullable<DocumentedCall["body"]> => ({ mediaType: "application/json", value });

/** Parts the fields of the forms of the examples. */
export const FORM_BOUNDARY = "example";

/** A form with some fields and a file. */
function form(fields: Readonly<Record<string, string>>, field: string, name: string, content: string) {
  const parts = [
    ...Object.entries(fields).map(([one, value]) => `name="${one}"\r\n\r\n${value}`),
    `name="${field}"; filename="${name}"\r\n\r\n${content}`,
  ];
  const written = parts.map((part) => `--${FORM_BOUNDARY}\r\nContent-Disposition: form-data; ${part}\r\n`);
  return { mediaType: "multipart/form-data", value: `${written.join("")}--${FORM_BOUNDARY}--\r\n` };
}

/** What calls and answers are about, as the examples write it. */
export const THINGS = {
  run: "run_054daf7941971bb235102f17e606a4e7ed085d6fc294",
  conversation: "conv_054daf7941971bb235104229b5665da4db18",
  /** An upload. */
  photo: "res_0000000000000000000042dd6e531d06ed6abee3cfc5f1924e718195",
  /** An upload of text. */
  offer: "res_000000000000000000007b1c40e9d3a852f61e0b9c2d8f4a7e35b0c1",
  /** What the run made. */
  edges: "res_054daf7941971bb23510080ced6e1947870d4c45d18839c3a4ee38ad",
  hook: "hook_00000000000a11ce3f9d1c07a2b86e5d40f1c9d27be0a4836f15",
  webhook: "whe_5c0e7d1f2a9b4836e0d1",
  webhookUrl: "https://shop.example.com/webhooks/impresario",
  delivery: "msg_054daf7941971bb235107e2a90c4d1f38b6a5c02d37c19f04be856a2",
  modelUrl: "https://models.example.com/caption",
  /** One that waits with a check-in, and one that has ended. */
  goal: "goal_4d2c91b07fe35a8841c63f0e9b7d25a01c88",
  endedGoal: "goal_a07c5e1d93b248f6607d1e92c4835bf6d011",
} as const;
export type Thing = keyof typeof THINGS;

const { run, conversation, photo, hook, webhook, delivery, goal, endedGoal } = THINGS;
export const CANNY_REQUEST = "Generate a canny image of photo.jpg";

const MESSAGE = json({ text: CANNY_REQUEST, resources: [photo] });
const LIMITS = { runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 };
const HOOK_SECRET = "an example of a secret";
/** The files that were made, as the form of an answer. */
const FILES = {
  type: "object",
  properties: {
    files: {
      type: "array",
      items: {
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" } },
        required: ["id", "name"],
      },
    },
  },
  required: ["files"],
};
const DIALOGUE = json({ messages: [{ role: "user", content: `Generate a canny image of /images/${photo}.jpg` }] });
const MEDIA_FILE = { parameters: { name: `${photo}.png` } };

/** What the examples' goal is about. */
export const GOAL_REQUEST = "Sum up the offers, so that they can be compared";

/** A call of each route, by its name, in the order in which they are made. */
export const CALLS: Readonly<Record<string, DocumentedCall>> = {
  startRun: { parameters: { Prefer: "wait=30" }, body: MESSAGE },
  readRun: { parameters: { id: run } },
  streamEvents: { parameters: { id: run, "Last-Event-ID": "4" } },
  readReport: { parameters: { id: run } },
  approvePlan: { parameters: { id: run }, body: json({ planVersion: 1, decision: "reject" }) },
  cancelRun: { parameters: { id: run } },
  pauseRun: { parameters: { id: run } },
  resumeRun: { parameters: { id: run }, body: json({ budget: { timeMs: 600_000 } }) },
  planRequest: { body: MESSAGE },
  openConversation: { body: json({ title: "Photos" }) },
  listConversations: { parameters: { limit: "20" } },
  readConversation: { parameters: { id: conversation } },
  renameConversation: { parameters: { id: conversation }, body: json({ title: "Edges of photos" }) },
  postMessage: {
    parameters: { id: conversation, Prefer: "wait=30" },
    body: json({
      text: "Now make that image half as large",
      response_format: { type: "json_schema", json_schema: { name: "made", schema: FILES } },
    }),
  },
  deleteConversation: { parameters: { id: conversation } },
  uploadResource: {
    parameters: { "X-Filename": "notes.txt" },
    body: { mediaType: "text/plain", value: "Bees make honey. They make it from nectar." },
  },
  readResource: { parameters: { id: photo } },
  listModels: { parameters: { task: "automatic-speech-recognition", licence: "permissive", limit: "1" } },
  readModel: { parameters: { id: "openai/whisper-tiny" } },
  addModel: {
    body: json({
      id: "our/captioner",
      task: "image-to-text",
      url: THINGS.modelUrl,
      licence: "apache-2.0",
      scores: [{ benchmark: "COCO Captions", split: "test", metric: "cider", value: 133.2 }],
    }),
  },
  listOwnModels: {},
  removeModel: { parameters: { id: "our/captioner" } },
  readCatalogue: {},
  readGraph: { parameters: { center: "task:automatic-speech-recognition", depth: "1", limit: "2" } },
  listKeys: {},
  makeKey: { body: json({ name: "the website", limits: LIMITS }) },
  limitKey: { parameters: { keyId: "0000002a" }, body: json(LIMITS) },
  rotateKey: { parameters: { keyId: "0000002a" }, body: json({ graceSeconds: 86_400 }) },
  revokeKey: { parameters: { keyId: "0000002a" } },
  readIndex: {},
  readOpenApi: {},
  readHealth: {},
  readUsage: {},
  listTaskTypes: {},
  readDocs: {},
  readDocsFile: { parameters: { file: "start.js" } },
  askHuggingGpt: { body: DIALOGUE },
  planHuggingGpt: { body: DIALOGUE },
  runHuggingGpt: { body: DIALOGUE },
  readHuggingGptImages: MEDIA_FILE,
  readHuggingGptAudios: MEDIA_FILE,
  readHuggingGptVideos: MEDIA_FILE,
  createHook: {
    body: json({
      name: "triage",
      source: "shared-secret",
      template: "Summarize {{body.issue.body}} and classify its sentiment",
      only: { "body.action": ["opened"] },
      secret: HOOK_SECRET,
    }),
  },
  listHooks: {},
  readHook: { parameters: { id: hook } },
  receiveHook: {
    parameters: { id: hook, "X-Hook-Secret": HOOK_SECRET, "Idempotency-Key": "delivery-1" },
    body: json({ action: "opened", issue: { number: 7, body: "The app crashes whenever I open a large file." } }),
  },
  rotateHookSecret: {
    parameters: { id: hook },
    body: json({ secret: "another example of one", overlapSeconds: 3600 }),
  },
  deleteHook: { parameters: { id: hook } },
  listParkedDeliveries: { parameters: { state: "parked" } },
  listGoalDeliveries: { parameters: { id: endedGoal } },
  listRunDeliveries: { parameters: { id: run, state: "delivered" } },
  replayDelivery: { parameters: { id: delivery } },
  addWebhook: {
    body: json({
      url: THINGS.webhookUrl,
      description: "Tells the shop",
      events: ["run.succeeded", "run.partial", "run.failed"],
    }),
  },
  listWebhooks: {},
  readWebhook: { parameters: { id: webhook } },
  rotateWebhook: { parameters: { id: webhook }, body: json({}) },
  enableWebhook: { parameters: { id: webhook } },
  removeWebhook: { parameters: { id: webhook } },
  callMcp: {
    parameters: { Accept: "application/json, text/event-stream" },
    body: json({
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: { name: "search_models", arguments: { task: "asr", licence: "permissive", limit: 3 } },
    }),
  },
  resumeMcp: { parameters: { "Last-Event-ID": "WzEsbnVsbF0=", "Mcp-Session-Id": "0".repeat(32) } },
  readProtectedResource: {},
  readMcpProtectedResource: {},
  registerClient: { body: json({ client_name: "Somebody", redirect_uris: ["http://127.0.0.1:33418/callback"] }) },
  completeChat: {
    body: json({
      model: "impresario",
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: CANNY_REQUEST },
            { type: "file", file: { file_id: photo } },
          ],
        },
      ],
      metadata: { constraints: '{"licence":{"allow":["permissive"]}}' },
    }),
  },
  createResponse: {
    body: json({ model: "impresario", input: "Summarize: Bees make honey. They make it from nectar." }),
  },
  readResponse: { parameters: { id: run } },
  listInputItems: { parameters: { id: run } },
  cancelResponse: { parameters: { id: run } },
  deleteResponse: { parameters: { id: run } },
  speak: { body: json({ model: "impresario", input: "Good morning" }) },
  embed: { body: json({ model: "impresario", input: ["Bees make honey"], encoding_format: "base64" }) },
  drawImages: { body: json({ model: "impresario", prompt: "A bee on a flower" }) },
  editImage: {
    body: form({ model: "impresario", prompt: "Make it a painting" }, "image", "photo.pgm", "P2 2 2 9 0 9 9 0"),
  },
  transcribe: { body: form({ model: "impresario" }, "file", "talk.txt", "The sound") },
  uploadOpenAiFile: { body: form({ purpose: "user_data" }, "file", "notes.txt", "Bees make honey.") },
  listOpenAiFiles: { parameters: { limit: "2" } },
  readOpenAiFile: { parameters: { id: photo } },
  readOpenAiFileContent: { parameters: { id: photo } },
  deleteOpenAiFile: { parameters: { id: photo } },
  listOpenAiModels: {},
  readOpenAiModel: { parameters: { model: "impresario-embedded" } },
  startGoal: {
    parameters: { Prefer: "wait=30" },
    body: json({
      goal: GOAL_REQUEST,
      resources: [THINGS.offer],
      budget: { usd: 2, timeMs: 1_800_000 },
      checkIns: { plan: true },
    }),
  },
  listGoals: { parameters: { limit: "20" } },
  readGoal: { parameters: { id: endedGoal } },
  streamGoalEvents: { parameters: { id: endedGoal, "Last-Event-ID": "4" } },
  readGoalReport: { parameters: { id: endedGoal } },
  answerCheckIn: {
    parameters: { id: goal },
    body: json({ checkIn: 1, decision: "change", words: "Leave out the warranty" }),
  },
  pauseGoal: { parameters: { id: goal } },
  resumeGoal: { parameters: { id: goal }, body: json({ budget: { usd: 3 } }) },
  cancelGoal: { parameters: { id: goal } },
  deleteGoal: { parameters: { id: goal } },
};
