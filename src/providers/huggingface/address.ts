/** A model on the Hub, and the inference provider chosen for it. */
export interface ModelAddress {
  /** `organization/name`, or the bare name of one of the Hub's oldest models. */
  readonly id: string;
  /** As the router writes it behind a colon; null where any will do. */
  readonly via: string | null;
}

/** Names as the Hub gives them out; neither part can lead out of a path. */
const ADDRESS = /^((?:[\w-][\w.-]{0,95}\/)?[\w-][\w.-]{0,95})(?::([a-z0-9][a-z0-9-]{0,39}))?$/;

/** Reads `id` or `id:via`, the router's own convention; null for anything else. */
export function readAddress(model: string): ModelAddress | null {
  const found = ADDRESS.exec(model);
  const id = found?.[1];
  return id === undefined || id.includes("..") ? null : { id, via: found?.[2] ?? null };
}
