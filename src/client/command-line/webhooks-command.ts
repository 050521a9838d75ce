import type { Client, WebhookDelivery, WebhookEntry, WebhookWithSecret } from "../client.ts";
import type { WebhooksCommand } from "./commands.ts";
import { type CliSession, show } from "./session.ts";
import { type StyledLine, span } from "./terminal.ts";
import { count } from "./words.ts";

/** Sees to webhooks that are told of runs. */
export async function actOnWebhooks(
  { webhooks }: Client,
  command: WebhooksCommand,
  session: CliSession,
): Promise<number> {
  const { signal } = session;
  const told = (value: unknown, lines: readonly StyledLine[]): number => show(session, command.json, value, lines);
  switch (command.action) {
    case "list": {
      const all = await webhooks.list({ signal });
      return told(all, all.length === 0 ? [[span("You have no webhook.", "dim")]] : all.flatMap(webhookLines));
    }
    case "show": {
      const webhook = await webhooks.get(command.id, { signal });
      return told(webhook, webhookLines(webhook));
    }
    case "add": {
      const webhook = await webhooks.add(command.webhook, { signal });
      return told(webhook, withSecret(webhook));
    }
    case "rotate": {
      const webhook = await webhooks.rotate(command.id, { signal, secret: command.secret });
      return told(webhook, withSecret(webhook));
    }
    case "enable": {
      const webhook = await webhooks.enable(command.id, { signal });
      return told(webhook, webhookLines(webhook));
    }
    case "remove":
      await webhooks.remove(command.id, { signal });
      return told({ removed: command.id }, [[span(`${command.id} is told nothing more.`)]]);
    case "deliveries": {
      const page =
        command.run === undefined
          ? await webhooks.parked(command.page, { signal })
          : { deliveries: await webhooks.deliveries(command.run, { signal }), next: null };
      const next = page.next === null ? [] : [[], [span(`the next: --cursor ${page.next}`, "dim")]];
      const none = command.run === undefined ? "Nothing is parked." : "There is no delivery for that run.";
      if (page.deliveries.length === 0) return told(page, [[span(none, "dim")]]);
      return told(page, [...page.deliveries.flatMap(deliveryLines), ...next]);
    }
    case "replay": {
      const delivery = await webhooks.replay(command.id, { signal });
      return told(delivery, deliveryLines(delivery));
    }
  }
}

const webhookLines = ({ id, url, description, events, disabled }: WebhookEntry): readonly StyledLine[] => [
  [span(id, "bold"), span(`  ${url}`), span(description === "" ? "" : `  ${description}`, "dim")],
  [span(`  ${events.join(", ")}`, "dim")],
  ...(disabled === null ? [] : [[span(`  disabled: ${disabled.reason}; \`webhooks enable\` goes on`, "yellow")]]),
];

const withSecret = (webhook: WebhookWithSecret): readonly StyledLine[] => [
  ...webhookLines(webhook),
  [span("  secret  ", "dim"), span(webhook.secret)],
  [span("  Give it to the receiver: it is not shown again.", "yellow")],
];

const STYLES = { pending: "plain", delivered: "green", parked: "red" } as const satisfies Record<
  WebhookDelivery["state"],
  string
>;

const deliveryLines = (delivery: WebhookDelivery): readonly StyledLine[] => {
  const { id, type, state, run, webhook, url, tries, lastStatus, lastError } = delivery;
  const why = lastError ?? (lastStatus === null ? null : `answered ${lastStatus}`);
  return [
    [
      span(state, STYLES[state]),
      span(`  ${type}  `),
      span(`to ${webhook ?? url}, ${count(tries, "try", "tries")}`, "dim"),
    ],
    ...(why === null || state === "delivered" ? [] : [[span(`  ${why}`, "yellow")]]),
    [span(`  ${id}  of ${run}`, "dim")],
  ];
};
