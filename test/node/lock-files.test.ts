import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** Where a package finds another: beside it, or beside one of those that it lies in. */
function isFound(name: string, from: string, packages: ReadonlyMap<string, Locked>): boolean {
  for (let folder = from; ; ) {
    if (packages.has(`${folder === "" ? "" : `${folder}/`}node_modules/${name}`)) return true;
    if (folder === "") return false;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1));
  }
}

// npm writes a lock from what it has installed, without what is for other machines, and then refuses it: `npm ci` fails.
it.each(["package-lock.json", "test/clients/package-lock.json"])("%s has all that its packages name", (path) => {
  const locked: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(readFileSync(path, "utf8"));
  const packages = new Map(Object.entries(locked.packages));
  const missing = [...packages].flatMap(([from, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !isFound(name, from, packages)),
  );
  expect(missing).toEqual([]);
});
