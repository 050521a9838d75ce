/** What a resource of MCP stands for: a file of the tenant's by its id, a file of the demo by its name, or a run by its id. */
export interface ResourceName {
  readonly of: "files" | "demo" | "runs";
  readonly name: string;
}

const SCHEME = "impresario://";
/** Ids are shorter, and so are the names of the demo's files. */
const URI = /^impresario:\/\/(files|demo|runs)\/([\w.-]{1,200})$/;

export const FILE_TEMPLATE = `${SCHEME}files/{id}`;
export const RUN_TEMPLATE = `${SCHEME}runs/{run}`;

export const uriOf = ({ of, name }: ResourceName): string => `${SCHEME}${of}/${name}`;

/** Null for an address that is none of ours. */
export function readUri(uri: string): ResourceName | null {
  const [, of, name] = URI.exec(uri) ?? [];
  if (name === undefined) return null;
  return of === "files" || of === "demo" || of === "runs" ? { of, name } : null;
}
