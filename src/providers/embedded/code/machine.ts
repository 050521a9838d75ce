import loadModule from "@jitl/quickjs-wasmfile-release-sync/emscripten-module";
import { QuickJSFFI } from "@jitl/quickjs-wasmfile-release-sync/ffi";
import { newQuickJSWASMModuleFromVariant, type QuickJSContext, type QuickJSSyncVariant } from "quickjs-emscripten-core";
// The package's WebAssembly with a meter, as `npm run build:assets` makes it.
import QUICKJS from "../../../../.generated/quickjs.wasm";
import { AppError } from "../../../domain/errors.ts";

const PAGE_BYTES = 64 * 1024;
const MEBIBYTE = 1024 * 1024;
/** What QuickJS needs to begin with (`QUICKJS_PAGES` in scripts/build-assets.ts). */
const INITIAL_BYTES = 7 * MEBIBYTE;
/** Of what a program makes: beyond it `out of memory` is thrown in the program. */
const MAX_HEAP_BYTES = 32 * MEBIBYTE;
/** The heap, the stack and QuickJS's own data: WebAssembly gives it no more, whatever the program does to QuickJS. */
const MAX_MACHINE_BYTES = 48 * MEBIBYTE;
/** Of QuickJS's stack: some hundreds of calls within calls, far below what V8 has for the WebAssembly that makes them. */
const MAX_STACK_BYTES = 256 * 1024;
/**
 * What a program may do, in calls of functions, turns of loops and sixteens of bytes that QuickJS works on, as the meter
 * counts them: 1 to 3 ns each, so that an endless loop ends after some 100 ms. Deployed clocks stand still meanwhile, and
 * QuickJS's own interrupts come neither while an array is filled or sorted nor while memory is copied.
 */
const MAX_STEPS = 60_000_000;
/** Setting QuickJS up takes under a million steps. */
const SET_UP_STEPS = 20_000_000;

/** One call of what QuickJS has of the host, such as the time zone of a date: at most a microsecond. */
const IMPORT_STEPS = 500;

/** Options of Emscripten's, for what QuickJS reports of itself. */
const QUIET = { print: () => {}, printErr: () => {} };

/**
 * The memory of the last program, for the next one: workerd is slow to collect what is let go. A weak reference, as
 * something else may need its 7 to 48 MiB.
 */
let kept: WeakRef<WebAssembly.Memory> | undefined;

/**
 * Makes a QuickJS and has it work. It is an instance, a runtime and a realm of its own in a memory that is all zeros, so
 * that nothing of one program is there for the next, even if it finds a fault in QuickJS. It is let go of as a whole: what
 * `work` makes in it need not be disposed of.
 * @param work calls into QuickJS, for `MAX_STEPS` at most
 * @throws {AppError} `resource-too-complex` where that is not enough, or where QuickJS ends in another way; what `work`
 *   throws of its own
 */
export async function inMachine<T>(work: (context: QuickJSContext) => T): Promise<T> {
  const memory = takeMemory();
  try {
    const { context, fuel } = await createMachine(memory);
    return metered(fuel, () => work(context));
  } finally {
    kept = new WeakRef(memory);
  }
}

function takeMemory(): WebAssembly.Memory {
  const memory = kept?.deref();
  // A program that comes meanwhile gets another.
  kept = undefined;
  if (!memory) {
    return new WebAssembly.Memory({ initial: INITIAL_BYTES / PAGE_BYTES, maximum: MAX_MACHINE_BYTES / PAGE_BYTES });
  }
  new Uint8Array(memory.buffer).fill(0);
  return memory;
}

function metered<T>(fuel: WebAssembly.Global, work: () => T): T {
  fuel.value = MAX_STEPS;
  try {
    return work();
  } catch (cause) {
    throw cause instanceof AppError ? cause : ended(cause, fuel.value === 0);
  }
}

interface Machine {
  readonly context: QuickJSContext;
  readonly fuel: WebAssembly.Global;
}

async function createMachine(wasmMemory: WebAssembly.Memory): Promise<Machine> {
  let fuel: WebAssembly.Global | undefined;
  const module = await newQuickJSWASMModuleFromVariant({
    type: "sync",
    importFFI: async () => QuickJSFFI,
    importModuleLoader: async () => () =>
      loadModule({
        wasmMemory,
        ...QUIET,
        instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) {
          const instance = instantiate(imports);
          fuel = fuelOf(instance);
          fuel.value = SET_UP_STEPS;
          done(instance);
          return instance.exports;
        },
      }),
  } satisfies QuickJSSyncVariant);
  if (!fuel) throw new AppError("internal", "QuickJS was not made of its WebAssembly.");
  const runtime = module.newRuntime({ memoryLimitBytes: MAX_HEAP_BYTES, maxStackSizeBytes: MAX_STACK_BYTES });
  return { context: runtime.newContext(), fuel };
}

/** An instance whose calls of the host are metered too: what those do, its own meter does not see. */
function instantiate(imports: WebAssembly.Imports): WebAssembly.Instance {
  const counted = (value: WebAssembly.ImportValue): WebAssembly.ImportValue =>
    typeof value !== "function"
      ? value
      : (...given: readonly unknown[]) => {
          const fuel = fuelOf(instance);
          fuel.value = Math.max(0, fuel.value - IMPORT_STEPS);
          return Reflect.apply(value, undefined, given);
        };
  const wrapped = Object.entries(imports).map(([module, fields]) => [
    module,
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, counted(value)])),
  ]);
  const instance = new WebAssembly.Instance(QUICKJS, Object.fromEntries(wrapped));
  return instance;
}

function fuelOf({ exports: { fuel } }: WebAssembly.Instance): WebAssembly.Global {
  if (fuel instanceof WebAssembly.Global) return fuel;
  throw new AppError("internal", "QuickJS has no meter.");
}

/** Why a program was stopped. */
const TOO_LONG = "it does not end, or takes more than some 100 ms of work";
export const TOO_DEEP = "it calls itself too deeply, or nests too much";
export const TOO_MUCH_MEMORY = `it takes more than ${MAX_HEAP_BYTES / MEBIBYTE} MiB of memory`;

/** What QuickJS ended with, which means nothing to anyone above: V8's stack, or its own memory, has no room for more. */
const ended = (cause: unknown, isSpent: boolean): AppError =>
  beyond(isSpent ? TOO_LONG : cause instanceof RangeError ? TOO_DEEP : TOO_MUCH_MEMORY, cause);

/** @param why as in "it calls itself too deeply" */
export const beyond = (why: string, cause?: unknown): AppError =>
  new AppError("resource-too-complex", `The program was stopped: ${why}.`, { cause });
