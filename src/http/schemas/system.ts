import * as z from "zod";
import { CONTROLLERS, PLANNING_MODES } from "../../domain/selection.ts";
import { components } from "./components.ts";

const port = z.object({
  name: z.string(),
  kinds: z.array(z.string()),
  required: z.boolean(),
  many: z.boolean(),
  asks: z.boolean().describe("The words of the request may stand here where a plan leaves it empty."),
  aliases: z.array(z.string()),
  description: z.string(),
});

export const taskTypesView = z
  .object({
    taskTypes: z.array(
      z.object({
        name: z.string(),
        area: z.string(),
        description: z.string(),
        inputs: z.array(port),
        outputs: z.array(port),
        aliases: z.array(z.string()),
        timeoutMs: z.int(),
        converts: z.boolean().describe("Repair may put it between two tasks that do not fit."),
        varies: z.boolean().describe("Makes something new each time, so that two alike are meant."),
        endpoints: z
          .array(
            z.object({
              provider: z.string(),
              model: z.string(),
              grade: z.string(),
              licence: z.string(),
              description: z.string(),
            }),
          )
          .describe("Where this deployment can run it; empty when nothing here does it."),
      }),
    ),
  })
  .register(components, { id: "TaskTypes" });

export const healthView = z
  .object({
    status: z.literal("ok"),
    auth: z.enum(["keys", "open"]),
    providers: z
      .record(z.string(), z.object({ models: z.int(), taskTypes: z.int() }))
      .describe("What is switched on: the models of each provider, and the task types they do between them."),
    taskTypes: z.object({ known: z.int(), available: z.int() }),
    mcpServers: z
      .array(
        z.object({
          server: z.string(),
          tools: z.int().describe("Of its tools, those that are task types now."),
          fault: z.string().exactOptional().describe("Why they are missing, or may be old."),
        }),
      )
      .exactOptional()
      .describe("The MCP servers of the deployment; left out where there are none."),
    controllers: z
      .object({
        first: z.enum(["auto", ...CONTROLLERS]),
        planning: z.enum(PLANNING_MODES),
        configured: z.array(z.enum(CONTROLLERS)),
      })
      .describe("Who does the language steps of a message that does not say, and who can where it does."),
  })
  .register(components, { id: "Health" });

const bytes = z.int().min(0);
export const usageView = z
  .object({
    storage: z.object({
      usedBytes: bytes.describe("What files take: uploads, and what runs made, until their conversation is deleted."),
      reservedBytes: bytes.describe("Kept free for uploads under way: as much as each may come to."),
      quotaBytes: bytes.describe("What they may take together. Beyond it uploads and new runs are refused."),
    }),
  })
  .register(components, { id: "TenantUsage" });

export const indexView = z
  .object({ name: z.string(), links: z.record(z.string(), z.string()) })
  .register(components, { id: "Index" });

export type HealthView = z.output<typeof healthView>;
