import * as z from "zod";
import { PRICE_UNITS } from "../../src/domain/catalogue.ts";
import { isKind, type Kind } from "../../src/domain/kinds.ts";

/** A task type, or several that are equally right at this place. */
const wantedTask = z.union([z.string(), z.strictObject({ anyOf: z.array(z.string()).min(2) })]);
const kind = z.string().refine((text): text is Kind => isKind(text));
const modality = z.enum(["text", "image", "audio", "video", "document", "table", "data"]);
/** [giver, taker]: places in `tasks`. */
const link = z.tuple([z.int().nonnegative(), z.int().nonnegative()]);
/** How a request for no task is to be answered. */
const expected = z.enum(["reply", "ask"]);
/** Ways to match a plan with a label grow with its factorial. */
const MAX_TASKS = 8;
const plan = z.strictObject({ tasks: z.array(wantedTask).max(MAX_TASKS), links: z.array(link) });

/** What every labelled request has; README.md beside this file tells the fields. */
const labelled = plan.extend({
  id: z.string().regex(/^[a-z]+-\d{2,3}$/),
  request: z.string().min(1),
  files: z.array(z.string()),
  inputModality: z.array(modality).min(1),
  outputModality: z.array(modality),
  asks: z.array(kind),
  alternatives: z.array(plan).optional(),
  contains: z.array(z.array(z.string().min(1)).min(1)).optional(),
});
const gave = z.array(z.strictObject({ name: z.string(), kind }));
const history = z.array(z.strictObject({ request: z.string(), gave }));

/** A line of evaluation/muse/requests.jsonl. */
export const museRow = labelled.extend({ queryType: z.enum(["single", "two", "three"]) });

/** A line of papers.jsonl. */
export const paperRow = labelled.extend({
  source: z.string(),
  named: z.array(z.string()).optional(),
  history: history.optional(),
  expect: expected.optional(),
});

/** A line of further.jsonl. */
export const furtherRow = labelled.extend({
  register: z.string(),
  history: history.optional(),
  expect: expected.optional(),
});

/** How a message leans on what was said before; README.md beside this file tells what each is. */
const leaning = z.enum(["change", "again", "question", "result", "refer", "correct", "undo", "pasted", "talk", "new"]);

/** A line of dialogue-dev.jsonl or dialogue-test.jsonl. */
export const dialogueRow = z.strictObject({
  id: z.string(),
  voice: z.string(),
  messages: z.array(
    z.strictObject({
      says: z.string(),
      files: z.array(z.string()),
      follows: leaning.optional(),
      right: z
        .array(
          z.union([expected, plan.extend({ on: z.array(z.array(z.string())), words: z.array(z.string()).optional() })]),
        )
        .min(1)
        .optional(),
      answer: z.strictObject({ text: z.string(), files: gave }).optional(),
    }),
  ),
});

const names = z.strictObject({ allow: z.array(z.string()).optional(), deny: z.array(z.string()).optional() });

/** What the words of a request restrict, as it should be read. */
export const readingRow = z.strictObject({
  licence: names.optional(),
  provider: names.optional(),
  model: names.optional(),
  size: z
    .strictObject({
      max: z.number().optional(),
      min: z.number().optional(),
      maxBytes: z.number().optional(),
      prefer: z.enum(["smallest", "largest"]).optional(),
    })
    .optional(),
  benchmark: z
    .strictObject({
      name: z.string(),
      prefer: z.literal("best").optional(),
      atLeast: z.number().optional(),
      for: z.string().optional(),
    })
    .optional(),
  language: z.string().optional(),
  price: z.strictObject({ maxUsd: z.number(), per: z.enum(PRICE_UNITS).optional() }).optional(),
  latency: z.strictObject({ maxMs: z.number() }).optional(),
  gated: z.literal(false).optional(),
  prefer: z.literal("cheapest").optional(),
  budget: z
    .strictObject({
      usd: z.number().optional(),
      timeMs: z.number().optional(),
      tasks: z.number().optional(),
      llmCalls: z.number().optional(),
    })
    .optional(),
});

/** A line of constraints.jsonl. */
export const constraintRow = labelled.extend({ constraints: readingRow });

/** A line of any of them. */
export const requestRow = labelled.extend({
  queryType: museRow.shape.queryType.optional(),
  source: z.string().optional(),
  named: z.array(z.string()).optional(),
  register: z.string().optional(),
  history: history.optional(),
  expect: expected.optional(),
  constraints: readingRow.optional(),
});

export type DialogueRow = z.infer<typeof dialogueRow>;
export type LabelledRequest = z.infer<typeof labelled>;
export type MuseRow = z.infer<typeof museRow>;
export type RequestRow = z.infer<typeof requestRow>;
export type LabelledReading = z.infer<typeof readingRow>;
