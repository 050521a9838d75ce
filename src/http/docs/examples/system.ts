import { answer, json, NO_BODY, ORIGIN, type RouteExamples } from "./example.ts";

export const SYSTEM_EXAMPLES: RouteExamples = {
  readIndex: {
    answer: answer({
      name: "Impresario",
      links: {
        health: "/v1/health",
        openapi: "/openapi.json",
        docs: "/docs",
        runs: "/v1/runs",
        plan: "/v1/plan",
        conversations: "/v1/conversations",
        resources: "/v1/resources",
        taskTypes: "/v1/task-types",
        models: "/v1/models",
        catalogue: "/v1/catalogue",
      },
    }),
  },
  readOpenApi: {
    answer: answer({
      openapi: "3.1.1",
      info: { title: "Impresario", version: "1" },
      servers: [{ url: ORIGIN }],
      paths: {},
    }),
  },
  readHealth: {
    answer: answer({
      status: "ok",
      auth: "keys",
      providers: { embedded: { models: 14, taskTypes: 15 } },
      controllers: { first: "auto", planning: "global", configured: ["embedded"] },
      taskTypes: { known: 50, available: 15 },
    }),
  },
  readUsage: {
    answer: answer({ storage: { usedBytes: 5000000, reservedBytes: 0, quotaBytes: 10737418240 } }),
  },
  listTaskTypes: {
    answer: answer({
      taskTypes: [
        {
          aliases: ["summarisation", "text-summarization", "abstractive-summarisation", "abstractive-summarization"],
          timeoutMs: 120000,
          converts: false,
          varies: false,
          area: "language",
          description: "Shorten a text to what matters",
          inputs: [
            {
              name: "text",
              kinds: ["text"],
              required: true,
              many: false,
              asks: false,
              aliases: ["inputs", "input", "input_text", "sentence", "prompt", "query"],
              description: "The text to work on",
            },
          ],
          outputs: [
            {
              name: "text",
              kinds: ["text"],
              required: true,
              many: false,
              asks: false,
              aliases: [],
              description: "The summary",
            },
          ],
          name: "summarization",
          endpoints: [
            {
              provider: "embedded",
              model: "impresario/textrank",
              grade: "stand-in",
              licence: "Apache-2.0 AND MIT",
              description:
                "The most central sentences of a text (TextRank); of an invoice, receipt or letter its parties, amounts and dates. English.",
            },
          ],
        },
      ],
    }),
  },
  readDocs: { answer: { status: 200, mediaType: "text/html" } },
  readDocsFile: { parameters: { file: "start.js" }, answer: { status: 200, mediaType: "text/javascript" } },
};

const KEY = {
  id: "0000002a",
  name: "the website",
  limits: { runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 },
  spentTodayUsd: 0.42,
  createdAt: "2026-11-22T06:20:51.105Z",
  usedAt: "2026-11-22T06:30:02.418Z",
  revokedAt: null,
};
const NEW_KEY = { ...KEY, id: "6b0c3f52", spentTodayUsd: 0, usedAt: null };
const SHOWN = "imp_00000000000a11ce_6b0c3f52_00112233445566778899aabbccddeeff";

export const KEY_EXAMPLES: RouteExamples = {
  listKeys: { answer: answer({ keys: [KEY] }) },
  makeKey: {
    body: json({ name: "the website", limits: { runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 } }),
    answer: answer({ ...NEW_KEY, key: SHOWN }, 201),
  },
  limitKey: {
    parameters: { keyId: "0000002a" },
    body: json({ runsPerMinute: 30, activeRuns: 4, usdPerDay: 5 }),
    answer: answer(KEY),
  },
  rotateKey: {
    parameters: { keyId: "0000002a" },
    body: json({ graceSeconds: 86400 }),
    answer: answer({ ...NEW_KEY, key: SHOWN }, 201),
  },
  revokeKey: { parameters: { keyId: "0000002a" }, answer: NO_BODY },
};
