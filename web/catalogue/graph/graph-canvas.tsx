import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type Sigma from "sigma";
import type { Graph } from "../../../src/client/client.ts";
import { IconButton } from "../../ui/button.tsx";
import { draw } from "./draw.ts";
import styles from "./graph.module.css";

/** The picture of a graph, which can be moved, zoomed and clicked. What it shows is listed in words beside it. */
export default function GraphCanvas({
  graph,
  selected,
  onSelect,
}: {
  readonly graph: Graph;
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const select = useRef(onSelect);
  select.current = onSelect;
  const [renderer, setRenderer] = useState<Sigma | null>(null);
  const isDark = useIsDark();
  const [isLaidOut, setLaidOut] = useState(false);

  useEffect(() => {
    if (!place.current) return;
    setLaidOut(false);
    const drawing = draw(place.current, graph, {
      isDark,
      onSelect: (id) => select.current(id),
      onLaidOut: () => setLaidOut(true),
    });
    setRenderer(drawing.renderer);
    return () => {
      setRenderer(null);
      drawing.end();
    };
  }, [graph, isDark]);

  useEffect(() => {
    renderer?.getGraph().setAttribute("selected", selected);
    renderer?.refresh({ skipIndexation: true });
  }, [renderer, selected]);

  const camera = renderer?.getCamera();
  return (
    <div className={styles.canvas} data-laid-out={isLaidOut}>
      <div ref={place} className={styles.place} aria-hidden="true" />
      <div className={styles.controls}>
        <IconButton label="Zoom in" onClick={() => void camera?.animatedZoom()}>
          <ZoomIn size={18} aria-hidden />
        </IconButton>
        <IconButton label="Zoom out" onClick={() => void camera?.animatedUnzoom()}>
          <ZoomOut size={18} aria-hidden />
        </IconButton>
        <IconButton label="Show all of it" onClick={() => void camera?.animatedReset()}>
          <Maximize size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  );
}

/** Whether the page is dark now, by what is set or by the device. */
function useIsDark(): boolean {
  const read = (): boolean => getComputedStyle(document.documentElement).colorScheme === "dark" || prefersDark();
  const [isDark, setDark] = useState(read);
  useEffect(() => {
    const media = matchMedia("(prefers-color-scheme: dark)");
    const look = (): void => setDark(read());
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  });
  return isDark;
}

const prefersDark = (): boolean =>
  document.documentElement.dataset.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches;
