import type { Resource } from "../../domain/resources.ts";

/** The known resources by everything they may be called. */
export interface ResourceIndex {
  readonly byId: ReadonlyMap<string, Resource>;
  readonly byUrl: ReadonlyMap<string, readonly Resource[]>;
  readonly byName: ReadonlyMap<string, readonly Resource[]>;
}

export function indexResources(resources: readonly Resource[]): ResourceIndex {
  const newestFirst = resources.toSorted((a, b) => b.createdAt - a.createdAt);
  return {
    byId: new Map(resources.map((resource) => [resource.id, resource])),
    byUrl: Map.groupBy(
      newestFirst.filter((resource) => resource.origin.by === "url"),
      (resource) => (resource.origin.by === "url" ? resource.origin.url : ""),
    ),
    byName: Map.groupBy(newestFirst, (resource) => resource.name.toLowerCase()),
  };
}

/** File systems allow no more in one name. */
export const MAX_NAME_CHARS = 255;
const FILE_NAME = /\.[A-Za-z0-9]{1,8}$/;
const ADDRESS = /^https?:\/\/\S+$/i;

/** Written like an id of ours, whether or not there is such a resource. */
export const isResourceId = (text: string): boolean => /^res_\S*$/.test(text);

/** Written like the name or the address of a file, whether or not there is one. */
export const namesFile = (text: string): boolean => ADDRESS.test(text) || FILE_NAME.test(text);

/** The resources that a text names, by id, address or file name; the newest first. */
export function findNamed(text: string, shelf: ResourceIndex): readonly Resource[] {
  const name = text.trim();
  const byId = shelf.byId.get(text) ?? shelf.byId.get(name);
  return byId ? [byId] : [...new Set([...(shelf.byUrl.get(name) ?? []), ...byFileName(name, shelf)])];
}

function byFileName(name: string, resources: ResourceIndex): readonly Resource[] {
  if (name.length > MAX_NAME_CHARS || !FILE_NAME.test(name)) return [];
  const lower = name.toLowerCase();
  return (
    resources.byName.get(lower) ??
    resources.byName.get(lower.slice(Math.max(lower.lastIndexOf("/"), lower.lastIndexOf("\\")) + 1)) ??
    []
  );
}
