import { parseSync, Visitor } from "vite";

/** What metered code calls; names that no minifier gives. */
const [ROOM, SPENT] = ["$meterRoom", "$meterSpent"];

/** The most elements that one array or buffer is made with: more is for files that lie about what they hold. */
const MAX_ELEMENTS = 32 * 1024 * 1024;
/** Zeroing so many elements takes about as long as one step. */
const ELEMENTS_A_STEP = 16;

/** Engines count fastest with integers of 31 bits. */
const MOST_STEPS = 2 ** 30 - 1;

/**
 * What a metered module exports besides its own: `meter.refuel(steps)` says how much it may do from now on, and
 * `meter.onSpent` is called where nothing is left, and then for every step that is tried nevertheless.
 */
const PRELUDE = `let $meterFuel=${MOST_STEPS};
export const meter={onSpent:null,refuel(steps=${MOST_STEPS}){$meterFuel=steps|0}};
class MeterSpent extends Error{constructor(){super("The meter has run out");this.name="MeterSpent"}}
function ${SPENT}(){$meterFuel=0;meter.onSpent?.();throw new MeterSpent()}
function ${ROOM}(count){if(typeof count==="number"){if(count>${MAX_ELEMENTS})${SPENT}();if(($meterFuel-=Math.ceil(count/${ELEMENTS_A_STEP}))<0)${SPENT}()}return count}
`;
const TAKE_STEP = `if(--$meterFuel<0)${SPENT}();`;
const TAKE_STEP_IN_EXPRESSION = `(--$meterFuel<0&&${SPENT}(),`;

const SIZED = new Set(["Array", "ArrayBuffer", "Uint8Array", "Uint8ClampedArray", "Int8Array", "Uint16Array"]);
for (const name of ["Int16Array", "Uint32Array", "Int32Array", "Float32Array", "Float64Array"]) SIZED.add(name);

interface Spanned {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Adds a meter to a JavaScript module: every call of a function, every turn of a loop and every sixteen elements of a new
 * array take one off, and where nothing is left it throws. Code that catches what is thrown goes on to its next step,
 * which throws again. Nothing else can end a module's work in workerd. What the engine does within one step (joining,
 * sorting, copying) is not counted. The fuel is as much as there can be to begin with.
 * @param places where a piece of code goes besides, in front of a text that occurs once: `$spent()` stands for running
 *   out, `$room(count)` for making an array of so many elements
 * @throws {Error} for a module that cannot be parsed, or a place that is not there once
 */
export function meterJs(name: string, source: string, places: Readonly<Record<string, string>> = {}): string {
  const { program, errors } = parseSync(name, source);
  if (errors[0]) throw new Error(`${name}: ${errors[0].message}`);
  const insertions: Insertion[] = [];
  const before = (at: number, code: string): number => insertions.push({ at, code, isAfter: false });
  const after = (at: number, code: string): number => insertions.push({ at, code, isAfter: true });
  const enter = ({ body }: { readonly body: Spanned | null }): void => {
    if (!body) return;
    if (body.type === "BlockStatement" || body.type === "FunctionBody") before(body.start + 1, TAKE_STEP);
    else {
      before(body.start, TAKE_STEP_IN_EXPRESSION);
      after(body.end, ")");
    }
  };
  const turn = ({ body }: { readonly body: Spanned }): void => {
    before(body.start, `{${TAKE_STEP}`);
    after(body.end, "}");
  };
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    ForStatement: turn,
    ForInStatement: turn,
    ForOfStatement: turn,
    WhileStatement: turn,
    DoWhileStatement: turn,
    NewExpression({ callee, arguments: [size, ...others] }) {
      if (callee.type !== "Identifier" || !SIZED.has(callee.name) || !size || others.length > 0) return;
      if (size.type === "SpreadElement") return;
      before(size.start, `${ROOM}(`);
      after(size.end, ")");
    },
  }).visit(program);
  for (const [text, code] of Object.entries(places)) {
    const at = source.indexOf(text);
    if (at < 0 || source.includes(text, at + 1)) throw new Error(`${name} does not have this once: ${text}`);
    before(at, code.replaceAll("$spent", SPENT).replaceAll("$room", ROOM));
  }
  return PRELUDE + spliced(source, insertions);
}

interface Insertion {
  readonly at: number;
  readonly code: string;
  /** Closes what was opened last. */
  readonly isAfter: boolean;
}

function spliced(source: string, insertions: readonly Insertion[]): string {
  const opening = insertions.filter(({ isAfter }) => !isAfter);
  // Of what ends at one place the inner was visited last, and nothing begins before all of it has ended.
  const closing = insertions.filter(({ isAfter }) => isAfter).toReversed();
  let from = 0;
  const parts: string[] = [];
  for (const { at, code } of [...closing, ...opening].toSorted((a, b) => a.at - b.at)) {
    parts.push(source.slice(from, at), code);
    from = at;
  }
  return parts.join("") + source.slice(from);
}
