import { AppError } from "../../../../domain/errors.ts";
import type { WorkBudget } from "../../work.ts";
import { withoutFontPrograms } from "./pdf-fonts.ts";
import { type PdfObject, PdfObjects, PdfStreamObject } from "./pdf-objects.ts";
import { isDict, isList, type PdfDict, PdfLexer, PdfName, type PdfToken, type PdfValue } from "./pdf-syntax.ts";

/*
 * pdf.js computes without a bound, and nothing can interrupt it: nested forms take it exponential time, nested states
 * quadratic time. So what it would do is counted before it is given a file. The count follows what it does for the text
 * of a page, and is never below that: of what a file has twice, the dearer one counts.
 */

/** Of content in one part; a page of a dense map has some 5 MB. */
const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
/** The format allows 28 (ISO 32000-1, annex C), and programs that print nest deeper. */
const MAX_NESTING = 512;
/** pdf.js looks up what a state inherits one state after the other: so deep, an operator takes twice as long. */
const NESTING_THAT_DOUBLES = 32;
const MAX_FORM_DEPTH = 32;
/** Codes that the character maps of all fonts tell the letters of: the largest real ones have 65,536. */
const MAX_MAP_ENTRIES = 1_000_000;
/** A piece of text that a code stands for is copied for each; a letter or a ligature takes few bytes. */
const BYTES_THAT_COUNT_AS_ENTRY = 16;
/** Pairs of a form and the resources it is drawn with, as one without any takes its caller's. */
const MAX_FORMS = 50_000;
/** Between a page and the root of the tree of pages. */
const MAX_PARENTS = 50;

type Category = "XObject" | "ExtGState" | "Pattern";

/** Drawn at one place of a content or several: the object of that name in the resources. */
interface Call {
  readonly category: Category;
  readonly name: string;
  count: number;
  /** The depths of all those places together. */
  depths: number;
  maxDepth: number;
}

/** What a content does, by itself. */
interface Summary {
  readonly operators: number;
  /** The operators, each weighed by how deep it is nested. */
  readonly work: number;
  readonly showsText: boolean;
  readonly maxDepth: number;
  readonly endDepth: number;
  readonly calls: readonly Call[];
}

/** What it takes to draw a content with all that it calls, at a depth of d: `fixed + perDepth * d`. */
interface Cost {
  readonly fixed: number;
  readonly perDepth: number;
  readonly maxDepth: number;
  readonly showsText: boolean;
}

const NOTHING: Cost = { fixed: 0, perDepth: 0, maxDepth: 0, showsText: false };

/** What is asked of pdf.js: the text of pages, or all that is needed to draw them, pictures among it. */
type Purpose = "text" | "drawing";

/** What operators and the start of a form take, beside an operator of a page whose text is read (0.7 µs). */
const WEIGHTS: Readonly<Record<Purpose, { readonly operator: number; readonly form: number }>> = {
  text: { operator: 1, form: 200 },
  drawing: { operator: 10, form: 200 },
};

/** Tells what a PDF would take pdf.js, before that sees it. */
export class PdfWork {
  readonly #objects: PdfObjects;
  readonly #work: WorkBudget;
  readonly #summaries = new Map<PdfStreamObject, Summary>();

  private constructor(objects: PdfObjects, work: WorkBudget) {
    this.#objects = objects;
    this.#work = work;
  }

  /** @throws {AppError} `resource-too-complex` where what describes its pages and fonts is beyond a bound */
  static async read(file: Uint8Array, work: WorkBudget): Promise<PdfWork> {
    const objects = await PdfObjects.read(file, work);
    await checkMaps(objects, work);
    return new PdfWork(objects, work);
  }

  /** What pdf.js is given: the file without what it could take any time for. */
  readable(file: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
    return withoutFontPrograms(file, this.#objects);
  }

  /**
   * Refuses a PDF with a page that would take too long.
   * @throws {AppError} `resource-too-complex`, which names the bound; `unsupported-input` for contents that are packed so
   * that nobody can say what pdf.js makes of them
   */
  async check(purpose: Purpose): Promise<void> {
    const counter = new Counter(this.#objects, this.#work, purpose, this.#summaries);
    for (const dict of this.#objects.dicts()) {
      if (dict.has("CharProcs")) await counter.checkGlyphs(dict);
      if (dict.has("Contents")) await counter.checkPage(dict);
    }
  }
}

const tooComplex = (what: string): AppError => new AppError("resource-too-complex", `The PDF has ${what}.`);

const streamsIn = (objects: readonly PdfObject[]): readonly PdfStreamObject[] =>
  objects.filter((one) => one instanceof PdfStreamObject);
const dictsIn = (objects: readonly PdfObject[]): readonly PdfDict[] =>
  objects.flatMap((one) => (!(one instanceof PdfStreamObject) && isDict(one) ? [one] : []));

class Counter {
  readonly #objects: PdfObjects;
  readonly #work: WorkBudget;
  readonly #purpose: Purpose;
  readonly #summaries: Map<PdfStreamObject, Summary>;
  /** By content, and by the resources that it is drawn with. */
  readonly #costs = new Map<PdfStreamObject, Map<readonly PdfDict[], Cost | "under way">>();
  readonly #resources = new Map<PdfDict, readonly PdfDict[] | null>();
  #forms = 0;

  constructor(objects: PdfObjects, work: WorkBudget, purpose: Purpose, summaries: Map<PdfStreamObject, Summary>) {
    this.#objects = objects;
    this.#work = work;
    this.#purpose = purpose;
    this.#summaries = summaries;
  }

  async checkPage(page: PdfDict): Promise<void> {
    const resources = this.#inherited(page);
    for (const contents of this.#objects.resolve(page.get("Contents"))) {
      // Parts of a page follow each other as if they were one (ISO 32000-2, 7.8.2).
      const parts = contents instanceof PdfStreamObject ? [contents] : isList(contents) ? contents : [];
      let [total, depth] = [0, 0];
      for (const part of parts) {
        const drawn = part instanceof PdfStreamObject ? [part] : streamsIn(this.#objects.resolve(part));
        let [dearest, deepest] = [0, 0];
        for (const stream of drawn) {
          const { fixed, perDepth, maxDepth } = await this.#cost(stream, resources, 0);
          if (depth + maxDepth > MAX_NESTING) throw tooComplex(`states nested more than ${MAX_NESTING} levels deep`);
          dearest = Math.max(dearest, fixed + perDepth * depth);
          deepest = Math.max(deepest, (await this.#summary(stream)).endDepth);
        }
        total += dearest;
        depth += deepest;
        this.#admit(total);
      }
    }
  }

  /** The glyphs of a font that are drawn (Type 3): pdf.js reads all of them when the font is first used. */
  async checkGlyphs(font: PdfDict): Promise<void> {
    const resources = this.#own(font) ?? [];
    let total = 0;
    for (const glyphs of dictsIn(this.#objects.resolve(font.get("CharProcs")))) {
      for (const glyph of glyphs.values()) {
        for (const stream of streamsIn(this.#objects.resolve(glyph))) {
          total += (await this.#cost(stream, resources, 0)).fixed;
          this.#admit(total);
        }
      }
    }
  }

  #admit(operators: number): void {
    this.#work.admit("operators", Math.ceil(operators), "A page of the PDF");
  }

  async #cost(stream: PdfStreamObject, inherited: readonly PdfDict[], formDepth: number): Promise<Cost> {
    if (formDepth > MAX_FORM_DEPTH) throw tooComplex(`forms nested more than ${MAX_FORM_DEPTH} levels deep`);
    const resources = this.#own(stream.dict) ?? inherited;
    const known = this.#costs.get(stream) ?? new Map<readonly PdfDict[], Cost | "under way">();
    this.#costs.set(stream, known);
    const before = known.get(resources);
    if (before === "under way") throw tooComplex("a form that is drawn inside itself");
    if (before) return before;
    if (++this.#forms > MAX_FORMS) throw tooComplex(`more than ${MAX_FORMS.toLocaleString("en")} forms`);
    known.set(resources, "under way");
    const summary = await this.#summary(stream);
    const weights = WEIGHTS[this.#purpose];
    const cost = {
      fixed: summary.work * weights.operator,
      perDepth: (summary.operators * weights.operator) / NESTING_THAT_DOUBLES,
      maxDepth: summary.maxDepth,
      showsText: summary.showsText,
    };
    for (const call of summary.calls) {
      const target = await this.#dearest(call, resources, formDepth + 1);
      // pdf.js remembers for a content which of its forms have no text, and which patterns it has read.
      const isOnce = call.category === "Pattern" || (this.#purpose === "text" && !target.showsText);
      const [times, depths] = isOnce ? [1, call.maxDepth + 1] : [call.count, call.depths];
      cost.fixed += times * target.fixed + depths * target.perDepth;
      cost.perDepth += times * target.perDepth;
      cost.maxDepth = Math.max(cost.maxDepth, call.maxDepth + 1 + target.maxDepth);
      cost.showsText ||= target.showsText;
      this.#admit(cost.fixed);
      if (cost.maxDepth > MAX_NESTING) throw tooComplex(`states nested more than ${MAX_NESTING} levels deep`);
    }
    known.set(resources, cost);
    return cost;
  }

  async #dearest({ category, name }: Call, resources: readonly PdfDict[], formDepth: number): Promise<Cost> {
    let dearest = NOTHING;
    for (const stream of this.#called(category, name, resources)) {
      const { fixed, perDepth, maxDepth, showsText } = await this.#cost(stream, resources, formDepth);
      dearest = {
        fixed: Math.max(dearest.fixed, WEIGHTS[this.#purpose].form + fixed),
        perDepth: Math.max(dearest.perDepth, perDepth),
        maxDepth: Math.max(dearest.maxDepth, maxDepth),
        showsText: dearest.showsText || showsText,
      };
    }
    return dearest;
  }

  /** The contents that may be meant by a name. */
  #called(category: Category, name: string, resources: readonly PdfDict[]): readonly PdfStreamObject[] {
    const found = resources
      .flatMap((one) => dictsIn(this.#objects.resolve(one.get(category))))
      .flatMap((one) => this.#objects.resolve(one.get(name)));
    if (category === "Pattern") return streamsIn(found);
    if (category === "XObject") return streamsIn(found).filter(({ dict }) => nameOf(dict.get("Subtype")) === "Form");
    return dictsIn(found)
      .flatMap((state) => dictsIn(this.#objects.resolve(state.get("SMask"))))
      .flatMap((mask) => streamsIn(this.#objects.resolve(mask.get("G"))));
  }

  /** The resources that an object has itself; null where it takes those of what it is drawn in. */
  #own(dict: PdfDict): readonly PdfDict[] | null {
    const known = this.#resources.get(dict);
    if (known !== undefined) return known;
    const found = dictsIn(this.#objects.resolve(dict.get("Resources")));
    const own = found.length === 0 ? null : found;
    this.#resources.set(dict, own);
    return own;
  }

  /** A page's resources, or those of the nearest node above that has any. */
  #inherited(page: PdfDict): readonly PdfDict[] {
    let nodes: readonly PdfDict[] = [page];
    for (let level = 0; level < MAX_PARENTS && nodes.length > 0; level++) {
      for (const node of nodes) {
        const own = this.#own(node);
        if (own) return own;
      }
      nodes = nodes.flatMap((node) => dictsIn(this.#objects.resolve(node.get("Parent"))));
    }
    return [];
  }

  async #summary(stream: PdfStreamObject): Promise<Summary> {
    const known = this.#summaries.get(stream);
    if (known) return known;
    const content = await stream.content(MAX_CONTENT_BYTES);
    await this.#work.spend("bytes", content.length);
    const summary = summarize(content);
    this.#summaries.set(stream, summary);
    return summary;
  }
}

const nameOf = (value: PdfValue | undefined): string | null => (value instanceof PdfName ? value.name : null);

/** Each is looked up, and waited for. */
const SLOW_OPERATORS = new Set(["Tf", "gs", "sh", "BI"]);
const SLOW_OPERATOR = 20;
const CALLS: Readonly<Record<string, Category>> = { Do: "XObject", gs: "ExtGState", scn: "Pattern", SCN: "Pattern" };

/** What a content does, read from its operators; each letter that it shows counts as one. */
function summarize(content: Uint8Array): Summary {
  const lexer = new PdfLexer(content, 0, true);
  const calls = new Map<string, Call>();
  let [operators, work, depth, maxDepth] = [0, 0, 0, 0];
  let name: string | null = null;
  let showsText = false;
  const count = (amount: number): void => {
    operators += amount;
    work += amount * (1 + depth / NESTING_THAT_DOUBLES);
  };
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if (token.is === "name") name = token.value;
    if (token.is === "string") {
      showsText = true;
      count(token.bytes);
    }
    if (token.is !== "word") continue;
    count(SLOW_OPERATORS.has(token.value) ? SLOW_OPERATOR : 1);
    if (token.value === "q") maxDepth = Math.max(maxDepth, ++depth);
    else if (token.value === "Q") depth = Math.max(0, depth - 1);
    else if (token.value === "ID") skipInlineImage(lexer, content);
    const category = Object.hasOwn(CALLS, token.value) ? CALLS[token.value] : undefined;
    if (category === undefined || name === null) continue;
    const key = `${category} ${name}`;
    const call = calls.get(key) ?? { category, name, count: 0, depths: 0, maxDepth: 0 };
    call.count += 1;
    call.depths += depth + 1;
    call.maxDepth = Math.max(call.maxDepth, depth);
    calls.set(key, call);
  }
  return { operators, work, showsText, maxDepth, endDepth: depth, calls: [...calls.values()] };
}

/** What pdf.js looks at behind an "EI" to tell whether the picture's data ends there. */
const LOOK_AHEAD_BYTES = 15;

/** Goes on behind the data of a picture in the content: at the first "EI" that text follows. */
function skipInlineImage(lexer: PdfLexer, content: Uint8Array): void {
  const isText = (byte: number): boolean => byte === 0 || byte === 10 || byte === 13 || (byte >= 32 && byte <= 127);
  for (let at = lexer.at; at < content.length; at++) {
    const isEnd = content[at] === 0x45 && content[at + 1] === 0x49 && [10, 13, 32].includes(content[at + 2] ?? 32);
    if (!isEnd || !content.subarray(at + 3, at + 3 + LOOK_AHEAD_BYTES).every(isText)) continue;
    lexer.at = at + 2;
    return;
  }
  // Without an end pdf.js may take what follows for operators, and so is it counted.
}

/** The codes that the character maps of a file's fonts tell the letters of. @throws {AppError} `resource-too-complex` */
async function checkMaps(objects: PdfObjects, work: WorkBudget): Promise<void> {
  const sizes = new Map<PdfStreamObject, number>();
  let total = 0;
  for (const dict of objects.dicts()) {
    // A font is read anew for each that names it, as the map is.
    for (const stream of streamsIn([
      ...objects.resolve(dict.get("ToUnicode")),
      ...objects.resolve(dict.get("Encoding")),
    ])) {
      let size = sizes.get(stream);
      if (size === undefined) {
        const content = await stream.content(MAX_CONTENT_BYTES);
        await work.spend("bytes", content.length);
        size = entriesOf(content);
        sizes.set(stream, size);
      }
      total += size;
      if (total > MAX_MAP_ENTRIES) {
        throw tooComplex(`character maps of more than ${MAX_MAP_ENTRIES.toLocaleString("en")} entries`);
      }
    }
  }
}

/** The entries of a character map (Adobe Technical Note 5014), ranges counted as what they stand for. */
function entriesOf(content: Uint8Array): number {
  const lexer = new PdfLexer(content);
  let entries = 0;
  let inRanges = false;
  let inList = false;
  let codes: number[] = [];
  const weigh = (token: PdfToken | null): number =>
    token?.is === "string" ? 1 + token.bytes / BYTES_THAT_COUNT_AS_ENTRY : 1;
  for (let token = lexer.next(); token !== null; token = lexer.next()) {
    if (token.is === "word") {
      if (/^begin(?:bf|cid|notdef)range$/.test(token.value)) inRanges = true;
      else if (/^end(?:bf|cid|notdef)range$/.test(token.value)) inRanges = false;
      // A range may have a list of what each of its codes stands for.
      inList = inRanges && (token.value === "[" || (inList && token.value !== "]"));
      codes = [];
    } else if (token.is === "string" || token.is === "number") {
      const code = token.is === "number" ? token.value : (token.code ?? 0);
      if (!inRanges || inList || codes.length < 2) {
        entries += weigh(token);
        if (inRanges && !inList) codes.push(code);
        continue;
      }
      const [low = 0, high = 0] = codes;
      entries += Math.max(0, high - low + 1) * weigh(token);
      codes = [];
    }
  }
  return entries;
}
