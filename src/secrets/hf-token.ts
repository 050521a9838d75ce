import type { Sealer } from "./seal.ts";

/** The run that a caller's own token of Hugging Face is for: it opens for that, and for nothing else. */
export interface TokenUse {
  readonly tenant: string;
  readonly run: string;
}

const purposeOf = ({ tenant, run }: TokenUse): string => JSON.stringify(["Hugging Face token of a run", tenant, run]);

export const sealHfToken = (sealer: Sealer, use: TokenUse, token: string): Promise<string> =>
  sealer.seal(purposeOf(use), token);

/** Null where it cannot be opened, as after a change of the deployment's secret. */
export const openHfToken = (sealer: Sealer, use: TokenUse, sealed: string): Promise<string | null> =>
  sealer.open(purposeOf(use), sealed);
