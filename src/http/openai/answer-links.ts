import type { ResourceId } from "../../domain/resources.ts";

/** More are left as paths of the API, which need the caller's key. */
const MAX_SIGNED = 200;
/** Longer than any link of ours; what is longer is no link. */
const MAX_LINK_CHARS = 700;

/** A link of the answer's own: a path in words or in a longer address is a stranger's, and a signature would go there. */
const LINK = /((?<!\\)!?\[(?:\\.|[^\]\\\n]){0,500}\]\()\/v1\/resources\/(res_[0-9a-f]{56})(?=\))/g;
/** What may yet become a link: a label, with or without its address, or the sign that may stand before a label. */
const BEGUN = /!?(?<!\\)\[(?:\\.|[^\]\\\n])*(?:\\|\](?:\([^()\s]*)?)?$|[!\\]+$/;

export interface AnswerLinkParts {
  /** A link to a file that needs no key. */
  sign(id: ResourceId): Promise<string>;
  /** Whether it is a picture that the run made: clients that show Markdown show it then. */
  isPicture(id: ResourceId): boolean;
}

/** Signs the links of an answer as it is written, piece by piece. What may be the beginning of a link waits for its end. */
export class AnswerLinks {
  readonly #parts: AnswerLinkParts;
  readonly #signed = new Map<ResourceId, string>();
  #rest = "";

  constructor(parts: AnswerLinkParts) {
    this.#parts = parts;
  }

  /** What can be told by now. */
  async push(piece: string): Promise<string> {
    const text = this.#rest + piece;
    const begun = BEGUN.exec(text.slice(-MAX_LINK_CHARS));
    const waiting = begun ? begun[0].length : 0;
    this.#rest = text.slice(text.length - waiting);
    return this.#sign(text.slice(0, text.length - waiting));
  }

  /** What was waiting. */
  async end(): Promise<string> {
    const text = this.#rest;
    this.#rest = "";
    return this.#sign(text);
  }

  async #sign(text: string): Promise<string> {
    for (const [, , id = ""] of text.matchAll(LINK)) {
      if (this.#signed.has(id) || this.#signed.size >= MAX_SIGNED) continue;
      this.#signed.set(id, await this.#parts.sign(id));
    }
    return text.replaceAll(LINK, (link: string, label: string, id: string) => {
      const url = this.#signed.get(id);
      if (url === undefined) return link;
      return `${this.#parts.isPicture(id) && !label.startsWith("!") ? "!" : ""}${label}${url}`;
    });
  }
}
