import type { CallToolResult, McpServer, ServerContext } from "@modelcontextprotocol/server";
import * as z from "zod";
import { ERROR_STATUS, type Failure, failure, type Issue, toFailure } from "../../domain/errors.ts";
import { isLogged, type LogLevel } from "../../domain/log-level.ts";
import type { Result } from "../../domain/result.ts";
import { describeFault } from "../../domain/telemetry/fault.ts";
import type { AppContext } from "../context.ts";
import { InvalidRequest } from "../problem.ts";
import { jsonSchemaOptions } from "../schemas/components.ts";

/** The HTTP request of a client, whatever it calls. */
export interface Exchange {
  readonly c: AppContext;
  /**
   * Of the protocol. Up to 2025 clients cancel by a notification, and disconnecting changes nothing; since 2026
   * disconnecting cancels.
   */
  readonly era: "legacy" | "modern";
  /** Tells one client's request ids from another's; null for a client without a session. */
  readonly session: string | null;
  /** Small files of a result are in it, and not only linked. */
  readonly showsFiles: boolean;
}

/** One call of a tool. */
export interface ToolCall extends Exchange {
  readonly requestId: string | number;
  /** Aborts when the client leaves. */
  readonly signal: AbortSignal;
  /** Sends a progress notification; null where the client did not ask for any. */
  readonly notify: ((progress: ToolProgress) => Promise<void>) | null;
  /** Sends a log message, unless the client wants only more severe ones. */
  readonly log: (level: LogLevel, message: string) => Promise<void>;
}

export interface ToolProgress {
  readonly progress: number;
  readonly total?: number;
  readonly message: string;
}

export interface ToolAnswer {
  readonly content: CallToolResult["content"];
  /** As the tool's `output` describes it. */
  readonly structured: object;
  /** True where the request failed, though there is something to show. */
  readonly isError?: boolean;
}

interface Definition<Input extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: z.ZodType;
  /** It starts nothing and costs nothing. */
  readonly isReadOnly: boolean;
  run(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer>;
}

export interface Tool extends Omit<Definition<z.ZodType>, "run"> {
  /** @param given the arguments as they came */
  run(given: unknown, call: ToolCall): Promise<ToolAnswer>;
}

/** A tool whose arguments are checked by its schema. */
export const tool = <Input extends z.ZodType>(definition: Definition<Input>): Tool => ({
  ...definition,
  run: async (given, call) => {
    const parsed = definition.input.safeParse(given);
    if (!parsed.success) throw invalidArguments(parsed.error);
    return definition.run(parsed.data, call);
  },
});

/** Puts the tool on the server of one exchange. */
export function addTool(server: McpServer, exchange: Exchange, { name, title, description, ...rest }: Tool): void {
  const { input, output, isReadOnly, run } = rest;
  const annotations = { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: !isReadOnly };
  server.registerTool(
    name,
    {
      title,
      description,
      inputSchema: described(input, "input"),
      outputSchema: described(output, "output"),
      annotations,
    },
    async (given, context) => {
      try {
        const { content, structured, isError } = await run(given, callOf(exchange, context));
        return { content, structuredContent: { ...structured }, ...(isError ? { isError } : {}) };
      } catch (thrown) {
        // Nobody reads this answer.
        if (context.mcpReq.signal.aborted) return errorResult(failure("cancelled", "The client has left"));
        if (thrown instanceof ToolRefusal) return errorResult(thrown.fault);
        const fault = toFailure(thrown);
        if (ERROR_STATUS[fault.code] >= 500) console.error(`The tool ${name} failed:`, describeFault(thrown));
        return errorResult(fault, thrown instanceof InvalidRequest ? thrown.issues : []);
      }
    },
  );
}

/** A refused call, whose failure may have issues in several places. */
export class ToolRefusal extends Error {
  readonly fault: Failure;

  constructor(fault: Failure) {
    super(fault.message);
    this.fault = fault;
  }
}

/** The value of a result. @throws {ToolRefusal} */
export function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new ToolRefusal(result.error);
  return result.value;
}

/** The error for arguments that do not fit a tool's schema. */
export const invalidArguments = (fault: z.ZodError): InvalidRequest =>
  new InvalidRequest("The arguments are not as the tool describes them", InvalidRequest.from("", fault).issues);

/** The result of a call that failed. Models read the text, which begins with the stable code; programs read `_meta`. */
export function errorResult(fault: Failure, issues: readonly Issue[] = []): CallToolResult {
  const { code, message, retryable } = fault;
  const shown = [...issues, ...(fault.issues ?? [])].slice(0, MAX_ISSUES);
  const lines = [`${code}: ${message}`, ...shown.map((issue) => `- ${issue.path}: ${issue.message}`)];
  const error = { code, message, retryable, ...(shown.length > 0 ? { issues: shown } : {}) };
  return { isError: true, content: [{ type: "text", text: lines.join("\n") }], _meta: { "impresario/error": error } };
}

/** Further issues are not listed: nobody fixes a hundred one by one. */
const MAX_ISSUES = 20;

/** The schema as the SDK lists it, without the SDK's own check, whose errors have no code. */
const described = (schema: z.ZodType, io: "input" | "output") => ({
  "~standard": {
    version: 1 as const,
    vendor: "impresario",
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => jsonSchema(schema, io), output: () => jsonSchema(schema, io) },
  },
});

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): Record<string, unknown> =>
  z.toJSONSchema(schema, { ...jsonSchemaOptions, io });

const LOGGER = "impresario";
/** The least severe messages that are sent to a client before 2026-07-28 that has set no level. */
const DEFAULT_LEVEL: LogLevel = "info";

function callOf(exchange: Exchange, { mcpReq }: ServerContext): ToolCall {
  const { c, era, session } = exchange;
  const { wiring, holder } = c.var;
  // Read when the first message is due, and once.
  let wanted: Promise<LogLevel | null> | null = null;
  const level = async (): Promise<LogLevel> => {
    wanted ??= session === null ? Promise.resolve(null) : wiring.tenant(holder.tenant).logLevel(session);
    return (await wanted) ?? DEFAULT_LEVEL;
  };
  const progressToken = mcpReq._meta?.progressToken;
  const notify = async (params: ToolProgress): Promise<void> => {
    await mcpReq.notify({ method: "notifications/progress", params: { progressToken, ...params } });
  };
  return {
    ...exchange,
    requestId: mcpReq.id,
    signal: mcpReq.signal,
    notify: progressToken === undefined ? null : notify,
    log: async (severity, message) => {
      // Since 2026-07-28 each request says what it wants, and the SDK holds to it.
      if (era === "legacy" && !isLogged(severity, await level())) return;
      await mcpReq.log(severity, message, LOGGER);
    },
  };
}
