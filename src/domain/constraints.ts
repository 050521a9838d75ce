import type { PriceUnit } from "./catalogue.ts";

/** Names that may or must not be used; where both are given, both hold. */
export interface Allowed {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** Constraints on models. Each part is present only if somebody asked for it. */
export interface Constraints {
  /** SPDX identifiers, or a family: `permissive`, `non-commercial`, `GPL`, `OpenRAIL++`… */
  readonly licence?: Allowed;
  /** Providers, `local` for whatever leaves the house nowhere, or a maker's name. */
  readonly provider?: Allowed;
  /** Ids of models, their last parts, or how they begin: "openai/whisper-large-v2", "whisper-large-v2", "whisper". */
  readonly model?: Allowed;
  readonly size?: {
    /** In parameters. */
    readonly max?: number;
    /** In parameters. */
    readonly min?: number;
    /** On disk. */
    readonly maxBytes?: number;
    readonly prefer?: "smallest" | "largest";
  };
  /** A benchmark, as the request names it; at least one of `prefer` and `atLeast`. */
  readonly benchmark?: {
    readonly name: string;
    readonly prefer?: "best";
    /** As good as this or better, in the metric's own unit and direction: 5 means a word error rate of 5 per cent or less. */
    readonly atLeast?: number;
    /** The task type it is tied to. */
    readonly for?: string;
  };
  /** BCP 47: what the models must know, or the reply is wanted in. The target of a translation is an argument. */
  readonly language?: string;
  /** The highest price; without `per` in any unit. 0 means free models only. */
  readonly price?: { readonly maxUsd: number; readonly per?: PriceUnit };
  /** How long a model's calls may take in the median, as far as that is known. */
  readonly latency?: { readonly maxMs: number };
  /** Ranks the models that satisfy all constraints by cost. */
  readonly prefer?: "cheapest";
  /** `false`: only models whose weights everybody may have. */
  readonly gated?: false;
}

/** The budget stated in a request's words; each part is present only if they state it. */
export interface AskedBudget {
  readonly usd?: number;
  readonly timeMs?: number;
  readonly tasks?: number;
  readonly llmCalls?: number;
}
