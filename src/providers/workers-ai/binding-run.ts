import type { WorkersAiBinding } from "../../config/controllers.ts";
import { AppError } from "../../domain/errors.ts";
import { unlessAborted } from "../../waiting.ts";
import { readBody } from "../answers/bounded-body.ts";
import { thrownByBinding } from "./failures.ts";
import { MAX_ANSWER_BYTES, type Run, type RunInput } from "./run.ts";

/** Models behind the `AI` binding: https://developers.cloudflare.com/workers-ai/configuration/bindings/. */
export const runByBinding =
  (ai: WorkersAiBinding): Run =>
  async (model, input, signal) => {
    try {
      const answer = await unlessAborted(ai.run(model, inputsOf(input), { signal }), signal);
      if (!(answer instanceof ReadableStream) && !(answer instanceof Uint8Array)) {
        return { body: { as: "json", json: answer }, neurons: null };
      }
      const bytes =
        answer instanceof Uint8Array
          ? answer
          : await readBody(answer, { name: model, maxBytes: MAX_ANSWER_BYTES, signal });
      if (bytes.byteLength > MAX_ANSWER_BYTES) {
        throw new AppError("provider-rejected", `${model} answered with more than ${MAX_ANSWER_BYTES} bytes`);
      }
      return { body: { as: "bytes", bytes, mediaType: null }, neurons: null };
    } catch (thrown) {
      throw thrownByBinding(thrown, model, signal);
    }
  };

function inputsOf(input: RunInput): Readonly<Record<string, unknown>> {
  switch (input.as) {
    case "json":
      return input.json;
    case "bytes":
      return { [input.field]: Array.from(input.bytes) };
    case "file": {
      const body = new Blob([new Uint8Array(input.bytes)]).stream();
      return { [input.field]: { body, contentType: input.mediaType }, ...input.parameters };
    }
    case "form": {
      // Only a message made of a form tells the boundary between its parts.
      const { body, headers } = new Response(input.form);
      return { multipart: { body, contentType: headers.get("content-type") } };
    }
  }
}
