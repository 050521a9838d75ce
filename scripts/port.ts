import { parseArgs } from "node:util";

/** @returns null for wrong usage, after saying so. */
export function readPort(help: string, defaultPort: number): number | null {
  const { values } = parseArgs({ options: { port: { type: "string" }, help: { type: "boolean", short: "h" } } });
  const given = values.port ?? process.env.PORT ?? String(defaultPort);
  const port = Number(given);
  if (values.help) console.log(help);
  else if (!Number.isInteger(port) || port < 1 || port > 65_535) console.error(`"${given}" is no port.\n${help}`);
  else return port;
  process.exitCode = values.help ? 0 : 2;
  return null;
}
