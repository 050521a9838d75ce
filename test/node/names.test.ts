import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "vite";
import { expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The types that a source file declares and exports, by name. */
function exportedTypes(path: string, source: string): readonly string[] {
  const names: string[] = [];
  new Visitor({
    ExportNamedDeclaration({ declaration }) {
      if (declaration?.type === "TSInterfaceDeclaration" || declaration?.type === "TSTypeAliasDeclaration") {
        names.push(declaration.id.name);
      } else if (declaration?.type === "ClassDeclaration" && declaration.id) names.push(declaration.id.name);
    },
  }).visit(parseSync(path, source).program);
  return names;
}

it("tells the types that a file exports", () => {
  const source = `export interface A { readonly x: 1 }
    export type B = A;
    export class C {}
    export const D = 1;
    interface E {}
    export type { F } from "./f.ts";`;
  expect(exportedTypes("a.ts", source)).toEqual(["A", "B", "C"]);
});

it("no type name has two meanings in src/", () => {
  const paths = globSync("src/**/*.{ts,tsx}", { cwd: ROOT }).filter((path) => !path.endsWith(".d.ts"));
  expect(paths.length).toBeGreaterThan(100);
  const exported = paths.flatMap((path) =>
    exportedTypes(path, readFileSync(`${ROOT}/${path}`, "utf8")).map((name) => ({ name, path })),
  );
  const several = [...Map.groupBy(exported, ({ name }) => name)].filter(([, places]) => places.length > 1);
  expect(several.map(([name, places]) => `${name}: ${places.map(({ path }) => path).join(", ")}`)).toEqual([]);
});
