import * as z from "zod";
import type { Body } from "./modes.ts";

const Chat = z.object({
  model: z.string(),
  messages: z
    .array(
      z.object({
        role: z.string(),
        content: z.union([
          z.string(),
          z
            .array(z.object({ type: z.string(), text: z.string().optional() }))
            .transform((parts) => parts.find(({ text }) => text !== undefined)?.text ?? ""),
        ]),
      }),
    )
    .min(1),
  response_format: z
    .object({
      type: z.string(),
      json_schema: z.object({ schema: z.object({ properties: z.record(z.string(), z.unknown()) }) }).optional(),
    })
    .optional(),
});

/** What our own tasks by instruction show a model; anything else is no such material. */
const Material = z
  .object({
    labels: z.array(z.string()).catch([]),
    sentences: z.array(z.unknown()).catch([]),
    text: z.string().catch(""),
    table: z.object({ columns: z.array(z.string()) }).catch({ columns: [] }),
  })
  .catch({ labels: [], sentences: [], text: "", table: { columns: [] } });

/** What our prompt for a caller's form shows a model. */
const Form = z.object({ form: z.object({ schema: z.custom<Shape>() }) });

/** A schema as we send it, of one of these kinds. */
interface Shape {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
}

/** A value of a schema, with a text, a number or a thing of each. */
function exampleOf({ type, enum: listed, anyOf, items, properties = {} }: Shape): unknown {
  if (listed) return listed[0];
  if (anyOf) return anyOf[0] && exampleOf(anyOf[0]);
  if (type === "array") return items ? [exampleOf(items)] : [];
  if (type === "object") {
    return Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, exampleOf(shape)]));
  }
  return type === "string" ? "[fake] text" : type === "null" ? null : type === "boolean" ? true : 1;
}

/** How much of a question an answer repeats. */
const EXCERPT_CHARS = 200;
const HALF_SURE = 0.5;

/**
 * What the fake model says: a text that begins with "[fake]", or an object in the form that is asked for, with values
 * that fit what it was shown. It understands nothing.
 */
export function answerTo(body: Body): string {
  const { model, messages, response_format: format } = Chat.parse(body);
  const asked = messages.at(-1)?.content ?? "";
  if (!format || format.type === "text") return `[fake] ${model} was asked: ${asked.slice(0, EXCERPT_CHARS)}`;
  const all = values(asked, messages[0]?.content ?? "");
  const wanted = format.json_schema ? Object.keys(format.json_schema.schema.properties) : Object.keys(all);
  return JSON.stringify(Object.fromEntries(wanted.map((name) => [name, all[name] ?? "[fake]"])));
}

/** One value for each property that any of our schemas has. */
function values(asked: string, rules: string): Readonly<Record<string, unknown>> {
  const { labels, sentences, text, table } = Material.parse(parse(asked));
  const form = Form.safeParse(parse(asked));
  const label = labels[0] ?? (rules.includes("BCP 47") ? "en" : "[fake] label");
  return {
    labels: [{ label, score: HALF_SURE }],
    answer: "[fake] answer",
    score: HALF_SURE,
    sentence: "",
    lines: ["[fake] line"],
    objects: [{ label: "[fake] thing", score: HALF_SURE, box: [100, 100, 900, 900] }],
    entities: [{ type: "PER", text: /\p{L}+/u.exec(text)?.[0] ?? "" }],
    scores: sentences.map((_, index) => ({ index, score: HALF_SURE })),
    ...(form.success ? { missing: [], value: exampleOf(form.data.form.schema) } : {}),
    aggregator: "NONE",
    cells: table.columns.slice(1, 2).map((column) => ({ row: 0, column })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
