import type { Import } from "./graph.ts";

const STAGES = [
  "planning",
  "catalogue",
  "selection",
  "execution",
  "providers",
  "response",
  "goals",
  "resources",
] as const;
type Stage = (typeof STAGES)[number];

/** The parts of the system that the rules speak of. */
export const AREAS = [
  "domain",
  "r2-schemas",
  "planning/pddl",
  "waiting",
  "thread",
  "words",
  "safetensors",
  "loaded-once",
  ...STAGES,
  "run",
  "config",
  "secrets",
  "rpc",
  "wiring",
  "durable-objects",
  "http",
  "worker",
  "client",
  "client/command-line",
  "web",
  "training",
] as const;
export type Area = (typeof AREAS)[number];

/** What an area may import though no rule speaks of what it imports itself. */
const UNRULED = ["evaluation", "demo", "test"] as const;
type Target = Area | (typeof UNRULED)[number];

/** The files of a stage that another stage may import; the rest is its own business. */
const PUBLIC_INTERFACE: Readonly<Record<Stage, readonly string[]>> = {
  planning: ["index.ts", "controller.ts", "language/language-model.ts", "wire/mend-json.ts", "wire/thought.ts"],
  catalogue: ["index.ts", "query/index.ts", "crawl/index.ts"],
  selection: ["index.ts"],
  execution: ["index.ts"],
  providers: ["index.ts", "provider.ts"],
  response: ["index.ts"],
  goals: ["index.ts"],
  resources: ["index.ts", "store.ts"],
};

/** How one area may import another: everything, types only, or only what the other shows to all. */
type Permission = "all" | "types" | "public interface";
type Permissions = { readonly [To in Target]?: Permission };

const everyStage = (permission: Permission): Permissions =>
  Object.fromEntries(STAGES.map((stage) => [stage, permission]));

const STAGE: Permissions = {
  domain: "all",
  "r2-schemas": "all",
  waiting: "all",
  thread: "all",
  words: "all",
  safetensors: "all",
  ...everyStage("public interface"),
  // What a deployment may set is part of the settings' schema; wiring hands the values down.
  config: "types",
};

/** What each area may import of ours besides itself. What is not listed is forbidden. */
const MAY_IMPORT: Readonly<Record<Area, Permissions>> = {
  domain: {},
  "r2-schemas": { domain: "all" },
  "planning/pddl": {},
  waiting: {},
  thread: { waiting: "all", domain: "all" },
  words: { safetensors: "all" },
  safetensors: {},
  "loaded-once": { waiting: "all" },
  planning: { ...STAGE, "planning/pddl": "all" },
  catalogue: STAGE,
  selection: STAGE,
  execution: STAGE,
  providers: STAGE,
  response: STAGE,
  goals: STAGE,
  resources: STAGE,
  run: { domain: "all", "r2-schemas": "all", ...everyStage("all") },
  config: { domain: "all" },
  secrets: { domain: "all" },
  rpc: { domain: "types", run: "types" },
  wiring: {
    domain: "all",
    waiting: "all",
    thread: "all",
    words: "all",
    "loaded-once": "all",
    "r2-schemas": "all",
    ...everyStage("all"),
    run: "all",
    config: "all",
    secrets: "all",
    rpc: "types",
  },
  "durable-objects": {
    rpc: "types",
    domain: "all",
    "r2-schemas": "all",
    waiting: "all",
    goals: "public interface",
    run: "all",
    wiring: "all",
  },
  http: {
    domain: "all",
    waiting: "all",
    thread: "all",
    "r2-schemas": "all",
    ...everyStage("all"),
    run: "types",
    config: "all",
    secrets: "all",
    wiring: "all",
    rpc: "types",
  },
  worker: { wiring: "all", http: "all", "durable-objects": "all" },
  client: { domain: "types", http: "types" },
  "client/command-line": { domain: "all", http: "types", client: "all" },
  web: { domain: "all", client: "all", demo: "all" },
  training: { domain: "all", words: "all", planning: "all", providers: "all", evaluation: "all", test: "all" },
};

const RULE_1 =
  "domain/, waiting.ts and safetensors.ts import nothing of ours, words/ only safetensors.ts, loaded-once.ts only waiting.ts, thread.ts domain/ besides; r2-schemas/ imports only domain/; planning/pddl/ imports nothing at all (rule 1)";
const RULE_2 =
  "a stage imports domain/, words/, r2-schemas/, waiting.ts, thread.ts and types of config.ts, and another stage only by its public interface (rule 2)";
const RULE_3 = "run/ composes the stages and no stage imports run/; config.ts and secrets/ know only domain/ (rule 3)";
const RULE_4 =
  "durable-objects/ imports wiring, run/, the public interface of goals/, domain/, r2-schemas/ and waiting.ts; wiring and http/ know the Durable Objects by the types of rpc/ alone, which imports types of domain/ and run/ (rule 4)";
const RULE_5 =
  "worker.ts imports http/, the Durable Objects and wiring; client/ imports types of domain/ and of the schemas of http/ only, its command line domain/ as well, and web/ domain/, client/ and the files of demo/ (rule 5)";
const RULE_6 =
  "training/ imports domain/, words/, planning/, providers/, evaluation/ and the texts of test/, and nothing imports training/ (rule 6)";

const RULE: Readonly<Record<Area, string>> = {
  domain: RULE_1,
  "r2-schemas": RULE_1,
  "planning/pddl": RULE_1,
  waiting: RULE_1,
  thread: RULE_1,
  words: RULE_1,
  safetensors: RULE_1,
  "loaded-once": RULE_1,
  planning: RULE_2,
  catalogue: RULE_2,
  selection: RULE_2,
  execution: RULE_2,
  providers: RULE_2,
  response: RULE_2,
  goals: RULE_2,
  resources: RULE_2,
  run: RULE_3,
  config: RULE_3,
  secrets: RULE_3,
  rpc: RULE_4,
  wiring: RULE_4,
  "durable-objects": RULE_4,
  http: RULE_4,
  worker: RULE_5,
  client: RULE_5,
  "client/command-line": RULE_5,
  web: RULE_5,
  training: RULE_6,
};

/** The areas from which `Env` must not be seen: all that wiring builds, and all that runs elsewhere. */
export const BELOW_WIRING: readonly Area[] = [
  "domain",
  "r2-schemas",
  "planning/pddl",
  "waiting",
  "thread",
  ...STAGES,
  "run",
  "config",
  "secrets",
  "rpc",
  "client",
  "web",
  "training",
];

/** The area of a file, or null when no rule speaks of it. */
export function areaOf(path: string): Area | null {
  const name = folderOf(path);
  return AREAS.find((area) => area === name) ?? null;
}

/** Folders inside of others that have rules of their own. */
const PARTS = ["planning/pddl", "client/command-line"] as const;

/** The folder that the rules go by, or the name of a file that stands in none. */
function folderOf(path: string): string | undefined {
  const inside = path.replace(/^src\//, "");
  const part = PARTS.find((folder) => inside.startsWith(`${folder}/`));
  if (part !== undefined) return part;
  return inside.split("/", 1)[0]?.replace(/\.ts$/, "");
}

function targetOf(path: string): Target | null {
  const name = folderOf(path);
  return areaOf(path) ?? UNRULED.find((folder) => folder === name) ?? null;
}

const isStage = (area: Target): area is Stage => STAGES.some((stage) => stage === area);

/** What is wrong with an import, in words that name the rule; null when it is as it should be. */
export function findFault(found: Import): string | null {
  const from = areaOf(found.from);
  if (from === null) return `${found.from} is in no area that the rules speak of`;
  const fault = `${found.from} imports ${found.to}, but ${RULE[from]}`;
  if (found.isPackage) return from === "planning/pddl" ? fault : null;
  const to = targetOf(found.to);
  if (to === from) return null;
  return to !== null && isPermitted(found, MAY_IMPORT[from][to], to) ? null : fault;
}

function isPermitted(found: Import, permission: Permission | undefined, to: Target): boolean {
  switch (permission) {
    case "all":
      return true;
    case "types":
      return found.isTypeOnly;
    case "public interface":
      return isStage(to) && PUBLIC_INTERFACE[to].some((file) => found.to === `src/${to}/${file}`);
    case undefined:
      return false;
  }
}
