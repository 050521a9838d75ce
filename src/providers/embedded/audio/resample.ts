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
  readonly #from: number;
  readonly #to: number;
  readonly #phases: number;
  readonly #bank: Float32Array;
  readonly #halfWidth: number;
  /** Input still needed, its first sample being input sample `#pendingStart`. */
  #pending: Float32Array;
  #pendingStart: number;
  #received = 0;
  #given = 0;

  /** @param from and @param to sample rates in Hz, whole and positive. */
  constructor(from: number, to: number) {
    const divisor = greatestCommonDivisor(from, to);
    this.#from = from / divisor;
    this.#to = to / divisor;
    const ratio = Math.min(1, to / from);
    this.#halfWidth = Math.ceil(ZERO_CROSSINGS / ratio);
    this.#phases = Math.min(this.#to, MAX_PHASES);
    this.#bank = from === to ? new Float32Array() : filterBank(this.#phases, this.#halfWidth, CUTOFF * ratio);
    this.#pendingStart = -(this.#halfWidth - 1);
    this.#pending = new Float32Array(this.#halfWidth - 1);
  }

  /** Takes the next samples and gives what can be computed by now. */
  push(samples: Float32Array): Float32Array {
    if (this.#from === this.#to) return samples;
    this.#received += samples.length;
    return this.#filter(samples, Number.POSITIVE_INFINITY);
  }

  /** The rest: in all, one output sample for every output time before the end of the input. */
  end(): Float32Array {
    return this.#from === this.#to
      ? new Float32Array()
      : this.#filter(new Float32Array(this.#halfWidth), this.#received);
  }

  /** Computes outputs that lie before input sample `end` and whose filter lies within what is pending. */
  #filter(samples: Float32Array, end: number): Float32Array {
    const pending = new Float32Array(this.#pending.length + samples.length);
    pending.set(this.#pending);
    pending.set(samples, this.#pending.length);
    const taps = 2 * this.#halfWidth;
    // Outputs centred on this input sample or a later one need more input.
    const limit = Math.min(end, this.#pendingStart + pending.length - this.#halfWidth);
    const until = Math.ceil((limit * this.#to) / this.#from);
    const output = new Float32Array(Math.max(0, until - this.#given));
    for (let at = 0; at < output.length; at += 1) {
      const time = (this.#given + at) * this.#from;
      const nearest = Math.round(((time % this.#to) * this.#phases) / this.#to);
      const start = this.#firstTap(Math.floor(time / this.#to)) + (nearest === this.#phases ? 1 : 0);
      const row = (nearest % this.#phases) * taps;
      let sum = 0;
      for (let tap = 0; tap < taps; tap += 1) sum += (this.#bank[row + tap] ?? 0) * (pending[start + tap] ?? 0);
      output[at] = sum;
    }
    this.#given += output.length;
    const next = this.#firstTap(Math.floor((this.#given * this.#from) / this.#to));
    const used = Math.min(pending.length, Math.max(0, next));
    this.#pending = pending.slice(used);
    this.#pendingStart += used;
    return output;
  }

  /** Where among what is pending the filter for an input time begins. */
  #firstTap(input: number): number {
    return input - (this.#halfWidth - 1) - this.#pendingStart;
  }
}
