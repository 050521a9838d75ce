import { useLocation, useSearch } from "wouter";
import { type Exploration, readExploration, writeExploration } from "./search.ts";

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
      const query = writeExploration({ ...exploration, ...change }).toString();
      navigate(`/catalogue${query === "" ? "" : `?${query}`}`, { replace: !isStep });
    },
  ];
}
