import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** All that the web app is made of. */
const SOURCES = ["web", "src/client", "src/domain", "package-lock.json"];
/** The page is the Worker's to send; all else is named by its content, and so never changes. */
const PAGE = "web/index.html";
const RECORD = "web/build.json";

export interface WebBuild {
  /** What is to be written, in that order, by its path in `.assets/`; nothing where all of it is there. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** All files that belong to it. */
  readonly names: readonly string[];
}

/**
 * The web app, ready to be served as static assets.
 * @param record where an earlier build said what it was made of: one of the same sources is not built again
 */
export async function buildWeb(record: string): Promise<WebBuild> {
  const sources = await hashOf(SOURCES);
  const earlier = readRecord(await readFile(record, "utf8").catch(() => ""));
  if (earlier?.sources === sources) return { files: {}, names: earlier.names };

  const built = await build({
    configFile: join(ROOT, "web/vite.config.ts"),
    logLevel: "warn",
    build: { write: false },
  });
  const outputs = [built].flat().flatMap((one) => ("output" in one ? one.output : []));
  const files = Object.fromEntries(outputs.map((output) => [nameOf(output), contentOf(output)] as const));
  const page = files[PAGE];
  if (page === undefined) throw new Error("Vite made no page of web/");
  delete files[PAGE];
  const names = [...Object.keys(files), PAGE, RECORD];
  // The page last: whoever gets it finds all that it names.
  return {
    files: { ...files, [PAGE]: page, [RECORD]: JSON.stringify({ sources, names }) },
    names,
  };
}

type Output = Rolldown.OutputChunk | Rolldown.OutputAsset;

const nameOf = ({ fileName }: Output): string => (fileName === "index.html" ? PAGE : fileName);
const contentOf = (output: Output): string | Uint8Array => (output.type === "chunk" ? output.code : output.source);

async function hashOf(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of await filesOf(path)) hash.update(`${file}\0`).update(await readFile(join(ROOT, file)));
  }
  return hash.digest("hex");
}

async function filesOf(path: string): Promise<readonly string[]> {
  if (path.endsWith(".json")) return [path];
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return files.map((file) => file.slice(ROOT.length)).toSorted();
}

function readRecord(text: string): { readonly sources: string; readonly names: readonly string[] } | null {
  try {
    const { sources, names } = JSON.parse(text);
    return typeof sources === "string" && Array.isArray(names) ? { sources, names } : null;
  } catch {
    return null;
  }
}
