/** What a provider says that a call took; each part only where it tells. What it measured is what a call is paid by. */
export interface Measured {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Made or looked at. */
  readonly images?: number;
  /** Of sound or moving pictures, made or heard. */
  readonly seconds?: number;
  /** Read aloud, or translated. */
  readonly characters?: number;
  /** Cloudflare's unit for Workers AI. */
  readonly neurons?: number;
  /** Where a provider says the price itself. */
  readonly usd?: number;
}
