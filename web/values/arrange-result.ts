import type { ResourceView, TaskView, ValueView } from "../../src/client/client.ts";
import { baseKind } from "../../src/domain/kinds.ts";
import { FOUND_KINDS, type Found, type FoundKind, type Region, readFound, readRegions } from "./data/read-found.ts";
import { viewerOf } from "./files/kinds.ts";

/** A part of what a task made, and how it is shown. */
export type Part =
  | { readonly as: "boxes"; readonly file: ResourceView; readonly what: FoundKind; readonly found: readonly Found[] }
  | {
      readonly as: "regions";
      readonly file: ResourceView;
      readonly map: ResourceView;
      readonly regions: readonly Region[];
    }
  | { readonly as: "compare"; readonly source: ResourceView; readonly result: ResourceView }
  | { readonly as: "heard"; readonly source: ResourceView; readonly result: ResourceView }
  /** What is shown already by another part, and can only be had as a file here. */
  | { readonly as: "file"; readonly file: ResourceView }
  | { readonly as: "value"; readonly port: string; readonly value: ValueView };

/** What a task was given, as far as its result is shown with it. */
export interface Sources {
  readonly image: ResourceView | null;
  readonly audio: ResourceView | null;
}

const isFoundKind = (port: string): port is FoundKind => FOUND_KINDS.some((kind) => kind === port);

/** How the outputs of a task are shown together: each once, in the order of its ports. */
export function arrangeResult(outputs: TaskView["outputs"], { image: source, audio }: Sources): readonly Part[] {
  const image = source && viewerOf(source) === "picture" ? source : null;
  const pictured = image ? onPicture(outputs, image) : null;
  const rest = Object.entries(outputs).flatMap(([port, value]): readonly Part[] => {
    if (port === pictured?.port) return [];
    const result = "resource" in value ? value.resource : null;
    const isPicture = result !== null && baseKind(result.kind) === "image" && viewerOf(result) === "picture";
    if (result && isPicture && pictured) return [{ as: "file", file: result }];
    if (result && isPicture && image) return [{ as: "compare", source: image, result }];
    if (result && audio && viewerOf(result) === "recording") return [{ as: "heard", source: audio, result }];
    return [{ as: "value", port, value }];
  });
  return pictured ? [pictured.part, ...rest] : rest;
}

/** What was found in the picture, on the picture. */
function onPicture(
  outputs: TaskView["outputs"],
  file: ResourceView,
): { readonly port: string; readonly part: Part } | null {
  const map = Object.values(outputs).flatMap((value) =>
    "resource" in value && value.kind === "image/seg" ? [value.resource] : [],
  )[0];
  for (const [port, value] of Object.entries(outputs)) {
    if (!("data" in value)) continue;
    const found = readFound(value.data);
    if (found) return { port, part: { as: "boxes", file, what: isFoundKind(port) ? port : "things", found } };
    const regions = map ? readRegions(value.data) : null;
    if (map && regions) return { port, part: { as: "regions", file, map, regions } };
  }
  return null;
}
