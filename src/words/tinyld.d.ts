/** tinyld's export map hides its own types from bundlers; this is what is used of it (version 1.3.4). */
declare module "tinyld" {
  /** Best first; `lang` is an ISO 639-1 code where there is one. Empty when nothing can be told. */
  export function detectAll(text: string): { lang: string; accuracy: number }[];
}
