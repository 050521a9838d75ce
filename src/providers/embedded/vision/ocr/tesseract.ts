import { createOCREngine, type OCREngine } from "tesseract-wasm";
// The package's exports map hides its WebAssembly, hence the path.
import CORE from "../../../../../node_modules/tesseract-wasm/dist/tesseract-core.wasm";
import { AppError, type ErrorCode } from "../../../../domain/errors.ts";
import type { ExpertSurroundings } from "../../expert.ts";

/** Where `npm run build:assets` puts the language data. */
const LANGUAGE_ASSET = "experts/eng.traineddata.gz";
/** The data is 4 MB unpacked; anything near this is not the file we ship. */
const MAX_LANGUAGE_BYTES = 24 * 1024 * 1024;
/** WebAssembly memory never shrinks: an engine that grew beyond this is dropped after use; a new one takes 0.2 s. */
const KEEP_ENGINE_BYTES = 40 * 1024 * 1024;
/** Handed to the library as its WebAssembly, so that its one call of `instantiate` can be told from others. */
const STAND_IN = new TextEncoder().encode("tesseract-core of this bundle");

interface Loaded {
  readonly engine: OCREngine;
  readonly memory: WebAssembly.Memory | undefined;
}

const PLATFORM_INSTANTIATE = WebAssembly.instantiate;

/**
 * The isolate's one engine, kept for the next call for as long as nothing else needs its 30 to 40 MB.
 * Never a promise of it, which a request that dies would leave unsettled for all others.
 */
let kept: WeakRef<Loaded> | undefined;

/**
 * Hands the engine, with English loaded, to `work`, which has it alone until it is done: a call that comes meanwhile
 * gets another. An engine that threw is not used again.
 * @throws {AppError} `misconfigured` without the language data; whatever `work` throws.
 */
export async function withTesseract<T>(
  surroundings: Pick<ExpertSurroundings, "asset">,
  work: (engine: OCREngine) => T | Promise<T>,
): Promise<T> {
  const current = kept?.deref() ?? (await load(surroundings));
  kept = undefined;
  const result = await (async () => work(current.engine))().catch((cause: unknown): never => {
    throw asAppError(cause, "internal", "The OCR engine failed on this page.");
  });
  current.engine.clearImage();
  if ((current.memory?.buffer.byteLength ?? 0) <= KEEP_ENGINE_BYTES) kept = new WeakRef(current);
  return result;
}

/** Makes an engine, or takes the one that another call made meanwhile. */
async function load(surroundings: Pick<ExpertSurroundings, "asset">): Promise<Loaded> {
  const language = await readLanguage(surroundings);
  return kept?.deref() ?? (await create(language));
}

async function readLanguage(surroundings: Pick<ExpertSurroundings, "asset">): Promise<Uint8Array> {
  const packed = await surroundings.asset(LANGUAGE_ASSET);
  const parts: Uint8Array[] = [];
  let total = 0;
  try {
    for await (const part of packed.pipeThrough(
      new DecompressionStream("gzip") as ReadableWritablePair<Uint8Array, Uint8Array>,
    )) {
      total += part.length;
      if (total > MAX_LANGUAGE_BYTES) break;
      parts.push(part);
    }
  } catch (cause) {
    throw new AppError("misconfigured", `${LANGUAGE_ASSET} cannot be unpacked; run \`npm run build:assets\`.`, {
      cause,
    });
  }
  if (total === 0 || total > MAX_LANGUAGE_BYTES)
    throw new AppError("misconfigured", `${LANGUAGE_ASSET} is not the language data; run \`npm run build:assets\`.`);
  const language = new Uint8Array(total);
  let at = 0;
  for (const part of parts) {
    language.set(part, at);
    at += part.length;
  }
  return language;
}

/**
 * workerd forbids compiling WebAssembly at run time, and the library has no hook for a compiled module:
 * its call of `WebAssembly.instantiate` is answered with ours, anyone else's goes through.
 */
async function create(language: Uint8Array): Promise<Loaded> {
  let instance: WebAssembly.Instance | undefined;
  const substitute = (source: unknown, imports?: WebAssembly.Imports): Promise<unknown> => {
    if (!isStandIn(source)) return Reflect.apply(PLATFORM_INSTANTIATE, WebAssembly, [source, imports]);
    instance = new WebAssembly.Instance(CORE, imports);
    return Promise.resolve({ instance, module: CORE });
  };
  WebAssembly.instantiate = substitute as typeof WebAssembly.instantiate;
  try {
    const engine = await quietly(() => createOCREngine({ wasmBinary: STAND_IN.slice() }));
    attempt(
      () => engine.loadModel(language),
      "misconfigured",
      `${LANGUAGE_ASSET} is not the language data; run \`npm run build:assets\`.`,
    );
    const memory = Object.values(instance?.exports ?? {}).find((value) => value instanceof WebAssembly.Memory);
    return { engine, memory };
  } finally {
    // When two are made at once, the second answers for both, and is the one to be taken away.
    if (WebAssembly.instantiate === substitute) WebAssembly.instantiate = PLATFORM_INSTANTIATE;
  }
}

const isStandIn = (source: unknown): boolean =>
  source instanceof Uint8Array &&
  source.length === STAND_IN.length &&
  source.every((byte, index) => byte === STAND_IN[index]);

/** The engine throws numbers and traps, which mean nothing to anyone above. */
function attempt<T>(work: () => T, code: ErrorCode, message: string): T {
  try {
    return work();
  } catch (cause) {
    throw asAppError(cause, code, message);
  }
}

const asAppError = (cause: unknown, code: ErrorCode, message: string): AppError =>
  cause instanceof AppError ? cause : new AppError(code, message, { cause });

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
