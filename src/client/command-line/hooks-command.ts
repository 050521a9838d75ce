import type { Client, HookEntry, HookWithSecret } from "../client.ts";
import { readJsonObject } from "./attachments.ts";
import type { HooksCommand } from "./commands.ts";
import { type CliSession, show } from "./session.ts";
import { type StyledLine, span } from "./terminal.ts";

/** Sees to inbound webhooks. */
export async function actOnHooks({ hooks }: Client, command: HooksCommand, session: CliSession): Promise<number> {
  const { signal, folder } = session;
  const told = (value: unknown, lines: readonly StyledLine[]): number => show(session, command.json, value, lines);
  switch (command.action) {
    case "list": {
      const all = await hooks.list({ signal });
      return told(all, all.length === 0 ? [[span("You have no hook.", "dim")]] : all.flatMap(hookLines));
    }
    case "show": {
      const hook = await hooks.get(command.id, { signal });
      return told(hook, hookLines(hook));
    }
    case "add": {
      const parts = command.from === undefined ? {} : await readJsonObject(folder, command.from);
      const hook = await hooks.create({ ...parts, ...command.stated }, { signal });
      return told(hook, [...hookLines(hook), ...secretLines(hook)]);
    }
    case "rotate": {
      const hook = await hooks.rotate(command.id, { signal, secret: command.secret });
      return told(hook, [...hookLines(hook), ...secretLines(hook)]);
    }
    case "remove":
      await hooks.remove(command.id, { signal });
      return told({ removed: command.id }, [[span(`${command.id} is gone; the runs that it made stay.`)]]);
  }
}

const hookLines = ({ id, url, name, source, template, keyId }: HookEntry): readonly StyledLine[] => [
  [span(id, "bold"), span(`  ${source}${name === "" ? "" : `  ${name}`}`, "cyan")],
  [span("  post to  ", "dim"), span(url)],
  [span("  request  ", "dim"), span(template === "" ? "a plan of your own" : template.replaceAll(/\s+/g, " "))],
  // An older server says nothing of it.
  ...(keyId ? [[span("  made by  ", "dim"), span(`key ${keyId}`)]] : []),
];

const secretLines = ({ secret, webhookSecret }: HookWithSecret): readonly StyledLine[] => [
  [span("  secret   ", "dim"), span(secret)],
  ...(webhookSecret === undefined ? [] : [[span("  webhook secret  ", "dim"), span(webhookSecret)]]),
  [span("  Give the sender address and secret: the secret is not shown again.", "yellow")],
];
