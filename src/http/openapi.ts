import * as z from "zod";
import { readExamples } from "./docs/examples.ts";
import { tagOf, tagsOf } from "./docs/tags.ts";
import { withExample } from "./docs/with-example.ts";
import type { AnswerSpec, Route, RouteSpec, ViewName } from "./route.ts";
import { components, jsonSchemaOptions } from "./schemas/components.ts";
import type { ProblemView } from "./schemas/views.ts";

type Json = Record<string, unknown>;

/** The API as OpenAPI 3.1, whose schemas are JSON Schema as zod writes it. @param origin of the server */
export async function describeApi(routes: readonly Route[], origin: string): Promise<Json> {
  const examples = await readExamples();
  // Registers the schemas of answers. They are built only here, as that takes half as long as starting all the rest.
  await Promise.all([
    import("./schemas/views.ts"),
    import("./schemas/report-views.ts"),
    import("./schemas/tenant-views.ts"),
    import("./schemas/catalogue.ts"),
    import("./hugginggpt/original-shapes.ts"),
    import("./webhooks/views.ts"),
    import("./hooks/views.ts"),
    import("./openai/schemas.ts"),
    import("./openai/responses/schemas.ts"),
    import("./openai/tasks/schemas.ts"),
  ]);
  const paths: Record<string, Json> = {};
  for (const { spec } of routes) {
    const path = spec.path.replaceAll("{+", "{");
    const example = examples.routes[spec.name];
    const described = operation(spec, examples.problem);
    paths[path] = { ...paths[path], [spec.method]: example ? withExample(described, example) : described };
  }
  return {
    openapi: "3.1.1",
    info: {
      title: "Impresario",
      version: "1",
      summary: "Plans a request as a graph of AI tasks, runs them with expert models, and answers.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: origin }],
    tags: tagsOf(routes.map(({ spec }) => spec.path)),
    paths,
    components: {
      schemas: schemas(),
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key: imp_…; not needed with AUTH=open." },
        link: {
          type: "apiKey",
          in: "query",
          name: "signature",
          description: "A signed link, as views of files hold it.",
        },
      },
    },
  };
}

/**
 * A default stands in the description: generators of clients take a field that has one for a field that is always there,
 * and ask for it in what is sent.
 */
const options = {
  ...jsonSchemaOptions,
  override: ({ jsonSchema }: { readonly jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    if (jsonSchema.default === undefined) return;
    const leftOut = `Left out: \`${JSON.stringify(jsonSchema.default)}\`.`;
    jsonSchema.description = jsonSchema.description === undefined ? leftOut : `${jsonSchema.description} ${leftOut}`;
    delete jsonSchema.default;
  },
} as const;

const pointer = (id: string): string => `#/components/schemas/${id}`;

function schemas(): Json {
  const { schemas: named } = z.toJSONSchema(components, { ...options, uri: pointer });
  return Object.fromEntries(
    Object.entries(named).map(([id, { $id: _id, $schema: _dialect, ...schema }]) => [id, schema]),
  );
}

/** Content by its media types: a reference to a registered schema, or any other schema in place. */
const contentOf = (content: Readonly<Record<string, z.ZodType | ViewName | null>>): Content =>
  Object.fromEntries(
    Object.entries(content).map(([mediaType, schema]) => [mediaType, { schema: schemaOf(schema, mediaType) }]),
  );

function schemaOf(schema: z.ZodType | ViewName | null, mediaType: string): Json {
  if (schema === null) return schemaOfType(mediaType);
  if (typeof schema === "string") return { $ref: pointer(schema) };
  const id = components.get(schema)?.id;
  return id === undefined ? inline(schema) : { $ref: pointer(id) };
}

/** What content without a schema of its own is: a text, some JSON or form, or bytes as most generators know them. */
function schemaOfType(mediaType: string): Json {
  if (mediaType.startsWith("text/")) return { type: "string" };
  if (/json$|urlencoded$/.test(mediaType)) return { type: "object" };
  return { type: "string", format: "binary" };
}

function inline(schema: z.ZodType): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, options);
  return rest;
}

/** The `security` of an operation by the access of its route: any one of these. */
const SECURITY: Readonly<Record<RouteSpec["access"], readonly Json[]>> = {
  public: [],
  key: [{ key: [] }],
  link: [{ key: [] }, { link: [] }],
  client: [{ key: [] }, {}],
};

function operation(spec: RouteSpec, problem: ProblemView) {
  const body = requestBody(spec);
  return {
    operationId: spec.name,
    tags: [tagOf(spec.path)],
    summary: spec.summary,
    ...(spec.description === undefined ? {} : { description: spec.description }),
    security: SECURITY[spec.access],
    parameters: [...pathParameters(spec), ...queryParameters(spec), ...headerParameters(spec)],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...Object.fromEntries(Object.entries(spec.answers).map(([status, answer]) => [status, response(answer)])),
      default: {
        description: "What went wrong",
        content: spec.fault
          ? contentOf({ "application/json": spec.fault })
          : { "application/problem+json": { schema: { $ref: pointer("Problem") }, example: problem } },
      },
    },
  };
}

const pathParameters = (spec: RouteSpec): Json[] =>
  [...spec.path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

function queryParameters({ query }: RouteSpec): Json[] {
  if (!query) return [];
  const { properties = {}, required = [] } = z.toJSONSchema(query, options);
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

const headerParameters = ({ headers = {} }: RouteSpec): Json[] =>
  Object.entries(headers).map(([name, text]) => ({
    name,
    in: "header",
    description: text,
    schema: { type: "string" },
  }));

type Content = Readonly<Record<string, Json>>;

function requestBody({ body, streams }: RouteSpec): { readonly required: boolean; readonly content: Content } | null {
  const content = contentOf({ ...(body ? { "application/json": body } : {}), ...streams });
  return Object.keys(content).length === 0 ? null : { required: true, content };
}

function response({ description: text, content, headers }: AnswerSpec): Json & { readonly content?: Content } {
  return {
    description: text,
    ...(content ? { content: contentOf(content) } : {}),
    ...(headers
      ? {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, meaning]) => [
              name,
              { description: meaning, schema: { type: "string" } },
            ]),
          ),
        }
      : {}),
  };
}
