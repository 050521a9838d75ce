import type { Sealer } from "./seal.ts";

/** What a webhook's secret is for: it opens for that, and for nothing else. */
export type SecretUse =
  | { readonly tenant: string; readonly endpoint: string }
  | { readonly tenant: string; readonly run: string };

const purposeOf = (use: SecretUse): string =>
  "endpoint" in use
    ? JSON.stringify(["secret of a webhook endpoint", use.tenant, use.endpoint])
    : JSON.stringify(["secret of a run's webhook", use.tenant, use.run]);

export const sealWebhookSecret = (sealer: Sealer, use: SecretUse, secret: string): Promise<string> =>
  sealer.seal(purposeOf(use), secret);

/** Null where it cannot be opened, as after a change of the deployment's secret. */
export const openWebhookSecret = (sealer: Sealer, use: SecretUse, sealed: string): Promise<string | null> =>
  sealer.open(purposeOf(use), sealed);
