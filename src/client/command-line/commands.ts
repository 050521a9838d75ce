import type { Raise } from "../../domain/budget.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { CastingWishes, ModelSearch, NewMessage, NewWebhook } from "../client.ts";

/** What every command may be told. */
export interface Common {
  readonly server: string;
  readonly key: string | undefined;
  readonly json: boolean;
  /** Whether ids of runs and conversations are shown. */
  readonly ids: boolean;
}

/** What is asked for, by `ask` and `plan` alike. */
export interface CliRequest {
  /** Empty where only a plan is given. */
  readonly text: string;
  readonly files: readonly string[];
  readonly conversation: string | undefined;
  readonly plan: string | undefined;
  readonly casting: CastingWishes;
  readonly budget: NewMessage["budget"];
  /** The caller's own token of Hugging Face. */
  readonly hfToken: string | undefined;
}

export interface AskCommand extends Common, CliRequest {
  /** `chat` asks for each line of the standard input, in one conversation. */
  readonly do: "ask" | "chat";
  readonly approve: boolean;
  readonly out: string | undefined;
  readonly detach: boolean;
  readonly events: boolean;
}

export interface PlanCommand extends Common, CliRequest {
  readonly do: "plan";
  readonly pddl: boolean;
}

export type RunsCommand = Common & { readonly do: "runs" } & (
    | { readonly action: "list"; readonly limit: number; readonly conversation: string | undefined }
    | { readonly action: "show" | "report" | "reject" | "cancel" | "pause"; readonly run: string }
    | { readonly action: "approve"; readonly run: string; readonly plan: string | undefined }
    | { readonly action: "resume"; readonly run: string; readonly raise: Raise | undefined }
    | { readonly action: "watch"; readonly run: string; readonly out: string | undefined }
  );

export type ModelsCommand = Common & { readonly do: "models" } & (
    | { readonly action: "search"; readonly conditions: ModelSearch }
    | { readonly action: "show"; readonly id: string; readonly snippets: boolean }
    | { readonly action: "own" }
    | {
        readonly action: "add";
        /** What the options say of it. */
        readonly stated: JsonObject;
        /** The file that says the rest. */
        readonly from: string | undefined;
      }
    | { readonly action: "remove"; readonly id: string; readonly task: string | undefined }
  );

export type HooksCommand = Common & { readonly do: "hooks" } & (
    | { readonly action: "list" }
    | { readonly action: "show" | "remove"; readonly id: string }
    | { readonly action: "rotate"; readonly id: string; readonly secret: string | undefined }
    | {
        readonly action: "add";
        /** What the options say of it. */
        readonly stated: JsonObject;
        /** The file that says the rest. */
        readonly from: string | undefined;
      }
  );

export type WebhooksCommand = Common & { readonly do: "webhooks" } & (
    | { readonly action: "list" }
    | { readonly action: "show" | "enable" | "remove" | "replay"; readonly id: string }
    | { readonly action: "rotate"; readonly id: string; readonly secret: string | undefined }
    | { readonly action: "add"; readonly webhook: NewWebhook }
    | {
        readonly action: "deliveries";
        /** Those that are parked where there is none. */
        readonly run: string | undefined;
        readonly page: { readonly limit: number | undefined; readonly cursor: string | undefined };
      }
  );

export interface UploadCommand extends Common {
  readonly do: "upload";
  /** Paths and addresses. */
  readonly files: readonly string[];
}

export type CliCommand =
  | { readonly do: "help"; readonly text: string }
  | { readonly do: "version" }
  | AskCommand
  | PlanCommand
  | RunsCommand
  | ModelsCommand
  | HooksCommand
  | WebhooksCommand
  | UploadCommand
  | (Common & { readonly do: "task-types" | "health" });
