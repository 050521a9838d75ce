import * as z from "zod";
import { AppError } from "../../../domain/errors.ts";
import type { JsonValue } from "../../../domain/json.ts";
import type { ProviderResponse } from "../response.ts";

const json = z.json();

/** The answer as JSON. @throws {AppError} `provider-rejected` for anything else. */
export const readJson = (response: ProviderResponse, model: string, signal: AbortSignal): Promise<JsonValue> =>
  response.whole(signal, (body) => {
    try {
      return json.parse(JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body)));
    } catch (cause) {
      throw new AppError("provider-rejected", `${model} answered with something else than JSON about the job`, {
        cause,
      });
    }
  });
