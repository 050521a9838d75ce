import type { WebhookEvent } from "../../domain/webhooks/facts.ts";
import type { Own, WebhooksCommand } from "./commands.ts";
import { readCount } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { only } from "./only.ts";
import type { ParsedOptions } from "./parse.ts";
import { readAction } from "./read-action.ts";
import { readVariable } from "./secret-variable.ts";
import { UsageError } from "./usage-error.ts";

const MAX_PAGE = 100;

/** Complete, so that a new one fails to compile here. */
const EVENTS: Readonly<Record<WebhookEvent, true>> = {
  "run.succeeded": true,
  "run.partial": true,
  "run.failed": true,
  "run.cancelled": true,
  "run.approval_required": true,
  "run.paused": true,
  "task.succeeded": true,
  "task.failed": true,
};
const isEvent = (name: string): name is WebhookEvent => Object.hasOwn(EVENTS, name);

/** @throws {UsageError} */
export function readWebhooks(
  values: ParsedOptions,
  [asked, ...rest]: readonly string[],
  environment: NodeJS.ProcessEnv,
): Own<WebhooksCommand> {
  const action = readAction("webhooks", asked, values);
  const secret = values.secret === undefined ? undefined : readVariable("secret", values.secret, environment);
  switch (action) {
    case "list":
      only(rest, "webhooks list", 0);
      return { action };
    case "add": {
      const { event: events, description } = values;
      const url = only(rest, "webhooks add URL");
      if (!/^https?:/.test(url)) throw new UsageError(`"${url}" is not an address like https://example.com/impresario`);
      return { action, webhook: { url, ...eventsOf(events), ...given({ description, secret }) } };
    }
    case "deliveries": {
      const run = rest.length === 0 ? undefined : only(rest, "webhooks deliveries RUN");
      const page = { limit: readCount("limit", values.limit, MAX_PAGE), cursor: values.cursor };
      if (run !== undefined && (page.limit !== undefined || page.cursor !== undefined)) {
        throw new UsageError("Deliveries of a run come all at once: --limit and --cursor go without RUN");
      }
      return { action, run, page };
    }
    case "rotate":
      return { action, id: only(rest, "webhooks rotate ID"), secret };
    default:
      return { action, id: only(rest, `webhooks ${action} ID`) };
  }
}

function eventsOf(names: readonly string[] | undefined): { readonly events?: readonly WebhookEvent[] } {
  if (names === undefined) return {};
  const all = Object.keys(EVENTS).filter(isEvent);
  return { events: names.flatMap((name) => oneOf(all, "event", name) ?? []) };
}

const given = ({ description, secret }: { description: string | undefined; secret: string | undefined }) => ({
  ...(description === undefined ? {} : { description }),
  ...(secret === undefined ? {} : { secret }),
});
