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
      return value === undefined ? parameter : { ...parameter, example: value };
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

function exemplify(
  content: Readonly<Record<string, Json>>,
  { mediaType, value }: { readonly mediaType: string; readonly value?: unknown },
): Readonly<Record<string, Json>> {
  const place = mediaType in content ? mediaType : "*/*";
  const known = content[place];
  return known === undefined || value === undefined ? content : { ...content, [place]: { ...known, example: value } };
}
