/** Kaiser window shape for about 80 dB of stopband attenuation. */
const KAISER_BETA = 8;
/** Zero crossings of the sinc on either side of its centre: with that window it falls off within 0.16 of Nyquist. */
const ZERO_CROSSINGS = 32;
/** Where it is 6 dB down, as a fraction of the lower rate's Nyquist frequency: flat to 0.85, silent from 1.01. */
const CUTOFF = 0.93;
/**
 * Fractional positions with a filter of their own. Every pair of common rates needs at most 640; a pair that
 * needs more takes the nearest of these, which is off by at most 1/2048 of a sample.
 */
const MAX_PHASES = 1024;

const greatestCommonDivisor = (a: number, b: number): number => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** Modified Bessel function of the first kind, order zero, by its power series. */
function besselI0(x: number): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; term > sum * 1e-12 && k < 100; k += 1) {
    term *= (x / (2 * k)) ** 2;
    sum += term;
  }
  return sum;
}

/** A Kaiser-windowed sinc of the given half width in input samples, one row of taps a phase, each summing to 1. */
function filterBank(phases: number, halfWidth: number, cutoff: number): Float32Array {
  const taps = 2 * halfWidth;
  const bank = new Float32Array(phases * taps);
  const windowScale = 1 / besselI0(KAISER_BETA);
  for (let phase = 0; phase < phases; phase += 1) {
    const row = bank.subarray(phase * taps, (phase + 1) * taps);
    let sum = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const x = tap - (halfWidth - 1) - phase / phases;
      const inside = 1 - (x / halfWidth) ** 2;
      const window = inside > 0 ? besselI0(KAISER_BETA * Math.sqrt(inside)) * windowScale : 0;
      const sinc = x === 0 ? 1 : Math.sin(Math.PI * cutoff * x) / (Math.PI * cutoff * x);
      row[tap] = sinc * window;
      sum += sinc * window;
    }
    for (let tap = 0; tap < taps; tap += 1) row[tap] = (row[tap] ?? 0) / sum;
  }
  return bank;
}

/**
 * Changes the sample rate of a signal that arrives in pieces, with a windowed-sinc filter that cuts what the
 * lower rate cannot hold. Output sample n lies exactly at input time n × from / to: nothing is shifted. Before
 * and after the signal there is silence. Equal rates pass through untouched.
 */
export class Resampler {
  readonly #passThrough: boolean;
  readonly #phases: number;
  readonly #phaseScale: number;
  readonly #bank: Float32Array;
  readonly #halfWidth: number;
  readonly #stepWhole: number;
  readonly #stepPart: number;
  /** Denominator of positions: they are whole samples and `#part / #parts` of one. */
  readonly #parts: number;
  /** Input still needed, its first sample being input sample `#pendingStart`. */
  #pending: Float32Array;
  #pendingStart: number;
  #whole = 0;
  #part = 0;
  #received = 0;

  /** @param from and @param to sample rates in Hz, whole and positive. */
  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#passThrough = from === to;
    this.#parts = to / divisor;
    this.#stepWhole = Math.floor(from / to);
    this.#stepPart = (from % to) / divisor;
    const ratio = Math.min(1, to / from);
    this.#halfWidth = Math.ceil(ZERO_CROSSINGS / ratio);
    this.#phases = Math.min(this.#parts, MAX_PHASES);
    this.#phaseScale = this.#phases / this.#parts;
    this.#bank = this.#passThrough ? new Float32Array() : filterBank(this.#phases, this.#halfWidth, CUTOFF * ratio);
    this.#pendingStart = -(this.#halfWidth - 1);
    this.#pending = new Float32Array(this.#halfWidth - 1);
  }

  /** Takes the next samples and gives what can be computed by now. */
  push(samples: Float32Array): Float32Array {
    if (this.#passThrough) return samples;
    this.#received += samples.length;
    const joined = new Float32Array(this.#pending.length + samples.length);
    joined.set(this.#pending);
    joined.set(samples, this.#pending.length);
    this.#pending = joined;
    return this.#drain(Number.POSITIVE_INFINITY);
  }

  /** The rest: in all, one output sample for every output time before the end of the input. */
  end(): Float32Array {
    if (this.#passThrough) return new Float32Array();
    const joined = new Float32Array(this.#pending.length + this.#halfWidth);
    joined.set(this.#pending);
    this.#pending = joined;
    return this.#drain(this.#received);
  }

  /** Computes outputs that lie before input sample `end` and whose filter lies within what is pending. */
  #drain(end: number): Float32Array {
    const pending = this.#pending;
    const taps = 2 * this.#halfWidth;
    /** Outputs centred on this input sample or a later one need more input. */
    const limit = Math.min(end, this.#pendingStart + pending.length - this.#halfWidth);
    const perInput = this.#parts / (this.#stepWhole * this.#parts + this.#stepPart);
    const output = new Float32Array(Math.max(0, Math.ceil((limit - this.#whole) * perInput) + 1));
    let count = 0;
    while (this.#whole < limit) {
      let start = this.#whole - this.#pendingStart - (this.#halfWidth - 1);
      let phase = Math.round(this.#part * this.#phaseScale);
      if (phase === this.#phases) {
        phase = 0;
        start += 1;
      }
      let sum = 0;
      const row = phase * taps;
      for (let tap = 0; tap < taps; tap += 1) sum += (this.#bank[row + tap] ?? 0) * (pending[start + tap] ?? 0);
      output[count] = sum;
      count += 1;
      this.#whole += this.#stepWhole;
      this.#part += this.#stepPart;
      if (this.#part >= this.#parts) {
        this.#part -= this.#parts;
        this.#whole += 1;
      }
    }
    const used = Math.min(pending.length, Math.max(0, this.#whole - (this.#halfWidth - 1) - this.#pendingStart));
    this.#pending = pending.slice(used);
    this.#pendingStart += used;
    return output.subarray(0, count);
  }
}
