import { CATALOGUE_EXAMPLES } from "./catalogue.ts";
import { CONVERSATION_EXAMPLES } from "./conversations.ts";
import type { RouteExamples } from "./example.ts";
import { HOOK_EXAMPLES } from "./hooks.ts";
import { RUN_EXAMPLES } from "./runs.ts";
import { HUGGING_GPT_EXAMPLES, MCP_EXAMPLES, OPENAI_EXAMPLES } from "./surfaces.ts";
import { KEY_EXAMPLES, SYSTEM_EXAMPLES } from "./system.ts";
import { WEBHOOK_EXAMPLES } from "./webhooks.ts";

export type { RouteExample, RouteExamples } from "./example.ts";

/** An example of every route, by its name. */
export const EXAMPLES: RouteExamples = {
  ...RUN_EXAMPLES,
  ...CONVERSATION_EXAMPLES,
  ...CATALOGUE_EXAMPLES,
  ...KEY_EXAMPLES,
  ...SYSTEM_EXAMPLES,
  ...HUGGING_GPT_EXAMPLES,
  ...HOOK_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  ...MCP_EXAMPLES,
  ...OPENAI_EXAMPLES,
};
