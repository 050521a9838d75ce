import { useReactFlow } from "@xyflow/react";
import { Maximize, Minus, Plus } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import styles from "./task-graph.module.css";

/** A plan of the greatest size is seen whole below that. */
const FIT = { padding: 0.08, minZoom: 0.02, maxZoom: 1 } as const;

export function GraphControls() {
  const { zoomIn, zoomOut, fitView } = useReactFlow();
  return (
    <fieldset aria-label="View of the graph" className={styles.controls}>
      <IconButton label="Zoom in" onClick={() => void zoomIn()}>
        <Plus size={18} aria-hidden />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => void zoomOut()}>
        <Minus size={18} aria-hidden />
      </IconButton>
      <IconButton label="Show the whole graph" onClick={() => void fitView(FIT)}>
        <Maximize size={18} aria-hidden />
      </IconButton>
    </fieldset>
  );
}
