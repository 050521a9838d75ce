/** Names that may or must not be used; where both are given, both hold. */
export interface Allowed {
  readonly allow?: readonly string[];
  readonly deny?: readonly string[];
}

/** What models may be used. Each part is there only when somebody asked for it. */
export interface Constraints {
  /** SPDX identifiers, or a family: `permissive`, `non-commercial`, `GPL`, `OpenRAIL++`… */
  readonly licence?: Allowed;
  /** Providers, `local` for whatever leaves the house nowhere, or a maker's name. */
  readonly provider?: Allowed;
  readonly size?: {
    /** In parameters. */
    readonly max?: number;
    /** In parameters. */
    readonly min?: number;
    /** On disk. */
    readonly maxBytes?: number;
    readonly prefer?: "smallest" | "largest";
  };
  /** The best on a benchmark, as the request names it; `for` is the task type it is tied to. */
  readonly benchmark?: { readonly name: string; readonly prefer: "best"; readonly for?: string };
  /** BCP 47: what the models must know, or the reply is wanted in. The target of a translation is an argument. */
  readonly language?: string;
}

/** What a request says it may cost at most; each part is there only when its words say so. */
export interface AskedBudget {
  readonly usd?: number;
  readonly timeMs?: number;
  readonly tasks?: number;
  readonly llmCalls?: number;
}
