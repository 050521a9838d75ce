import { openArchive } from "./archive.ts";
import { type LineRole, type LineRules, Lines, readLines } from "./lines.ts";
import { readMarkup, xmlText } from "./markup.ts";
import { mainPart, relationshipId, relationshipsOf } from "./relationships.ts";

const ROLES: ReadonlyMap<string, LineRole> = new Map<string, LineRole>([
  ["p", "block"],
  ["tr", "row"],
  ["tc", "cell"],
  ["br", "line-break"],
  ["Fallback", "skipped"],
]);

const RULES: LineRules = {
  language: "xml",
  roleOf: (name) => ROLES.get(name) ?? null,
  textIn: new Set(["t"]),
};

/** The text of a PowerPoint presentation (.pptx): slide by slide as they are shown, without speaker's notes. */
export async function readPowerPoint(file: Uint8Array): Promise<string> {
  const archive = openArchive(file);
  const main = await mainPart(archive, "ppt/presentation.xml");
  const parts = await relationshipsOf(archive, main);
  const slides: string[] = [];
  await readMarkup(xmlText(await archive.read(main)), "xml", {
    open(name, attributes) {
      // Its own `id` is a number that nothing refers to: the one with a prefix is the relationship's.
      const id = name === "sldId" ? relationshipId(attributes) : undefined;
      const slide = id === undefined ? undefined : parts.get(id)?.target;
      if (slide !== undefined && archive.has(slide)) slides.push(slide);
    },
  });
  const lines = new Lines();
  // A slide may be named again and again; each is read once.
  for (const slide of new Set(slides)) {
    lines.beginHeading();
    await readLines(xmlText(await archive.read(slide)), RULES, lines);
  }
  return lines.toString();
}
