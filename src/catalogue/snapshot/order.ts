import type { ModelFacts } from "../../domain/catalogue.ts";

type Key = Pick<ModelFacts, "id" | "downloads">;

/** The order of rows: the most downloaded first, then by id; what nobody counted comes last. */
export function comesBefore(a: Key, b: Key): boolean {
  const [left, right] = [a.downloads ?? -1, b.downloads ?? -1];
  return left === right ? a.id < b.id : left > right;
}
