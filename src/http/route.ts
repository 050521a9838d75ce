import type * as z from "zod";
import type { AppContext } from "./context.ts";
import { InvalidRequest } from "./problem.ts";
import { readJson } from "./read-json.ts";

/** The names of the schemas of answers in `/openapi.json`, which alone loads the schemas. */
export type ViewName =
  | "Run"
  | "Report"
  | "Event"
  | "Plan"
  | "Goal"
  | "GoalEvent"
  | "GoalList"
  | "GoalReport"
  | "Conversation"
  | "ConversationEntry"
  | "ConversationList"
  | "Resource"
  | "Uploaded"
  | "TaskTypes"
  | "Health"
  | "TenantUsage"
  | "Index"
  | "OwnModel"
  | "OwnModelList"
  | "Webhook"
  | "WebhookWithSecret"
  | "WebhookList"
  | "WebhookDelivery"
  | "WebhookDeliveryList"
  | "ModelList"
  | "Model"
  | "Graph"
  | "Catalogue"
  | "HuggingGptAnswer"
  | "HuggingGptPlan"
  | "HuggingGptResults"
  | "OpenAiChatRequest"
  | "OpenAiChatCompletion"
  | "OpenAiChatChunk"
  | "OpenAiModelList"
  | "OpenAiModel"
  | "OpenAiError"
  | "OpenAiResponseRequest"
  | "OpenAiSpeechRequest"
  | "OpenAiEmbeddingsRequest"
  | "OpenAiEmbeddings"
  | "OpenAiImageRequest"
  | "OpenAiImages"
  | "OpenAiImageEditForm"
  | "OpenAiTranscription"
  | "OpenAiTranscriptionForm"
  | "OpenAiFileForm"
  | "OpenAiFile"
  | "OpenAiFileList"
  | "OpenAiDeletedFile"
  | "OpenAiResponse"
  | "OpenAiInputItems"
  | "OpenAiResponseEvent"
  | "OpenAiDeletedResponse"
  | "Hook"
  | "HookList"
  | "HookWithSecret"
  | "Delivery"
  | "Key"
  | "KeyList"
  | "NewKey"
  | "Problem";

/** One kind of answer, as `/openapi.json` shows it. */
export interface AnswerSpec {
  readonly description: string;
  /** What the answer holds, by media type; null for content of which the media type says all that there is to say. */
  readonly content?: Readonly<Record<string, ViewName | null>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The description of a route: how requests are matched and checked, and what `/openapi.json` says. */
export interface RouteSpec {
  readonly method: "get" | "post" | "delete";
  /** Parameters in braces, as OpenAPI writes them; one that may hold slashes as `{+id}` (RFC 6570). */
  readonly path: `/${string}`;
  readonly name: string;
  readonly summary: string;
  readonly description?: string;
  /**
   * `link`: a signed link serves in place of a key. `client`: the handler calls `CallerIdentity.admitClient`, as the
   * clients of the route may have their key elsewhere than in the header.
   */
  readonly access: "public" | "key" | "link" | "client";
  readonly query?: z.ZodObject;
  /** Request headers that the route reads, with descriptions. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The schema of a JSON body, which is checked before the handler runs. */
  readonly body?: z.ZodType;
  /** Bodies that the handler reads itself, by media type. */
  readonly streams?: Readonly<Record<string, z.ZodType | ViewName | null>>;
  readonly answers: Readonly<Record<number, AnswerSpec>>;
  /** The schema of errors, where they are not problems (RFC 9457). */
  readonly fault?: ViewName;
}

export interface RouteInput<Query, Body> {
  readonly query: Query;
  readonly body: Body;
  /** The body as it was sent; empty for a route without a JSON body. */
  readonly bodyText: string;
}

export interface Route {
  readonly spec: RouteSpec;
  handle(c: AppContext): Promise<Response>;
}

/** A route whose handler gets query and body as the schemas of its description parse them. */
export function route<Query extends z.ZodObject, Body extends z.ZodType>(
  spec: RouteSpec & { readonly query?: Query; readonly body?: Body },
  handler: (c: AppContext, input: RouteInput<z.output<Query>, z.output<Body>>) => Promise<Response> | Response,
): Route {
  return {
    spec,
    async handle(c) {
      const query = readQuery(c, spec.query);
      const body = spec.body ? await readJson(c.req.raw, spec.body) : undefined;
      // Without a schema the type is unknown, so that the handler cannot use the value.
      return handler(c, {
        query: query as z.output<Query>,
        body: body?.value as z.output<Body>,
        bodyText: body?.text ?? "",
      });
    },
  };
}

function readQuery(c: AppContext, schema: z.ZodObject | undefined): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(c.req.query());
  if (!parsed.success) throw InvalidRequest.from("query", parsed.error);
  return parsed.data;
}

/** A path parameter; every route that asks for one has it. */
export const param = (c: AppContext, name: string): string => c.req.param(name) ?? "";
