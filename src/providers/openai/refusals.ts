import { AppError } from "../../domain/errors.ts";
import type { OpenAiSdk } from "./failures.ts";

/** Parameters that some servers and models refuse, and what such a server speaks of; each can be done without. */
const OPTIONAL_PARAMETERS = {
  stream_options: /stream_options/,
  response_format: /response_format|json_schema|json_object/,
  temperature: /temperature/,
  max_tokens: /max_tokens/,
} as const;
const NAMES = [
  "stream_options",
  "response_format",
  "temperature",
  "max_tokens",
] as const satisfies readonly (keyof typeof OPTIONAL_PARAMETERS)[];

/** What a model was found not to take; `json_schema` is the one form of `response_format`. */
export type RefusedFeature = (typeof NAMES)[number] | "json_schema";

/**
 * Asks, and again without what is refused, each but once; `refused` remembers it for the calls after.
 * @param write the request without what was refused so far.
 */
export async function withoutRefused<R extends object, T>(
  refused: Set<RefusedFeature>,
  write: (refused: ReadonlySet<RefusedFeature>) => R,
  send: (request: R) => Promise<T>,
  sdk: OpenAiSdk,
): Promise<T> {
  for (;;) {
    const request = write(refused);
    try {
      return await send(request);
    } catch (thrown) {
      const refusal = refusalIn(thrown, request, sdk);
      if (refusal === undefined || refused.has(refusal)) throw thrown;
      refused.add(refusal);
    }
  }
}

/**
 * Asks once, without what was refused before.
 * @throws {AppError} retryable and `notCalled` where something else is refused: the next call will do without.
 */
export async function askWithoutRefused<R extends object, T>(
  refused: Set<RefusedFeature>,
  write: (refused: ReadonlySet<RefusedFeature>) => R,
  send: (request: R) => Promise<T>,
  { sdk, model }: { readonly sdk: OpenAiSdk; readonly model: string },
): Promise<T> {
  const request = write(refused);
  try {
    return await send(request);
  } catch (thrown) {
    const refusal = refusalIn(thrown, request, sdk);
    if (refusal === undefined) throw thrown;
    refused.add(refusal);
    const how = { retryable: true, notCalled: true, cause: thrown } as const;
    throw new AppError("provider-rejected", `${model} does not take ${refusal}`, how);
  }
}

/** The parameter of this request that the server will not have, if that is what it says. */
function refusalIn(thrown: unknown, request: object, sdk: OpenAiSdk): RefusedFeature | undefined {
  if (!(thrown instanceof sdk.BadRequestError || thrown instanceof sdk.UnprocessableEntityError)) return undefined;
  const { param, message } = thrown;
  const name = NAMES.find(
    (one) => one in request && (param ? param.split(".", 1)[0] === one : OPTIONAL_PARAMETERS[one].test(message)),
  );
  return name === "response_format" && asksForSchema(request) ? "json_schema" : name;
}

const asksForSchema = (request: object): boolean =>
  "response_format" in request &&
  typeof request.response_format === "object" &&
  request.response_format !== null &&
  "json_schema" in request.response_format;
