/** Texts, each held once and meant by its place, which counts from 1 on: 0 stands for none. */
export class Strings {
  readonly #texts: string[] = [];
  /** Made when the first text is added by itself: a catalogue that is only read goes without. */
  #places: Map<string, number> | null = null;

  get length(): number {
    return this.#texts.length;
  }

  at(place: number): string {
    const text = this.#texts[place - 1];
    if (text === undefined) throw new RangeError(`There is no text ${place}`);
    return text;
  }

  placeOf(text: string): number {
    this.#places ??= new Map(this.#texts.map((known, index) => [known, index + 1]));
    const known = this.#places.get(text);
    if (known !== undefined) return known;
    const place = this.#texts.push(text);
    this.#places.set(text, place);
    return place;
  }

  /** Adds texts as they are, each of which is new. */
  append(texts: readonly string[]): void {
    for (const text of texts) this.#texts.push(text);
    this.#places = null;
  }

  /** The texts after a place. */
  since(place: number): readonly string[] {
    return this.#texts.slice(place);
  }
}
