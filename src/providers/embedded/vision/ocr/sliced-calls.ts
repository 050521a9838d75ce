import { AppError } from "../../../../domain/errors.ts";
import type { WorkBound } from "../../work.ts";

/** JavaScript Promise Integration (https://github.com/WebAssembly/js-promise-integration), which TypeScript knows nothing of. */
interface Jspi {
  readonly Suspending: new (call: () => Promise<void>) => WebAssembly.ImportValue;
  readonly promising: (call: Invoker) => (...given: readonly unknown[]) => Promise<unknown>;
}

/** What the platform has of it; null where that is nothing. */
const PLATFORM_JSPI = ((): Jspi | null => {
  const { Suspending, promising } = WebAssembly as unknown as Partial<Jspi>;
  return Suspending && promising ? { Suspending, promising } : null;
})();

/** What the library calls into its WebAssembly by, out of the module's table. */
type Invoker = (...given: readonly unknown[]) => unknown;

interface Call {
  readonly invoker: Invoker;
  readonly given: readonly unknown[];
}

/** The parts that a call is made in. */
interface Slices {
  /** @throws {AppError} where the call may do no more */
  check(): void;
  rest(): Promise<void>;
  take(): void;
}

const UNLIMITED_STEPS = 0xffff_ffff;

/** Thrown in place of a call into the WebAssembly, to get out of the library. */
const CAPTURED = Symbol("captured");

/**
 * Long calls into a metered WebAssembly module of Emscripten's, in slices. Where the meter runs out, the module calls its
 * import `abort`, which is answered here with a promise: the call is suspended, as it stands, until the thread has been
 * given back for a while. The library that makes the call knows nothing of promises. So it is run twice: up to where it
 * calls into the module, which then is called from here, and once more with the result in place of that call. Where the
 * platform cannot suspend a call, it has the thread to its end, and only its bound ends it before.
 */
export class SlicedCalls {
  #fuel: WebAssembly.Global | undefined;
  readonly #jspi: Jspi | null;
  /** Of the call under way. */
  #slices: Slices | undefined;
  /** Stands in for the library's next call into the module. */
  #instead: ((call: Call) => unknown) | undefined;

  /** @param jspi stands in for the platform's, in tests */
  constructor(jspi: Jspi | null = PLATFORM_JSPI) {
    this.#jspi = jspi;
  }

  /** An instance for the library: the same, but for its calls. @param abort the name of that import */
  instantiate(module: WebAssembly.Module, imports: WebAssembly.ModuleImports, abort: string): WebAssembly.Exports {
    const original = imports[abort] as () => never;
    const check = (): void => {
      // A fault of the module's own.
      if (this.#fuel?.value !== 0) original();
      this.#slices?.check();
    };
    const goOn = (): void => {
      check();
      this.#slices?.take();
    };
    const restAndGoOn = async (): Promise<void> => {
      check();
      await this.#slices?.rest();
      this.#slices?.take();
    };
    const spent = this.#jspi ? new this.#jspi.Suspending(restAndGoOn) : goOn;
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
    const slices: Slices = {
      check: () => {
        if (left === 0) throw tooMuch(most);
      },
      rest,
      take: () => {
        const steps = Math.min(perTurn, left);
        left -= steps;
        this.#refuel(steps);
      },
    };
    this.#slices = slices;
    slices.take();
    const made = this.#jspi ? await this.#jspi.promising(invoker)(...given) : invoker(...given);
    if (!this.#jspi) await rest();
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
