import { CONVERSATION, EDGES, NEXT_RUN, PHOTO, RUN, SMALLER } from "./example.ts";

/** Files as the API shows them. */
export const PHOTO_FILE = {
  id: PHOTO,
  name: "photo.jpg",
  kind: "image",
  mediaType: "image/jpeg",
  bytes: 72996,
  sha256: "91b677d83baac14f4f67fc0e58e5e9c6a38ce7fe10c924e674f92dbde12f7435",
  createdAt: "2026-11-22T06:20:43.328Z",
  url: `https://impresario.example/v1/resources/${PHOTO}?t=00000000000a11ce&expires=1795417200&signature=070a0c46a33659c70d2da57292397047`,
  urlExpiresAt: "2026-11-23T07:00:00.000Z",
};

export const EDGES_FILE = {
  id: EDGES,
  name: "canny-control-0.png",
  kind: "image/canny",
  mediaType: "image/png",
  bytes: 4700,
  sha256: "1dc7399fcfe4db3c9fc82010c370b497e41d0d77a491a1853e3231c5d5c8e8c9",
  createdAt: "2026-11-22T06:20:44.008Z",
  url: `https://impresario.example/v1/resources/${EDGES}?t=00000000000a11ce&expires=1795417200&signature=fc2b760114e5584c9742f4001e10a1ed`,
  urlExpiresAt: "2026-11-23T07:00:00.000Z",
};

export const SMALLER_FILE = {
  id: SMALLER,
  name: "image-editing-0.png",
  kind: "image",
  mediaType: "image/png",
  bytes: 3655,
  sha256: "5fa1c323f7930c323a41a75e098bc4036245a9694d443a7ccef51a390d2f65cb",
  createdAt: "2026-11-22T06:20:50.987Z",
  url: `https://impresario.example/v1/resources/${SMALLER}?t=00000000000a11ce&expires=1795417200&signature=1c88a31dd3e6d2c367b6f35cc34936aa`,
  urlExpiresAt: "2026-11-23T07:00:00.000Z",
};

/** A run that has ended. */
export const ENDED_RUN = {
  id: RUN,
  conversation: CONVERSATION,
  status: "succeeded",
  queuePosition: 0,
  text: "Generate a canny image of photo.jpg",
  createdAt: "2026-11-22T06:20:43.453Z",
  endedAt: "2026-11-22T06:20:44.033Z",
  casting: {},
  budget: { timeMs: 1_800_000 },
  approval: "none",
  controller: "embedded",
  planVersion: 1,
  understanding: ['canny-control on photo.jpg, because of "canny".'],
  repairs: [],
  tasks: [
    {
      task: "canny-control",
      id: 0,
      dep: [-1],
      args: { image: PHOTO },
      status: "succeeded",
      candidates: [
        {
          provider: "embedded",
          model: "canny",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      ],
      attempts: [{ number: 1, model: "embedded:canny", startedAt: "2026-11-22T06:20:43.646Z", durationMs: 366 }],
      usage: { usd: 0, unpricedCalls: 0 },
      outputs: { image: { kind: "image/canny", resource: EDGES_FILE } },
      notes: [],
      startedAt: "2026-11-22T06:20:43.646Z",
      endedAt: "2026-11-22T06:20:44.012Z",
    },
  ],
  usage: { timeMs: 580, llmCalls: 0, tasks: 1, attempts: 1, usd: 0, unpricedCalls: 0 },
  answer: `**Canny control (photo.jpg):** [canny-control-0.png](/v1/resources/${EDGES})\n\nHow it was done:\n\n- canny-control: canny (embedded)\n`,
  files: [EDGES_FILE],
};

/** One whose plan waits for approval. */
export const WAITING_RUN = {
  id: RUN,
  conversation: CONVERSATION,
  status: "awaiting-approval",
  queuePosition: 0,
  text: "Generate a canny image of photo.jpg",
  createdAt: "2026-11-22T06:20:44.167Z",
  endedAt: null,
  casting: {},
  budget: { timeMs: 1_800_000 },
  approval: "none",
  controller: "embedded",
  planVersion: 1,
  understanding: ['canny-control on photo.jpg, because of "canny".'],
  repairs: [],
  tasks: [
    {
      task: "canny-control",
      id: 0,
      dep: [-1],
      args: { image: PHOTO },
      status: "waiting",
      candidates: [
        {
          provider: "embedded",
          model: "canny",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      ],
      attempts: [],
      usage: { usd: 0, unpricedCalls: 0 },
      outputs: {},
      notes: [],
      startedAt: null,
      endedAt: null,
    },
  ],
  usage: { timeMs: 44, llmCalls: 0, tasks: 1, attempts: 0, usd: 0, unpricedCalls: 0 },
  answer: null,
  files: [],
};

const [TASK] = WAITING_RUN.tasks;
const CANCELLED = { code: "cancelled", message: "Cancelled on request", retryable: false };

export const PAUSED_RUN = { ...WAITING_RUN, status: "paused" };
export const CANCELLED_RUN = {
  ...WAITING_RUN,
  ...{ status: "cancelled", endedAt: "2026-11-22T06:20:59.686Z", answer: CANCELLED.message, error: CANCELLED },
  tasks: [{ ...TASK, status: "cancelled", error: CANCELLED, endedAt: "2026-11-22T06:20:59.686Z" }],
};
export const APPROVED_RUN = { ...WAITING_RUN, status: "running", tasks: [{ ...TASK, status: "running" }] };

/** A further one in the same conversation. */
export const SECOND_RUN = {
  id: NEXT_RUN,
  conversation: CONVERSATION,
  status: "succeeded",
  queuePosition: 0,
  text: "Now make that image half as large",
  createdAt: "2026-11-22T06:20:50.900Z",
  endedAt: "2026-11-22T06:20:51.000Z",
  casting: {},
  budget: { timeMs: 1_800_000 },
  approval: "none",
  controller: "embedded",
  planVersion: 1,
  understanding: ['image-editing on canny-control-0.png, because of "make that".'],
  repairs: [],
  tasks: [
    {
      task: "image-editing",
      id: 0,
      dep: [-1],
      args: { image: EDGES, text: "make half as large" },
      status: "succeeded",
      candidates: [
        {
          provider: "embedded",
          model: "image-js",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      ],
      attempts: [{ number: 1, model: "embedded:image-js", startedAt: "2026-11-22T06:20:50.926Z", durationMs: 65 }],
      usage: { usd: 0, unpricedCalls: 0 },
      outputs: { image: { kind: "image", resource: SMALLER_FILE } },
      notes: ["Applied in order: scale by 0.5."],
      startedAt: "2026-11-22T06:20:50.926Z",
      endedAt: "2026-11-22T06:20:50.991Z",
    },
  ],
  usage: { timeMs: 100, llmCalls: 0, tasks: 1, attempts: 1, usd: 0, unpricedCalls: 0 },
  answer: `**Image editing (canny-control-0.png):** [image-editing-0.png](/v1/resources/${SMALLER})\n\nHow it was done:\n\n- image-editing: image-js (embedded); Applied in order: scale by 0.5.\n`,
  files: [SMALLER_FILE],
};
