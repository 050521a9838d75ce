import type { JsonValue } from "../../domain/json.ts";
import type { Port } from "../../domain/task-types/index.ts";

/** What a text or data bound to a port is to the request. */
export type Role = "text" | "table" | "question" | "labels" | "instruction" | "source-language" | "target-language";

const BY_NAME: ReadonlyMap<string, Role> = new Map([
  ["question", "question"],
  ["labels", "labels"],
  ["categories", "labels"],
  ["classes", "labels"],
  ["candidate-labels", "labels"],
  ["instruction", "instruction"],
  ["source-language", "source-language"],
  ["target-language", "target-language"],
  // What is said aloud in a language is wanted in it.
  ["language", "target-language"],
]);

/** The role of what `port` takes: by its name, by other names it goes by, and then by what it takes. */
export function roleOf(port: Port): Role {
  const named = BY_NAME.get(port.name);
  if (named) return named;
  if (port.aliases.includes("instruction")) return "instruction";
  return port.kinds.includes("text") ? "text" : "table";
}

/** What a value holds that is written in a plan: each of several texts, and each label, also of a text with commas. */
export function itemsOf(value: JsonValue, role: Role): readonly JsonValue[] {
  if (Array.isArray(value)) return role === "table" ? [value] : value;
  if (role !== "labels" || typeof value !== "string") return [value];
  return value
    .split(/[,;\n]/)
    .map((label) => label.trim())
    .filter((label) => label !== "");
}
