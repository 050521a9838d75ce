import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { QUIET } from "../../scripts/server.ts";
import { PATIENCE } from "../patience.ts";

Object.assign(process.env, QUIET);

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const { dependencies } = JSON.parse(readFileSync(here("package.json"), "utf8")) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const isOurs = (name: string): boolean =>
  Object.keys(dependencies).some((installed) => name === installed || name.startsWith(`${installed}/`));

/** Tests of other folders get the clients that are installed here. */
const clientsOfThisFolder: Plugin = {
  name: "clients-of-this-folder",
  enforce: "pre",
  async resolveId(name, importer) {
    if (!importer?.startsWith(here("../servers/")) || !isOurs(name)) return null;
    return this.resolve(name, here("openai.ts"), { skipSelf: true });
  },
};

/**
 * `npm run test:clients`: the clients of `package.json` here against the Worker as it is deployed, and with them the tests of
 * OpenAI's clients that each change runs with the project's own versions.
 */
export default defineConfig({
  root: here("../../"),
  plugins: [clientsOfThisFolder],
  test: {
    maxWorkers: 2,
    include: ["test/clients/*.test.ts", "test/servers/conformance/openai*.test.ts"],
    globalSetup: ["./test/servers/global-setup.ts"],
    ...PATIENCE,
  },
});
