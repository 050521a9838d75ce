import { AppError } from "../../../../domain/errors.ts";
import type { WorkBound } from "../../work.ts";

/** JavaScript Promise Integration (https://github.com/WebAssembly/js-promise-integration), which TypeScript knows nothing of. */
const { Suspending, promising } = WebAssembly as unknown as {
  readonly Suspending: new (call: () => Promise<void>) => WebAssembly.ImportValue;
  readonly promising: (call: Invoker) => (...given: readonly unknown[]) => Promise<unknown>;
};

/** What the library calls into its WebAssembly by, out of the module's table. */
type Invoker = (...given: readonly unknown[]) => unknown;

interface Call {
  readonly invoker: Invoker;
  readonly given: readonly unknown[];
}

const UNLIMITED_STEPS = 0xffff_ffff;

/** Thrown in place of a call into the WebAssembly, to get out of the library. */
const CAPTURED = Symbol("captured");

/**
 * Long calls into a metered WebAssembly module of Emscripten's, in slices. Where the meter runs out, the module calls its
 * import `abort`, which is answered here with a promise: the call is suspended, as it stands, until the thread has been
 * given back for a while. The library that makes the call knows nothing of promises. So it is run twice: up to where it
 * calls into the module, which then is called from here, and once more with the result in place of that call.
 */
export class SlicedCalls {
  #fuel: WebAssembly.Global | undefined;
  /** Goes on with the call under way. */
  #nextSlice: () => Promise<void> = async () => undefined;
  /** Stands in for the library's next call into the module. */
  #instead: ((call: Call) => unknown) | undefined;

  /** An instance for the library: the same, but for its calls. @param abort the name of that import */
  instantiate(module: WebAssembly.Module, imports: WebAssembly.ModuleImports, abort: string): WebAssembly.Exports {
    const original = imports[abort] as () => never;
    const spent = new Suspending(async () => {
      // A fault of the module's own.
      if (this.#fuel?.value !== 0) original();
      await this.#nextSlice();
    });
    const { exports } = new WebAssembly.Instance(module, { a: { ...imports, [abort]: spent } });
    const { fuel } = exports;
    if (!(fuel instanceof WebAssembly.Global)) throw new AppError("internal", "The module has no meter.");
    this.#fuel = fuel;
    this.#refuel(UNLIMITED_STEPS);
    const shown = Object.entries(exports).map(([name, value]) => [
      name,
      value instanceof WebAssembly.Table ? { get: (at: number) => this.#standIn(value.get(at)) } : value,
    ]);
    return Object.fromEntries(shown);
  }

  /**
   * What a call of the library gives that calls into the module once before all else.
   * @param steps how much that may do, and how much of it in one slice @param rest gives the thread back, between two slices
   * @throws {AppError} `resource-too-complex` where it would do more; whatever the module and `rest` throw. Nothing may be
   *   done with the module then, as it stands in the middle of a call
   */
  async run<T>({ most, perTurn }: WorkBound, rest: () => Promise<void>, call: () => T): Promise<T> {
    const { invoker, given } = this.#capture(call);
    let left = most;
    const takeSlice = (): void => {
      const steps = Math.min(perTurn, left);
      left -= steps;
      this.#refuel(steps);
    };
    this.#nextSlice = async () => {
      if (left === 0) throw tooMuch(most);
      await rest();
      takeSlice();
    };
    takeSlice();
    const made = await promising(invoker)(...given);
    this.#refuel(UNLIMITED_STEPS);
    this.#instead = () => made;
    return call();
  }

  #capture(call: () => unknown): Call {
    let captured: Call | undefined;
    this.#instead = (one) => {
      captured = one;
      throw CAPTURED;
    };
    try {
      call();
    } catch (thrown) {
      if (thrown !== CAPTURED) throw thrown;
    }
    if (!captured) throw new Error("The library called nothing of its module");
    return captured;
  }

  #standIn(invoker: Invoker): Invoker {
    return (...given) => {
      const instead = this.#instead;
      if (!instead) return invoker(...given);
      this.#instead = undefined;
      return instead({ invoker, given });
    };
  }

  /** An unsigned 32-bit number in a signed one. */
  #refuel(steps: number): void {
    if (this.#fuel) this.#fuel.value = steps | 0;
  }
}

const tooMuch = (steps: number): AppError =>
  new AppError(
    "resource-too-complex",
    `The page is more than this model can read: one look at it takes over ${steps.toLocaleString("en")} steps.`,
  );
