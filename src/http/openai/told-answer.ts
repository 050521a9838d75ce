/**
 * An answer as it is told while it is written. What was told cannot be taken back: an attempt that begins anew says
 * nothing before it has come as far as what was told, and where it ends up elsewhere the whole follows.
 */
export class ToldAnswer {
  #told = "";
  #written = "";

  begin(): void {
    this.#written = "";
  }

  /** What there is to tell now. */
  write(piece: string): string {
    this.#written += piece;
    return this.#written.startsWith(this.#told) ? this.#tell(this.#written) : "";
  }

  /** What is missing of the answer as it is in the end. */
  end(answer: string): string {
    if (answer.startsWith(this.#told)) return this.#tell(answer);
    return `\n\n---\n\n${answer}`;
  }

  #tell(whole: string): string {
    const rest = whole.slice(this.#told.length);
    this.#told = whole;
    return rest;
  }
}
