import { globSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { parseSync, Visitor } from "vite";

/** One import of a source file, however it is written: `import`, `export … from`, `import()`. */
export interface Import {
  readonly from: string;
  /** A path from the root of the repository, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Gone at run time. `import { type X }` is not: under `verbatimModuleSyntax` the module is still loaded. */
  readonly isTypeOnly: boolean;
}

export interface SourceFile {
  readonly path: string;
  readonly imports: readonly Import[];
  /** Names the type `Env`, or imports the value `env`. */
  readonly seesEnv: boolean;
}

const UNKNOWN = "(an address that is not written out)";

/** The folders of the system's source files. */
export const SYSTEM = "{src,durable-objects,r2-schemas,web,training}";
/** Those of all that is written beside it: the rules on directions leave them alone. */
export const BESIDE = "{evaluation,scripts,bench,test}";

/** Every source file of some folders. */
export function readSources(root: string, folders: string = SYSTEM): readonly SourceFile[] {
  const exclude = (path: string): boolean => path.endsWith("node_modules");
  const paths = globSync(`${folders}/**/*.{ts,tsx,js,mjs}`, { cwd: root, exclude });
  return paths.toSorted().map((path) => readSource(path, readFileSync(posix.join(root, path), "utf8")));
}

/** @throws {Error} when the source cannot be parsed. */
export function readSource(path: string, source: string): SourceFile {
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const imports: Import[] = [];
  let seesEnv = false;
  const add = (specifier: unknown, isTypeOnly: boolean): void => {
    const to = typeof specifier === "string" ? specifier : UNKNOWN;
    const isRelative = to.startsWith(".");
    const target = isRelative ? posix.join(posix.dirname(path), to) : to;
    // A file inside a package, or one that was made of it, such as the `.wasm` of the OCR engine.
    const isPackage = !isRelative || /^(?:node_modules|\.generated)\//.test(target);
    imports.push({ from: path, to: target, isPackage, isTypeOnly });
  };
  new Visitor({
    ImportDeclaration(node) {
      add(node.source.value, node.importKind === "type");
      if (node.source.value !== "cloudflare:workers") return;
      if (node.specifiers.some((one) => one.type === "ImportSpecifier" && importedName(one.imported) === "env")) {
        seesEnv = true;
      }
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node.exportKind === "type");
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind === "type");
    },
    ImportExpression(node) {
      add(node.source.type === "Literal" ? node.source.value : null, false);
    },
    TSImportType(node) {
      add(node.source.value, true);
    },
    TSTypeReference(node) {
      const name = node.typeName.type === "TSQualifiedName" ? node.typeName.right : node.typeName;
      if (name.type === "Identifier" && name.name === "Env") seesEnv = true;
    },
  }).visit(program);
  return { path, imports, seesEnv };
}

const importedName = (imported: { readonly type: string; readonly name?: string; readonly value?: string }): string =>
  imported.name ?? imported.value ?? "";

/**
 * The cycles among imports, of types as well: each as the files it goes through, the first named again at its end. One
 * for each import that closes a cycle.
 */
export function findCycles(sources: readonly SourceFile[]): readonly (readonly string[])[] {
  const edges = new Map(sources.map(({ path, imports }) => [path, imports]));
  const cycles: (readonly string[])[] = [];
  const finished = new Set<string>();
  const trail: string[] = [];
  const visit = (path: string): void => {
    if (finished.has(path)) return;
    const seenAt = trail.indexOf(path);
    if (seenAt !== -1) {
      cycles.push([...trail.slice(seenAt), path]);
      return;
    }
    trail.push(path);
    for (const { to } of edges.get(path) ?? []) visit(to);
    trail.pop();
    finished.add(path);
  };
  for (const { path } of sources) visit(path);
  return cycles;
}
