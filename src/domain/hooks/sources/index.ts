import { github } from "./github.ts";
import type { SourceName } from "./names.ts";
import { sharedSecret } from "./shared-secret.ts";
import { slack } from "./slack.ts";
import type { WebhookSource } from "./source.ts";
import { standard } from "./standard.ts";

/** Every way of signing that is known here. */
export const SOURCES: Readonly<Record<SourceName, WebhookSource>> = {
  github,
  slack,
  standard,
  "shared-secret": sharedSecret,
};
