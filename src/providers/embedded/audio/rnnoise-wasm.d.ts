/** The part of Emscripten's glue code for RNNoise that is used here; the package has no types of its own. */
declare module "@jitsi/rnnoise-wasm/dist/rnnoise.js" {
  export interface RnnoiseModule {
    /** Replaced when the module's memory grows: read it afresh after every call. */
    readonly HEAPF32: Float32Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    /** @param model address of a model, or 0 for the built-in one. @returns address of a state */
    _rnnoise_create(model: number): number;
    _rnnoise_destroy(state: number): void;
    /** Reads 480 floats and writes 480. @returns the probability of speech */
    _rnnoise_process_frame(state: number, output: number, input: number): number;
  }
  export default function createRNNWasmModule(options: {
    instantiateWasm(
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
    locateFile(file: string): string;
  }): Promise<RnnoiseModule>;
}
