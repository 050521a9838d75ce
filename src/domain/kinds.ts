/** What a resource or a port holds. */
export const BASE_KINDS = ["text", "image", "audio", "video", "document", "table", "data"] as const;
export type BaseKind = (typeof BASE_KINDS)[number];

/** A base kind, or a subkind such as `image/canny`, which is also its parent. */
export type Kind = BaseKind | `${BaseKind}/${string}`;

export function isKind(text: string): text is Kind {
  const [base, subkind, ...rest] = text.split("/");
  return BASE_KINDS.some((kind) => kind === base) && subkind !== "" && rest.length === 0;
}

/** True when something of kind `actual` may be used where `wanted` is asked for. */
export const fits = (actual: Kind, wanted: Kind): boolean => actual === wanted || actual.startsWith(`${wanted}/`);

export const fitsAny = (actual: Kind, wanted: readonly Kind[]): boolean => wanted.some((kind) => fits(actual, kind));

export const baseKind = (kind: Kind): BaseKind => kind.split("/", 1)[0] as BaseKind;
