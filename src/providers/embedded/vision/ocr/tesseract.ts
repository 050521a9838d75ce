import { type BoxItem, createOCREngine, type OCREngine, type TextItem } from "tesseract-wasm";
// The package's WebAssembly with a meter, as `npm run build:assets` makes it.
import CORE from "../../../../../.generated/tesseract-core.wasm";
import { AppError } from "../../../../domain/errors.ts";
import type { ExpertDependencies } from "../../expert.ts";
import type { WorkBound, WorkBudget } from "../../work.ts";
import { SlicedCalls } from "./sliced-calls.ts";

/** Where `npm run build:assets` puts the language data. */
const LANGUAGE_ASSET = "experts/eng.traineddata.gz";
/** WebAssembly memory never shrinks: an engine that grew beyond this is dropped after use; a new one takes 0.2 s. */
const KEEP_ENGINE_BYTES = 40 * 1024 * 1024;
/**
 * What one look at a page may do, in calls of functions and turns of loops, as the meter counts them. A page's layout takes
 * 50 to 150 million, some 2 ns each, and random marks take thousands; see docs/experts/vision.md.
 */
const LAYOUT_STEPS: WorkBound = { most: 200_000_000, perTurn: 20_000_000 };
/** Of the network some 0.9 ns each, and 44,000 for a column of print; a line that it doubts is read twice. */
const [STEPS_A_COLUMN, RECOGNITION_STEPS_A_TURN] = [92_000, 40_000_000];
const recognitionSteps = (columns: number): WorkBound => ({
  most: LAYOUT_STEPS.most + columns * STEPS_A_COLUMN,
  perTurn: RECOGNITION_STEPS_A_TURN,
});
/** The name by which the engine imports C's `abort`, which its meter calls. */
const ABORT = "h";
/**
 * The engine's rules for a page's layout, where its own do harm. Letters that stand in line below each other start a
 * column after a gap of 0.75 of their height, which a monospaced font has after each decimal point: 18.30 fell apart.
 */
const LAYOUT_RULES = { textord_tabfind_aligned_gap_fraction: "1.5" };

/** Handed to the library as its WebAssembly, so that its one call of `instantiate` can be told from others. */
const STAND_IN = new TextEncoder().encode("tesseract-core of this bundle");

/** The engine's calls, each of which gives the thread back every so often. */
export interface PageEngine {
  loadImage(image: Parameters<OCREngine["loadImage"]>[0]): Promise<void>;
  getBoundingBoxes(unit: "line" | "word"): Promise<BoxItem[]>;
  getOrientation(): Promise<ReturnType<OCREngine["getOrientation"]>>;
  /** @param columns of the page's print, which its time grows with */
  getTextBoxes(unit: "line" | "word", columns: number): Promise<TextItem[]>;
}

interface Loaded {
  readonly engine: OCREngine;
  readonly calls: SlicedCalls;
  readonly memory: WebAssembly.Memory | undefined;
}

const PLATFORM_INSTANTIATE = WebAssembly.instantiate;

/**
 * The isolate's one engine, kept for the next call for as long as nothing else needs its 30 to 40 MB.
 * Never a promise of it, which a request that dies would leave unsettled for all others.
 */
let kept: WeakRef<Loaded> | undefined;

/**
 * Hands the engine, with English loaded, to `use`, which has it alone until it is done: a call that comes meanwhile
 * gets another. An engine that threw is not used again.
 * @throws {AppError} `misconfigured` without the language data; `resource-too-complex` for a page that takes a call too
 *   long, `timeout` where the attempt was over meanwhile; whatever `use` throws.
 */
export async function withTesseract<T>(
  surroundings: Pick<ExpertDependencies, "asset">,
  work: Pick<WorkBudget, "rest">,
  use: (engine: PageEngine) => T | Promise<T>,
): Promise<T> {
  const current = kept?.deref() ?? (await load(surroundings, work));
  kept = undefined;
  const result = await (async () => use(metered(current, work)))().catch((cause: unknown): never => {
    // The engine throws numbers and traps, which mean nothing to anyone above.
    throw cause instanceof AppError
      ? cause
      : new AppError("internal", "The OCR engine failed on this page.", { cause });
  });
  current.engine.clearImage();
  if ((current.memory?.buffer.byteLength ?? 0) <= KEEP_ENGINE_BYTES) kept = new WeakRef(current);
  return result;
}

function metered({ engine, calls }: Loaded, work: Pick<WorkBudget, "rest">): PageEngine {
  const rest = (): Promise<void> => work.rest();
  return {
    loadImage: async (image) => {
      engine.loadImage(image);
      await rest();
    },
    getBoundingBoxes: (unit) => calls.run(LAYOUT_STEPS, rest, () => engine.getBoundingBoxes(unit)),
    getOrientation: () => calls.run(LAYOUT_STEPS, rest, () => engine.getOrientation()),
    getTextBoxes: (unit, columns) => calls.run(recognitionSteps(columns), rest, () => engine.getTextBoxes(unit)),
  };
}

/** Makes an engine, or takes the one that another call made meanwhile. */
async function load(surroundings: Pick<ExpertDependencies, "asset">, work: Pick<WorkBudget, "rest">): Promise<Loaded> {
  const language = await readLanguage(surroundings);
  const made = kept?.deref() ?? (await create(language));
  await work.rest();
  return made;
}

async function readLanguage(surroundings: Pick<ExpertDependencies, "asset">): Promise<Uint8Array> {
  const packed = await surroundings.asset(LANGUAGE_ASSET);
  try {
    const unpack = new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>;
    return new Uint8Array(await new Response(packed.pipeThrough(unpack)).arrayBuffer());
  } catch (cause) {
    throw notTheLanguage(cause);
  }
}

const notTheLanguage = (cause: unknown): AppError =>
  new AppError("misconfigured", `${LANGUAGE_ASSET} is not the language data; run \`npm run build:assets\`.`, { cause });

/**
 * workerd forbids compiling WebAssembly at run time, and the library has no hook for a compiled module:
 * its call of `WebAssembly.instantiate` is answered with ours, anyone else's goes through.
 */
async function create(language: Uint8Array): Promise<Loaded> {
  const calls = new SlicedCalls();
  let exports: WebAssembly.Exports | undefined;
  const substitute = (source: unknown, imports?: WebAssembly.Imports): Promise<unknown> => {
    if (!isStandIn(source)) return Reflect.apply(PLATFORM_INSTANTIATE, WebAssembly, [source, imports]);
    exports = calls.instantiate(CORE, imports?.a ?? {}, ABORT);
    return Promise.resolve({ instance: { exports }, module: CORE });
  };
  WebAssembly.instantiate = substitute as typeof WebAssembly.instantiate;
  try {
    const engine = await quietly(() => createOCREngine({ wasmBinary: STAND_IN.slice() }));
    try {
      engine.loadModel(language);
    } catch (cause) {
      throw notTheLanguage(cause);
    }
    for (const [name, value] of Object.entries(LAYOUT_RULES)) engine.setVariable(name, value);
    if (!exports) throw new AppError("internal", "The OCR engine was not made of its WebAssembly.");
    const memory = Object.values(exports).find((value) => value instanceof WebAssembly.Memory);
    return { engine, memory, calls };
  } finally {
    // When two are made at once, the second answers for both, and is the one to be taken away.
    if (WebAssembly.instantiate === substitute) WebAssembly.instantiate = PLATFORM_INSTANTIATE;
  }
}

const isStandIn = (source: unknown): boolean =>
  source instanceof Uint8Array &&
  source.length === STAND_IN.length &&
  source.every((byte, index) => byte === STAND_IN[index]);

/** Tesseract reports every guess it makes; the library binds `console.warn` for that in its first, synchronous step. */
function quietly<T>(start: () => T): T {
  const warn = console.warn;
  console.warn = () => {};
  try {
    return start();
  } finally {
    console.warn = warn;
  }
}
