import * as z from "zod";
import { listModels } from "../../routes/models.ts";
import { modelListView } from "../../schemas/catalogue.ts";
import { modelsQuery } from "../../schemas/catalogue-query.ts";
import { invalidArguments, tool } from "../tool.ts";

const { q, task, licence, language, organization, benchmark, provider, availability, order, cursor } =
  modelsQuery.shape;
/** Each takes some hundred words of the calling model's context. */
const MAX_FOUND = 50;
const DEFAULT_FOUND = 10;
/** More than any model has. */
const MAX_PARAMETERS = 1e14;
const parameters = z.int().min(0).max(MAX_PARAMETERS).exactOptional();

const {
  id,
  description,
  tasks,
  licence: under,
  parameters: size,
  here,
  url,
} = modelListView.shape.models.element.shape;
const output = z.object({
  models: z.array(z.object({ id, description, tasks, licence: under, parameters: size, here, url })),
  total: modelListView.shape.total,
  next: modelListView.shape.next,
});

export const searchModels = tool({
  name: "search_models",
  title: "Search models",
  description:
    "Models by what they can do: task, licence, size, language, benchmark, provider. What is unknown of a model satisfies no condition.",
  input: z.strictObject({
    ...{ q, task, language, organization, benchmark, provider, availability, order, cursor },
    licence: z
      .string()
      .min(1)
      .max(200)
      .exactOptional()
      .describe(licence.description ?? ""),
    minParameters: parameters,
    maxParameters: parameters,
    limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND),
  }),
  output,
  isReadOnly: true,
  run: async ({ minParameters, maxParameters, ...input }, { c }) => {
    const sizes = { minParameters, maxParameters };
    const written = Object.entries(sizes).flatMap(([name, size]) => (size === undefined ? [] : [[name, String(size)]]));
    const query = modelsQuery.safeParse({ ...input, ...Object.fromEntries(written) });
    if (!query.success) throw invalidArguments(query.error);
    const found = await listModels(c, query.data);
    const lines = found.models.map(({ id, tasks, licence: terms, here }) =>
      [id, tasks.join(", "), terms, here ? "can be called here" : "cannot be called here"].join("; "),
    );
    const rest = found.total > found.models.length ? [`${found.total} in all.`] : [];
    const text = found.models.length === 0 ? "There is no such model." : [...lines, ...rest].join("\n");
    const models = found.models.map((model) => output.shape.models.element.parse(model));
    return { content: [{ type: "text", text }], structured: { models, total: found.total, next: found.next } };
  },
});
