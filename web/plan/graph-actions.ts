import { createContext } from "react";

/** What a node of the graph can have done. */
export interface GraphActionsValue {
  readonly onSelect: (task: number) => void;
  /** The keyboard has come to a task. */
  readonly onFocus: (task: number) => void;
}

export const GraphActions = createContext<GraphActionsValue>({ onSelect: () => {}, onFocus: () => {} });
