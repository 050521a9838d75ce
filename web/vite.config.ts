import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

/** What serves the API, for `npm run dev:web`; `npm start` unless said otherwise. */
const API = process.env.IMPRESARIO_URL ?? "http://127.0.0.1:8787";

export default defineConfig({
  root: fileURLToPath(new URL(".", import.meta.url)),
  build: {
    target: "es2023",
    // What knows `light-dark()`, which the colours are written in.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    // A data: address would need a wider Content-Security-Policy than files of our own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      // Of libraries that also serve React's server components; here everything is the client's.
      onLog: (level, log, handle) => (log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : handle(level, log)),
    },
  },
  worker: { format: "es" },
  server: {
    host: "127.0.0.1",
    // With its own origin: the server refuses what pages of other sites post.
    proxy: Object.fromEntries(
      ["/v1", "/docs", "/openapi.json"].map((path) => [path, { target: API, changeOrigin: false }]),
    ),
  },
});
