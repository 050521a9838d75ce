import { EDGES_FILE, SMALLER_FILE } from "./files.ts";
import { CONVERSATION, EDGES, NEXT_RUN, PHOTO, RUN, SMALLER } from "./things.ts";

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
