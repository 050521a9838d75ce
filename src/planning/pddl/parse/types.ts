import type { TokenCursor } from "./cursor.ts";
import { MAX_TYPES } from "./limits.ts";
import { TypeTable } from "./type-table.ts";
import { readTypedList } from "./typed-list.ts";

export type Types = ReadonlyMap<string, readonly string[]>;

/** What a domain without `:types` has. */
export const ROOT_ONLY: Types = new Map([["object", []]]);

/**
 * Reads what is in `(:types …)`. A parent that is not declared is an `object`; a type declared again gains the
 * parents given there, as in the storage domain of IPC 2006; `(either a b)` gives both as parents.
 * @throws PddlError `meaning` for a type that descends from itself
 */
export function readTypes(cursor: TokenCursor): Types {
  const parents = new Map<string, Set<string>>([["object", new Set()]]);
  const declaredAt = new Map<string, number>();
  for (const { entry, at } of readTypedList(cursor, "name", "a type", "any")) {
    declaredAt.set(entry.name, at);
    const above = parents.get(entry.name) ?? new Set();
    parents.set(entry.name, above);
    for (const parent of entry.types) {
      if (entry.name !== "object") above.add(parent);
      else if (parent !== "object") throw cursor.failure("meaning", "the type 'object' has no parent", at);
      if (!parents.has(parent)) parents.set(parent, new Set());
    }
    if (parents.size > MAX_TYPES) throw cursor.failure("too-large", `more than ${MAX_TYPES} types`, at);
  }
  const types = new Map([...parents].map(([type, above]) => [type, parentsOf(type, above)]));
  const { cyclic } = new TypeTable(types);
  if (cyclic !== null) {
    throw cursor.failure("meaning", `the type '${cyclic}' descends from itself`, declaredAt.get(cyclic));
  }
  return types;
}

/** That a type is an `object` goes without saying where it has another parent. */
function parentsOf(type: string, declared: ReadonlySet<string>): readonly string[] {
  if (type === "object") return [...declared];
  const parents = [...declared].filter((parent) => parent !== "object");
  return parents.length === 0 ? ["object"] : parents;
}
