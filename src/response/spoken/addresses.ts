/** Endings of names that are addresses without anything around them. */
const ENDINGS = "com|net|org|edu|gov|io|dev|info|biz|xyz|ru|cn|tk";

/**
 * Whatever a reader's program may take for an address: with a scheme or two slashes, www., a mailbox, a host with a path,
 * a host with a usual ending. Bounded, so that finding them takes time linear in the text.
 */
const ADDRESS = new RegExp(
  [
    String.raw`\b[a-z][a-z0-9+.-]{0,30}:\/\/[^\s<>"\u0060\u0000\u0001]*`,
    String.raw`\b(?:javascript|vbscript|blob|mailto|tel|sms):[^\s<>"\u0060\u0000\u0001]+`,
    String.raw`\bdata:[\w+.-]{0,60}[/;,][^\s<>"\u0060\u0000\u0001]*`,
    String.raw`\/\/[\p{L}\d-]{1,63}\.[^\s<>"\u0060\u0000\u0001]+`,
    String.raw`\bwww\.[^\s<>"\u0060\u0000\u0001]+`,
    String.raw`[\w.+-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}`,
    String.raw`(?<![\p{L}\d-])(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?[/?#][^\s<>"\u0060\u0000\u0001]*[\p{L}\d]`,
    String.raw`(?<![\p{L}\d-])(?:[\p{L}\d-]{1,63}\.){1,8}(?:${ENDINGS})(?![\p{L}\d-])`,
  ].join("|"),
  "giu",
);

/** What stands behind an address rather than in it. */
const AFTER_ADDRESS = /[.,;:!?'’”)\]}*_~|\\]+$/u;

/** The addresses in a text, without what follows them. */
export const addressesIn = (text: string): readonly string[] =>
  [...text.matchAll(ADDRESS)].map(([found]) => found.replace(AFTER_ADDRESS, "")).filter((found) => found !== "");

/** A text with each of its addresses put otherwise. */
export const replaceAddresses = (text: string, put: (address: string) => string): string =>
  text.replaceAll(ADDRESS, (found) => {
    const address = found.replace(AFTER_ADDRESS, "");
    return `${put(address)}${found.slice(address.length)}`;
  });

const BARE_HOST = /^(?!www\.)(?:[\p{L}\d-]+\.)+\p{L}+$/iu;

/** Whether it is the name of a host and nothing else; many a thing has such a name, ASP.NET among them. */
export const isBareHost = (address: string): boolean => BARE_HOST.test(address);
