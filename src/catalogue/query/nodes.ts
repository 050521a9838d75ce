import { type GraphNode, NODE_KINDS } from "../../domain/catalogue.ts";
import { normaliseLicence } from "../../domain/licences.ts";

/** A node in one string: "model:openai/whisper-large-v2". */
export const nodeId = ({ kind, name }: GraphNode): string => `${kind}:${name}`;

/** The node of such a string, or null where its kind is none. */
export function readNode(id: string): GraphNode | null {
  const at = id.indexOf(":");
  const kind = NODE_KINDS.find((one) => one === id.slice(0, Math.max(at, 0)));
  const name = id.slice(at + 1);
  if (kind === undefined || name === "") return null;
  return { kind, name: kind === "licence" ? normaliseLicence(name) : name };
}

export const isSameNode = (one: GraphNode, other: GraphNode): boolean =>
  one.kind === other.kind && one.name === other.name;
