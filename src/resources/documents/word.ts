import { openArchive } from "./archive.ts";
import { type LineRole, type LineRules, Lines, readLines } from "./lines.ts";
import { attribute, readMarkup, xmlText } from "./markup.ts";
import { mainPart, relationshipsOf } from "./relationships.ts";

const ROLES: ReadonlyMap<string, LineRole> = new Map<string, LineRole>([
  ["p", "block"],
  ["tr", "row"],
  ["tc", "cell"],
  ["br", "line-break"],
  ["cr", "line-break"],
  ["tab", "tab"],
  ["noBreakHyphen", "hyphen"],
  // The stops that tabs lead to, which have the same name as the tabs themselves.
  ["tabs", "skipped"],
  // What was moved away while changes were tracked; what was deleted is no `t`.
  ["moveFrom", "skipped"],
  // The same again for programs of before 2010.
  ["Fallback", "skipped"],
]);

/** The styles whose paragraphs are headings, and items of lists. */
interface Styles {
  readonly headings: ReadonlySet<string>;
  readonly items: ReadonlySet<string>;
}

/** The text of a Word document (.docx): its body, without headers, footers, notes and comments; changes as accepted. */
export async function readWord(file: Uint8Array): Promise<string> {
  const archive = openArchive(file);
  const main = await mainPart(archive, "word/document.xml");
  const stylesPart = [...(await relationshipsOf(archive, main)).values()].find(({ type }) => type === "styles")?.target;
  const styles =
    stylesPart !== undefined && archive.has(stylesPart) ? await readStyles(await archive.read(stylesPart)) : NO_STYLES;
  const lines = new Lines();
  await readLines(xmlText(await archive.read(main)), rulesWith(styles), lines);
  return lines.toString();
}

const NO_STYLES: Styles = { headings: new Set(), items: new Set() };

const rulesWith = ({ headings, items }: Styles): LineRules => ({
  language: "xml",
  roleOf(name, attributes) {
    if (name === "pStyle") {
      const style = attribute(attributes, "val") ?? "";
      return headings.has(style) ? "heading-mark" : items.has(style) ? "item-mark" : null;
    }
    // A paragraph with a list of its own; list 0 takes it out of its style's.
    if (name === "numId") return attribute(attributes, "val") === "0" ? "no-item-mark" : "item-mark";
    return ROLES.get(name) ?? null;
  },
  textIn: new Set(["t"]),
});

async function readStyles(part: Uint8Array): Promise<Styles> {
  const headings = new Set<string>();
  const items = new Set<string>();
  let style = "";
  await readMarkup(xmlText(part), "xml", {
    open(name, attributes) {
      if (name === "style") style = attribute(attributes, "styleId") ?? "";
      if (name === "outlineLvl" || (name === "name" && /^title$/i.test(attribute(attributes, "val") ?? ""))) {
        headings.add(style);
      }
      if (name === "numId") items.add(style);
    },
  });
  return { headings, items };
}
