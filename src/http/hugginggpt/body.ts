import * as z from "zod";
import { MAX_MESSAGE_CHARS } from "../../domain/conversation.ts";
import { components } from "../schemas/components.ts";

/** A dialogue of a day; the client sends all of it with each turn. */
const MAX_MESSAGES = 200;
/** Keys of all services are far shorter. */
const MAX_KEY_CHARS = 500;

const message = z.object({
  role: z.enum(["user", "assistant", "system"]),
  content: z.string().max(MAX_MESSAGE_CHARS),
});
export type HuggingGptMessage = z.output<typeof message>;

/** What the original server takes. Clients send more: `model`, which it never read, and `api_type`, which says what an `api_endpoint` speaks. */
export const huggingGptBody = z
  .object({
    messages: z
      .array(message)
      .min(1)
      .max(MAX_MESSAGES)
      .describe("The last one is the request, the others are what was said before; `system` is not read."),
    api_key: z
      .string()
      .max(MAX_KEY_CHARS)
      .nullish()
      .describe("A key of this deployment (imp_…), where there is none in the header. Any other is not used."),
    api_endpoint: z.string().max(2_000).nullish().describe("Must be empty: no address of a caller's is called."),
  })
  .register(components, { id: "HuggingGptRequest" });
export type HuggingGptBody = z.output<typeof huggingGptBody>;
