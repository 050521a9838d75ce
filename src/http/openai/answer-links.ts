import { signLink } from "../../domain/links.ts";
import { RESOURCE_ID, type ResourceId } from "../../domain/resources.ts";
import { type AppContext, originOf } from "../context.ts";

/** More are left as paths of the API, which need the caller's key. */
const MAX_SIGNED = 200;
/** No link that we write is longer. */
const MAX_LINK_CHARS = 700;

/**
 * A link in Markdown whose whole address is a path of a file here. A path in plain words or inside a longer address may
 * come from somebody else's text, and a signature there would be given away.
 */
const LINK = new RegExp(String.raw`((?<!\\)!?\[(?:\\.|[^\]\\\n]){0,500}\]\()/v1/resources/(${RESOURCE_ID})(?=\))`, "g");
/** The end of a text that may yet become a link: a label with or without its address, or the `!` or `\` before one. */
const BEGUN = /!?(?<!\\)\[(?:\\.|[^\]\\\n])*(?:\\|\](?:\([^()\s]*)?)?$|[!\\]+$/;

interface AnswerLinkParts {
  /** The signed link to a file, which needs no key. */
  sign(id: ResourceId): Promise<string>;
  /** True for a picture that the run made: it becomes an image, which clients that render Markdown show. */
  isPicture(id: ResourceId): boolean;
}

/** Signs the links of an answer piece by piece, as it is written, and holds back what may be the beginning of a link. */
export class AnswerLinks {
  readonly #parts: AnswerLinkParts;
  readonly #signed = new Map<ResourceId, string>();
  #heldBack = "";

  constructor(parts: AnswerLinkParts) {
    this.#parts = parts;
  }

  /** The text that may be sent by now, with signed links. */
  async push(piece: string): Promise<string> {
    const text = this.#heldBack + piece;
    const begun = BEGUN.exec(text.slice(-MAX_LINK_CHARS));
    const waiting = begun ? begun[0].length : 0;
    this.#heldBack = text.slice(text.length - waiting);
    return this.#sign(text.slice(0, text.length - waiting));
  }

  /** The text that was held back. */
  async end(): Promise<string> {
    const text = this.#heldBack;
    this.#heldBack = "";
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

/** Signs the links of an answer to this caller. @param isPicture true for the id of a picture that the run made */
export function answerLinks(c: AppContext, isPicture: AnswerLinkParts["isPicture"]): AnswerLinks {
  const { wiring, holder } = c.var;
  const origin = originOf(c);
  const now = Date.now();
  const sign = async (id: ResourceId): Promise<string> =>
    (await signLink(wiring.ids, holder.tenant, id, origin, now)).url;
  return new AnswerLinks({ sign, isPicture });
}
