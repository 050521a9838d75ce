import { modelCalls } from "./catalogue.ts";
import { type ClientOptions, createConnection, sleep } from "./connection.ts";
import { conversationCalls } from "./conversations.ts";
import { fileCalls } from "./files.ts";
import { goalCalls } from "./goals.ts";
import { runCalls } from "./runs.ts";
import { keyCalls, systemCalls } from "./server.ts";
import { hookCalls, webhookCalls } from "./webhooks.ts";

export type { RunEvent } from "../domain/events.ts";
export type { GoalEvent } from "../domain/goal/events.ts";
export type { GoalReport } from "../domain/goal/report.ts";
export type { ReportCost, ReportTask, RunReport } from "../domain/report.ts";
export type { NewHook } from "../http/hooks/schemas.ts";
export type { HookView, HookWithSecret } from "../http/hooks/views.ts";
export type {
  CardCodeView,
  CatalogueView,
  EdgeView,
  EndpointView,
  GraphView,
  ModelListView,
  ModelSummary,
  ModelView,
  SnippetView,
} from "../http/schemas/catalogue.ts";
export type { CheckInView, GoalListView, GoalView, StepView } from "../http/schemas/goal-views.ts";
export type { KeyRequest } from "../http/schemas/keys.ts";
export type { NewOwnModel } from "../http/schemas/own-models.ts";
export type { WireTask } from "../http/schemas/plan.ts";
export type { BudgetPartView, BudgetView, PlanView } from "../http/schemas/plan-view.ts";
export type {
  HealthView,
  KeyView,
  KeyWithSecret,
  OwnModelView,
  TaskTypeView,
  UsageOfTenantView,
} from "../http/schemas/tenant-views.ts";
export type {
  ConversationEntry,
  ConversationListView,
  ConversationView,
  ResourceView,
  RunView,
  TaskView,
  ValueView,
} from "../http/schemas/views.ts";
export type { NewWebhook } from "../http/webhooks/schemas.ts";
export type {
  WebhookDeliveryPage,
  WebhookDeliveryView,
  WebhookView,
  WebhookWithSecret,
} from "../http/webhooks/views.ts";
export { ApiError, type ApiErrorCode, type ApiIssue } from "./api-error.ts";
export type { GraphSearch, ModelListOrder, ModelSearch } from "./catalogue.ts";
export type {
  CallOptions,
  ClientOptions,
  Fetch,
  FollowOptions,
  Page,
  SendOptions,
  Sleep,
  StartOptions,
} from "./connection.ts";
export { isPassing } from "./connection.ts";
export type { Content, Download, FileRange, Upload } from "./files.ts";
export type { NewGoal, StartGoalOptions, WaitForGoalOptions } from "./goals.ts";
export type { Approve, AskOptions, NewMessage, PlanOnlyMessage, WaitOptions } from "./runs.ts";

type RunCalls = ReturnType<typeof runCalls>;
type FileCalls = ReturnType<typeof fileCalls>;
type ConversationCalls = ReturnType<typeof conversationCalls>;
type SystemCalls = ReturnType<typeof systemCalls>;

/** The HTTP API, typed. Every call rejects with an `ApiError` for what the server refuses. */
export interface Client extends RunCalls, FileCalls, ConversationCalls, SystemCalls {
  readonly baseUrl: string;
  /** The catalogue, and models of your own. */
  readonly models: ReturnType<typeof modelCalls>;
  readonly goals: ReturnType<typeof goalCalls>;
  /** Inbound webhooks. */
  readonly hooks: ReturnType<typeof hookCalls>;
  /** The API keys of your tenant. */
  readonly keys: ReturnType<typeof keyCalls>;
  /** Who is told of runs. */
  readonly webhooks: ReturnType<typeof webhookCalls>;
}

/** A client for browsers, Workers and Node. @throws {TypeError} when `baseUrl` is not an http or https URL. */
export function createClient(options: ClientOptions): Client {
  const connection = createConnection(options);
  return {
    baseUrl: connection.baseUrl,
    ...runCalls(connection, options.pause ?? sleep),
    ...fileCalls(connection),
    ...conversationCalls(connection),
    ...systemCalls(connection),
    models: modelCalls(connection),
    goals: goalCalls(connection, options.pause ?? sleep),
    hooks: hookCalls(connection),
    keys: keyCalls(connection),
    webhooks: webhookCalls(connection),
  };
}
