/** Samples a portion: ten portions a second, so that the level moves. */
const PORTION = 4096;

/** Hands over what the microphone hears, portion by portion; told to stop, the rest, and then null. */
class Recorder extends AudioWorkletProcessor {
  #portion = new Float32Array(PORTION);
  #filled = 0;
  #isOver = false;

  constructor() {
    super();
    this.port.onmessage = () => {
      this.#isOver = true;
      this.port.postMessage(this.#portion.slice(0, this.#filled));
      this.port.postMessage(null);
    };
  }

  process([input]) {
    const samples = input?.[0];
    if (samples) this.#take(samples);
    return !this.#isOver;
  }

  /** A block has 128 samples, of which a portion has a whole number. */
  #take(samples) {
    if (this.#isOver) return;
    this.#portion.set(samples, this.#filled);
    this.#filled += samples.length;
    if (this.#filled + samples.length <= PORTION) return;
    this.port.postMessage(this.#portion.slice(0, this.#filled));
    this.#filled = 0;
  }
}

registerProcessor("recorder", Recorder);
