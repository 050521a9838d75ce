import { cleanFileName } from "../resources/file-name.ts";

/** The names of the files of one dialogue: a plan tells files by their names, whatever their case. */
export class FileNames {
  readonly #taken = new Set<string>();

  has(name: string): boolean {
    return this.#taken.has(name.toLowerCase());
  }

  take(name: string): void {
    this.#taken.add(name.toLowerCase());
  }

  /** The name as a file is stored under it, with a number before its extension where another file has it. */
  unlike(name: string): string {
    const clean = cleanFileName(name);
    let unlikely = clean;
    for (let number = 2; this.has(unlikely); number++) unlikely = clean.replace(/(\.[^.]*)?$/, `-${number}$1`);
    return unlikely;
  }
}
