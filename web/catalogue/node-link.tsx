import type { ReactNode } from "react";
import { Link } from "wouter";
import { hrefOf, readExploration } from "./search.ts";

const NOTHING = readExploration(new URLSearchParams());

/** Words that lead to the graph around a node; the words alone where the graph has none. */
export function NodeLink({ node, children }: { readonly node: string | null; readonly children: ReactNode }) {
  if (node === null) return children;
  return <Link href={hrefOf({ ...NOTHING, around: node })}>{children}</Link>;
}
