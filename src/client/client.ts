import { createConnection } from "./connection.ts";
import { type ConversationCalls, conversationCalls } from "./conversations.ts";
import { type FileCalls, fileCalls } from "./files.ts";
import { type HookCalls, hookCalls } from "./hooks.ts";
import { type KeyCalls, keyCalls } from "./keys.ts";
import { type ModelCalls, modelCalls } from "./models.ts";
import type { ClientOptions } from "./options.ts";
import { pause } from "./pause.ts";
import { type RunCalls, runCalls } from "./runs.ts";
import { type SystemCalls, systemCalls } from "./system.ts";
import { type WebhookCalls, webhookCalls } from "./webhooks.ts";

export type { KeyLimits } from "../domain/api-key.ts";
export type { RunEvent } from "../domain/events.ts";
export type { ReportCost, ReportTask, RunReport } from "../domain/report.ts";
export type {
  ConversationView,
  PlanView,
  ResourceView,
  RunView,
  TaskView,
  ValueView,
  WireTask,
} from "../domain/views.ts";
export { ApiError, type ApiErrorCode, type ApiIssue } from "./api-error.ts";

export type { ConversationEntry, ConversationPage } from "./conversations.ts";
export type { Content, Download, FileRange, Upload } from "./files.ts";
export type { HookEntry, HookWithSecret, NewHook } from "./hooks.ts";
export type { KeyEntry, KeyRequest, KeyWithSecret } from "./keys.ts";
export type { CastingWishes, NewMessage, PlanOnlyMessage } from "./message.ts";
export type {
  CapabilityGraph,
  CatalogueVersion,
  CodeSnippet,
  GraphEdge,
  GraphSearch,
  ModelDetails,
  ModelEndpoint,
  ModelEntry,
  ModelListOrder,
  ModelPage,
  ModelSearch,
  NewOwnModel,
  OwnModelEntry,
} from "./model-views.ts";
export type { CallOptions, ClientOptions, Fetch, FollowOptions, SendOptions, Sleep, StartOptions } from "./options.ts";
export type { Page } from "./query.ts";
export { isPassing } from "./retry.ts";
export type { Approve, AskOptions, WaitOptions } from "./runs.ts";
export type { ServerHealth, TaskTypeEntry } from "./system.ts";
export type { DeliveryPage, NewWebhook, WebhookDelivery, WebhookEntry, WebhookWithSecret } from "./webhooks.ts";

/** The HTTP API, typed. Every call rejects with an `ApiError` for what the server refuses. */
export interface Client extends RunCalls, FileCalls, ConversationCalls, SystemCalls {
  readonly baseUrl: string;
  /** The catalogue, and models of your own. */
  readonly models: ModelCalls;
  /** Inbound webhooks. */
  readonly hooks: HookCalls;
  /** The API keys of your tenant. */
  readonly keys: KeyCalls;
  /** Who is told of runs. */
  readonly webhooks: WebhookCalls;
}

/** A client for browsers, Workers and Node. @throws {TypeError} when `baseUrl` is not an http or https URL. */
export function createClient(options: ClientOptions): Client {
  const connection = createConnection(options);
  return {
    baseUrl: connection.baseUrl,
    ...runCalls(connection, options.pause ?? pause),
    ...fileCalls(connection),
    ...conversationCalls(connection),
    ...systemCalls(connection),
    models: modelCalls(connection),
    hooks: hookCalls(connection),
    keys: keyCalls(connection),
    webhooks: webhookCalls(connection),
  };
}
