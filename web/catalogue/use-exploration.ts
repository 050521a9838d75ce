import { useLocation, useSearch } from "wouter";
import { type Exploration, hrefOf, readExploration } from "./search.ts";

/** What is explored, and how to go on: a step that one would want to go back from is a place in the history. */
export function useExploration(): readonly [
  Exploration,
  (change: Partial<Exploration>, how?: { readonly isStep?: boolean }) => void,
] {
  const [, navigate] = useLocation();
  const exploration = readExploration(new URLSearchParams(useSearch()));
  return [
    exploration,
    (change, { isStep = false } = {}) => {
      navigate(hrefOf({ ...exploration, ...change }), { replace: !isStep });
    },
  ];
}
