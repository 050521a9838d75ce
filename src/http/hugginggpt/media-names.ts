import { baseKind } from "../../domain/kinds.ts";
import type { LinkParts } from "../../domain/links.ts";
import { RESOURCE_ID, type ResourceId } from "../../domain/resources.ts";
import type { ResourceView } from "../schemas/views.ts";

/** The folders in which the original server keeps its files. */
export const FOLDERS = ["images", "audios", "videos"] as const;

/**
 * The name of a file in such a folder: its id, and the query of its signed link, as clients cut a path off after the
 * extension. A name without a signature serves callers with a key.
 */
const NAME = new RegExp(String.raw`^(${RESOURCE_ID})(?:-([0-9a-f]{16})-(\d{1,12})-([0-9a-f]{32}))?\.[a-z0-9]{1,5}$`);
/**
 * A path in a message, or a URL that ends with one: clients may know the server by another host name. The original's
 * folders are in `public`, and people write paths as they see them there.
 */
const PATH =
  /(?:https?:\/\/[^\s/"'<>()[\]]{1,255}\/|(?<![\w./-])(?:\.?\/)?)(?:public\/)?(?:images|audios|videos)\/(res_[\w-]{56,200}\.[a-z0-9]{1,5})(?!\w)/g;

export interface MediaName {
  readonly id: ResourceId;
  /** Null in a name that is not signed. */
  readonly link: LinkParts | null;
}

/** The id and signature in a name, unverified; null for any other name. */
export function readMediaName(name: string): MediaName | null {
  const [, id, tenant, expires, signature] = NAME.exec(name) ?? [];
  if (id === undefined) return null;
  return { id, link: signature === undefined ? null : { tenant, expires, signature } };
}

/** The paths of files in a text with their ids, in order. */
export const mediaIn = (text: string): readonly { readonly path: string; readonly id: ResourceId }[] =>
  [...text.matchAll(PATH)].flatMap(([path, name = ""]) => {
    const read = readMediaName(name);
    return read ? [{ path, id: read.id }] : [];
  });

/** The text with paths of files replaced; a replacement of null keeps the path. */
export const replaceMedia = (text: string, replacement: (id: ResourceId) => string | null): string =>
  text.replaceAll(PATH, (path: string, name: string) => {
    const read = readMediaName(name);
    return (read && replacement(read.id)) ?? path;
  });

/**
 * The path that clients know a picture, sound or film by; the signed link of any other file. The original web client
 * shows only files with one of these extensions, whatever their media type.
 */
export function mediaPathOf({
  id,
  kind,
  mediaType,
  url,
}: Pick<ResourceView, "id" | "kind" | "mediaType" | "url">): string {
  const place = PLACES[baseKind(kind)];
  if (!place) return url;
  const { searchParams } = new URL(url);
  const signature = ["t", "expires", "signature"].map((part) => searchParams.get(part) ?? "").join("-");
  return `/${place.folder}/${id}-${signature}.${place.extensions[mediaType] ?? place.otherwise}`;
}

interface Place {
  readonly folder: (typeof FOLDERS)[number];
  readonly extensions: Readonly<Record<string, string>>;
  readonly otherwise: string;
}

const PLACES: Readonly<Record<string, Place>> = {
  image: {
    folder: "images",
    extensions: { "image/jpeg": "jpg", "image/gif": "gif", "image/tiff": "tiff" },
    otherwise: "png",
  },
  audio: { folder: "audios", extensions: { "audio/flac": "flac", "audio/x-flac": "flac" }, otherwise: "wav" },
  video: { folder: "videos", extensions: {}, otherwise: "mp4" },
};
