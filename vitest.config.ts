import { availableParallelism } from "node:os";
import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { QUIET } from "./scripts/server.ts";
import { LEAST_SHARED } from "./src/domain/partitions.ts";
import { PATIENCE } from "./test/patience.ts";

Object.assign(process.env, QUIET);

/** A task type that only this deployment has. */
const ROW_COUNTING = {
  name: "row-counting",
  area: "table",
  description: "Count the rows of what is there",
  inputs: [{ name: "rows", kinds: ["data", "table"] }],
  outputs: [{ name: "text", kinds: ["text"] }],
};

/** The deployment that the tests run in: open, with experts of its own for tasks nothing embedded does. */
const deployment = (expertUrl: string) => ({
  taskTypes: [ROW_COUNTING],
  endpoints: [
    { model: "a/expert", taskType: "text2text-generation", url: expertUrl },
    { model: "b/backup", taskType: "text2text-generation", url: expertUrl },
    { model: "c/counter", taskType: "row-counting", url: expertUrl },
  ],
});

/**
 * Asked for the first page, pdf.js (`Catalog.getPageDict`) fetches all pages ahead, and leaves the promise of a damaged
 * one behind when an earlier page fails first; so does what its meter ended. Nothing public leads to them; what we are
 * told of the file is right.
 */
const LEFT_BY_PDFJS: ReadonlySet<string> = new Set([
  ...["XRefEntryException", "ParserEOFException", "FormatError", "MeterSpent"],
]);

const LIBRARIES = /\/(node_modules|\.generated)\//;

/**
 * A runtime keeps the text of each module, with its map in it, until all files are tested, and died of 1.4 GB. What no failing
 * test leads into needs no map, and a table is read from text.
 */
const lean = {
  name: "lean",
  enforce: "post",
  config: () => ({ json: { stringify: true } }),
  transform: (code: string, id: string) => (LIBRARIES.test(id) ? { code, map: { mappings: "" } } : null),
} as const;

/** The Worker's own runtime, with what it is bound to. @param limits of `CONFIG` */
const workerd = (limits: Record<string, number | boolean> = {}) =>
  cloudflareTest(({ inject }) => ({
    wrangler: { configPath: "./wrangler.toml" },
    remoteBindings: false,
    miniflare: {
      cf: false,
      bindings: {
        AUTH: "open",
        IMPRESARIO_SECRET: "test-secret-of-at-least-thirty-two-characters",
        CONFIG: { ...deployment(inject("expertUrl")), limits },
        FETCH_ALLOW_HOSTS: new URL(inject("expertUrl")).host,
        HF_HUB_URL: inject("huggingFaceUrl"),
        HF_ROUTER_URL: inject("huggingFaceUrl"),
      },
    },
  }));

/** With a configuration of their own: `npm run test:servers`. */
const SERVERS = ["test/servers/**/*.test.ts", "test/clients/**/*.test.ts"];
/** What tests store here, another file's tests would find: all of it is deleted after each file. */
const STORING = [
  "test/catalogue/{crawl,snapshot}/**/*.test.ts",
  "test/costs/**/*.test.ts",
  "test/durable-objects/**/*.test.ts",
  "test/http/{hive,plan,worker}.test.ts",
];
/**
 * With a runtime of their own, as its isolate is another afterwards: it holds the catalogue that was published to the whole
 * Worker for a minute, and what a call had of its memory budget when its Durable Object was killed comes back only later.
 * The examples are recorded where nothing else has been stored.
 */
const ALONE = [
  "test/durable-objects/{crash,goal-crash,goal-runs,own-token,paid-jobs,retention,telemetry,webhook-ledger}.test.ts",
  "test/http/{card-code,docs/examples}.test.ts",
];
/** In a deployment that divides its tenants, with the smallest limits that it may have; a runtime each, as they kill objects. */
const DIVIDED = ["test/divided/**/*.test.ts"];
const DIVIDED_LIMITS = { partitioned: true, activeRuns: LEAST_SHARED, runsPerMinute: LEAST_SHARED };
const IN_NODE = ["test/node/**/*.test.ts"];
/** What takes many seconds: `npm run test:long`, and no part of `npm test`. */
const LONG = ["test/**/*.long.test.ts"];
/** What tests read as it is. */
const FIXTURES = ["**/test/fixtures/documents/*.{docx,xlsx,pptx,odt,odp,ods,html,eml,csv,txt}"];
export default defineConfig({
  test: {
    // Many wait for a server or for storage: three at once pay even on two cores.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // What the Worker logs of each run that ends; of what tests print, it would be most.
    onConsoleLog: (log) => !log.startsWith('{"name":"impresario.'),
    onUnhandledError: (error) => !LEFT_BY_PDFJS.has(error.name ?? ""),
    projects: [
      {
        plugins: [workerd(), lean],
        assetsInclude: FIXTURES,
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts"],
          exclude: [...IN_NODE, ...SERVERS, ...STORING, ...ALONE, ...DIVIDED, ...LONG],
          globalSetup: ["./test/global-setup.ts"],
          ...PATIENCE,
          // A runtime, and what it imports anew, takes seconds: these files need none of their own.
          isolate: false,
        },
      },
      {
        plugins: [workerd(), lean],
        test: {
          name: "storage",
          include: STORING,
          exclude: [...ALONE, ...LONG],
          globalSetup: ["./test/global-setup.ts"],
          setupFiles: ["./test/durable-objects/imported-before.ts", "./test/durable-objects/delete-stored.ts"],
          ...PATIENCE,
          isolate: false,
        },
      },
      {
        plugins: [workerd(), lean],
        test: { name: "alone", include: ALONE, globalSetup: ["./test/global-setup.ts"], ...PATIENCE },
      },
      {
        plugins: [workerd(DIVIDED_LIMITS), lean],
        test: { name: "divided", include: DIVIDED, globalSetup: ["./test/global-setup.ts"], ...PATIENCE },
      },
      {
        plugins: [workerd(), lean],
        test: {
          name: "long",
          include: LONG,
          globalSetup: ["./test/global-setup.ts"],
          setupFiles: ["./test/durable-objects/delete-stored.ts"],
          ...PATIENCE,
        },
      },
      { test: { name: "node", include: IN_NODE, ...PATIENCE } },
    ],
  },
});
