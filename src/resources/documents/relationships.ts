import type { Archive } from "./archive.ts";
import { type Attributes, attribute, readMarkup, xmlText } from "./markup.ts";

/** What a part of an office file refers to: each by its id there, with the last word of its type and its name in the archive. */
export interface Relationship {
  readonly type: string;
  readonly target: string;
}

/**
 * The relationships of a part of an Office Open XML file (ECMA-376 part 2, 9.3); of the file itself for `""`.
 * @returns by id; empty where the part has none
 */
export async function relationshipsOf(archive: Archive, part: string): Promise<ReadonlyMap<string, Relationship>> {
  const slash = part.lastIndexOf("/");
  const folder = part.slice(0, slash + 1);
  const name = `${folder}_rels/${part.slice(slash + 1)}.rels`;
  const found = new Map<string, Relationship>();
  if (!archive.has(name)) return found;
  await readMarkup(xmlText(await archive.read(name)), "xml", {
    open(element, attributes) {
      const [id, type, target] = ["Id", "Type", "Target"].map((key) => attribute(attributes, key));
      if (element !== "Relationship" || !id || !type || !target || attributes.TargetMode === "External") return;
      found.set(id, { type: type.slice(type.lastIndexOf("/") + 1), target: resolved(folder, target) });
    },
  });
  return found;
}

/** The main part of an Office Open XML file, such as `word/document.xml`. */
export async function mainPart(archive: Archive, usual: string): Promise<string> {
  const named = [...(await relationshipsOf(archive, "")).values()].find(({ type }) => type === "officeDocument");
  return named && archive.has(named.target) ? named.target : usual;
}

function resolved(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith("/") ? target : folder + target).split("/")) {
    if (step === "..") steps.pop();
    else if (step !== "" && step !== ".") steps.push(step);
  }
  return steps.join("/");
}

/** The id that an element refers to another part by, `r:id` mostly. */
export const relationshipId = (attributes: Attributes): string | undefined =>
  Object.entries(attributes).find(([name]) => name.includes(":") && name.endsWith(":id"))?.[1];
