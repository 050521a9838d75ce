import { EDGES, PHOTO, RUN } from "./example.ts";

/** What a request would come to. */
export const PLAN = {
  as: "plan",
  text: null,
  controller: "embedded",
  understanding: ['canny-control on photo.jpg, because of "canny".'],
  understood: {
    parts: {
      instruction: ["Find the edges in photo.jpg."],
      texts: [],
      questions: [],
      files: ["photo.jpg"],
      urls: [],
      tables: [],
      categories: [],
      languages: { source: [], target: [] },
    },
    constraints: {},
    budget: {},
    given: null,
    conditions: [],
    confidence: 0.823740333024878,
    reasons: [{ task: 0, words: ["canny"] }],
  },
  tasks: [
    {
      task: "canny-control",
      id: 0,
      dep: [-1],
      args: { image: PHOTO },
      candidates: [
        {
          provider: "embedded",
          model: "canny",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      ],
      estimates: [0],
    },
  ],
  estimate: 0,
  budget: {
    usd: { estimate: 0, limit: null, isEnough: true },
    llmCalls: { estimate: 0, limit: null, isEnough: true },
    tasks: { estimate: 1, limit: null, isEnough: true },
    timeMs: { estimate: 319, limit: 1800000, isEnough: true },
  },
  repairs: [],
  changed: { nodes: 0, links: 0 },
  proof: {
    levels: [[0]],
    tasks: [
      {
        task: 0,
        preconditions: [{ atom: "(at-hand photo-jpg)", establishedBy: "the file photo.jpg, which is at hand" }],
      },
    ],
    pddl: {
      domain:
        "; Areas: image-understanding. Compiled from the table of task types.\n; A task happens once all that its inputs are bound to is at hand; then its outputs are at hand as well.\n(define (domain …",
      problem:
        '(define (problem plan)\n  (:domain impresario-image-understanding)\n  (:objects\n    task-0 - canny-control-task\n    task-0-image - image-canny\n    photo-jpg - image ; "photo.jpg"\n  )\n  (:init\n    (at-hand photo-jpg)\n    (canny-control-gives-image task-0 task-0-image)\n    (canny-control-takes-image task-0 photo-jpg)\n  )\n  (:goal (and (done task-0))))\n',
      solution: "(canny-control task-0 photo-jpg task-0-image)\n; cost = 1 (unit cost)\n",
    },
  },
};

/** The explanation of a run. */
export const REPORT = {
  run: RUN,
  request: "Generate a canny image of photo.jpg",
  status: "succeeded",
  startedAt: "2026-11-22T06:20:43.453Z",
  controller: "embedded",
  casting: {},
  understanding: ['canny-control on photo.jpg, because of "canny".'],
  understood: PLAN.understood,
  planVersion: 1,
  repairs: [],
  changed: { nodes: 0, links: 0 },
  proof: PLAN.proof,
  levels: [[0]],
  tasks: [
    {
      id: 0,
      type: "canny-control",
      description: "Draw a map of an image: edges (Canny 1986)",
      inputs: { image: "photo.jpg" },
      waitsFor: [],
      status: "succeeded",
      model: "embedded:canny",
      candidates: [
        {
          provider: "embedded",
          model: "canny",
          reason: "Runs inside the Worker, as good as any for this task; licence mit; no learnt weights; free",
        },
      ],
      attempts: [{ model: "embedded:canny", startMs: 193, durationMs: 366, error: null }],
      outputs: { image: `[canny-control-0.png](/v1/resources/${EDGES})` },
      notes: [],
      cost: { usd: 0, unpricedCalls: 0, estimatedUsd: null },
      error: null,
    },
  ],
  criticalPath: { tasks: [0], durationMs: 366 },
  usage: { timeMs: 580, llmCalls: 0, attempts: 1, usd: 0, unpricedCalls: 0 },
  budget: { timeMs: 1800000, onExhausted: "ask" },
  stepCosts: {
    plan: { usd: 0, unpricedCalls: 0, estimatedUsd: null },
    answer: { usd: 0, unpricedCalls: 0, estimatedUsd: null },
  },
  files: [
    {
      id: EDGES,
      name: "canny-control-0.png",
      kind: "image/canny",
      mediaType: "image/png",
      bytes: 4700,
      sha256: "1dc7399fcfe4db3c9fc82010c370b497e41d0d77a491a1853e3231c5d5c8e8c9",
    },
  ],
  answer: `**Canny control (photo.jpg):** [canny-control-0.png](/v1/resources/${EDGES})\n\nHow it was done:\n\n- canny-control: canny (embedded)\n`,
  error: null,
};
