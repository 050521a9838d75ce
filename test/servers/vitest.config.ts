import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { QUIET } from "../../scripts/server.ts";
import { PATIENCE } from "../patience.ts";

Object.assign(process.env, QUIET);

/** `npm run test:servers`: what starts the Worker as `npm start` does, or a script that does. */
export default defineConfig({
  root: fileURLToPath(new URL("../../", import.meta.url)),
  test: {
    // Many wait for a server: two at once pay even where one core is all there is besides vitest's own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    include: ["test/servers/**/*.test.ts"],
    globalSetup: ["./test/servers/global-setup.ts"],
    ...PATIENCE,
  },
});
