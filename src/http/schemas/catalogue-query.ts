import * as z from "zod";
import { MAX_CURSOR_CHARS, MAX_DEPTH, MAX_NODES, MODEL_ORDERS, readNode } from "../../catalogue/query/index.ts";
import { PROVIDERS } from "../../domain/provider-names.ts";

const MAX_PAGE = 100;
/** Longer than any name that a catalogue holds. */
const MAX_NAME_CHARS = 200;

const name = z.string().trim().min(1).max(MAX_NAME_CHARS);
const count = z
  .string()
  .regex(/^\d{1,15}(?:\.\d{1,9})?(?:e\d{1,2})?$/i, 'must be a number such as "7e9"')
  .transform(Number);
/** At most four parts: "en", "pt-BR", "zh-Hant-TW", "mul". */
const language = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i, 'must be a language tag of BCP 47, such as "de" or "pt-BR"');
const ORDERS = MODEL_ORDERS.flatMap((order) => [order, `-${order}`] as const);

export const modelsQuery = z
  .strictObject({
    q: name.optional().describe("Words that all stand in the id or the description."),
    task: name.optional().describe("A task type, in any of its spellings."),
    licence: name
      .transform((list) => list.split(",").map((licence) => licence.trim()))
      .optional()
      .describe(
        "Licences or families (permissive, open-source, non-commercial …), one of which it is under for sure; commas between.",
      ),
    minParameters: count.optional(),
    maxParameters: count.optional().describe("Where its size is known for sure."),
    language: language.optional().describe("BCP 47. Who knows a language is taken to know its variants."),
    organization: name.optional(),
    benchmark: name.optional().describe("A benchmark in your words, on which the model has a figure."),
    provider: z.enum(PROVIDERS).optional(),
    availability: z.enum(["here", "elsewhere"]).optional().describe("`here`: this deployment can call it now."),
    order: z
      .enum(ORDERS)
      .optional()
      .describe(
        "What most look for comes first: what can be called here now, most downloads and likes, fewest parameters, the best figure; `-` turns it round. What is unknown is last. By `match` where `q` is given, else by `downloads`.",
      ),
    limit: z.coerce.number().int().min(1).max(MAX_PAGE).default(20),
    cursor: z.string().max(MAX_CURSOR_CHARS).optional().describe("The `next` of the page before."),
  })
  .refine(({ order, benchmark }) => benchmark !== undefined || !order?.endsWith("benchmark"), {
    path: ["order"],
    message: "needs a `benchmark`",
  })
  .refine(({ order, q }) => q !== undefined || !order?.endsWith("match"), { path: ["order"], message: "needs a `q`" });

export const graphQuery = z.strictObject({
  center: z
    .string()
    .max(MAX_NAME_CHARS)
    .transform((text, context) => {
      const node = readNode(text);
      if (node) return node;
      context.addIssue({ code: "custom", message: "must be a node, such as task:summarization" });
      return z.NEVER;
    })
    .describe("A node: model:openai/whisper-large-v2, task:summarization, licence:mit …"),
  depth: z.coerce.number().int().min(1).max(MAX_DEPTH).default(1).describe("Edges from the centre."),
  limit: z.coerce.number().int().min(1).max(MAX_NODES).default(100).describe("Nodes."),
});
