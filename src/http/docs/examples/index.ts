import { CATALOGUE_EXAMPLES } from "./catalogue.ts";
import { CONVERSATION_EXAMPLES } from "./conversations.ts";
import type { RouteExamples } from "./example.ts";
import { HUGGING_GPT_EXAMPLES } from "./hugginggpt.ts";
import { MCP_EXAMPLES } from "./mcp.ts";
import { RUN_EXAMPLES } from "./runs.ts";
import { SYSTEM_EXAMPLES } from "./system.ts";

export type { RouteExample, RouteExamples } from "./example.ts";

/** An example of every route, by its name. */
export const EXAMPLES: RouteExamples = {
  ...RUN_EXAMPLES,
  ...CONVERSATION_EXAMPLES,
  ...CATALOGUE_EXAMPLES,
  ...SYSTEM_EXAMPLES,
  ...HUGGING_GPT_EXAMPLES,
  ...MCP_EXAMPLES,
};
