import type { JsonValue } from "../../../domain/json.ts";
import { parseAnswer } from "../parse-answer.ts";
import type { ProviderResponse } from "../response.ts";

/** The answer as JSON. @throws {AppError} `provider-rejected` for anything else. */
export const readJson = (response: ProviderResponse, model: string): Promise<JsonValue> =>
  response.whole((body) => parseAnswer(body, `${model} answered with something else than JSON about the job`));
