import type { RouteExample } from "./examples.ts";

type Json = Record<string, unknown>;

/** The parts of an operation that an example has something for. */
interface Operation {
  readonly parameters: readonly Json[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Json>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Json>> }>>;
}

/** An operation of OpenAPI with an example of each thing that is sent and of the answer. */
export function withExample<Described extends Operation>(
  operation: Described,
  { parameters = {}, body, answer }: RouteExample,
): Described {
  const answered = operation.responses[answer.status];
  return {
    ...operation,
    parameters: operation.parameters.map((parameter) => {
      const value = typeof parameter.name === "string" ? parameters[parameter.name] : undefined;
      return value === undefined ? parameter : { ...parameter, example: typed(value, parameter.schema) };
    }),
    ...(operation.requestBody && body
      ? { requestBody: { ...operation.requestBody, content: exemplify(operation.requestBody.content, body) } }
      : {}),
    ...(answered?.content && answer.mediaType !== null
      ? {
          responses: {
            ...operation.responses,
            [answer.status]: {
              ...answered,
              content: exemplify(answered.content, { mediaType: answer.mediaType, value: answer.value }),
            },
          },
        }
      : {}),
  };
}

const typeOf = (schema: unknown): unknown =>
  typeof schema === "object" && schema !== null && "type" in schema ? schema.type : undefined;

/** A parameter's value as its schema has it: `20` and `true` are sent as texts, and are none. */
function typed(value: string, schema: unknown): unknown {
  const type = typeOf(schema);
  return type === "integer" || type === "number" || type === "boolean" ? JSON.parse(value) : value;
}

/** The schema of a stream of events is that of the `data` of one, and so is its example: the first. */
function firstEvent(stream: unknown): unknown {
  const [, data] = typeof stream === "string" ? (/^data: (.*)$/m.exec(stream) ?? []) : [];
  return data === undefined ? undefined : JSON.parse(data);
}

/** A form was recorded as its bytes, which is not what its schema is of, so that it has no example. */
function shown(mediaType: string, schema: unknown, value: unknown): unknown {
  if (mediaType.startsWith("multipart/")) return undefined;
  return mediaType === "text/event-stream" && typeOf(schema) !== "string" ? firstEvent(value) : value;
}

function exemplify(
  content: Readonly<Record<string, Json>>,
  { mediaType, value }: { readonly mediaType: string; readonly value?: unknown },
): Readonly<Record<string, Json>> {
  const place = mediaType in content ? mediaType : "*/*";
  const known = content[place];
  const example = shown(mediaType, known?.schema, value);
  return known === undefined || example === undefined ? content : { ...content, [place]: { ...known, example } };
}
