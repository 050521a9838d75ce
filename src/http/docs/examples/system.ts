import { answer, type RouteExamples } from "./example.ts";
import { ORIGIN } from "./things.ts";

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
