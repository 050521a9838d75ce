import type { ResourceView } from "../../../src/client/client.ts";
import { baseKind } from "../../../src/domain/kinds.ts";

/** How a file is shown. `card`: by its name alone. */
export type Viewer = "picture" | "recording" | "video" | "pdf" | "table" | "json" | "text" | "card";

/** A browser would run what is in them. */
const ACTIVE = /^(?:text\/html|application\/xhtml\+xml|text\/xml|application\/xml)$/;
const TABLES = /^text\/(?:csv|tab-separated-values)$/;

/** What shows a file; by its media type, which the server found in its bytes, and then by its kind. */
export function viewerOf({ kind, mediaType }: Pick<ResourceView, "kind" | "mediaType">): Viewer {
  const type = mediaType.split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (ACTIVE.test(type)) return "card";
  // An <img> runs no script of an SVG and loads nothing for it.
  if (type.startsWith("image/")) return "picture";
  if (type.startsWith("audio/")) return "recording";
  if (type.startsWith("video/")) return baseKind(kind) === "audio" ? "recording" : "video";
  if (type === "application/pdf") return "pdf";
  if (TABLES.test(type)) return "table";
  if (type === "application/json") return "json";
  if (type.startsWith("text/")) return baseKind(kind) === "table" ? "table" : "text";
  return "card";
}
