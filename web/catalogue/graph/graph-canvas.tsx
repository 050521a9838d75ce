import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { GraphView } from "../../../src/client/client.ts";
import { useSettings } from "../../api/settings.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { useMedia } from "../../ui/use-media.ts";
import { type Drawing, draw } from "./draw.ts";
import styles from "./graph.module.css";

/** The picture of a graph, which can be moved, zoomed and clicked. What it shows is listed in words beside it. */
export default function GraphCanvas({
  graph,
  selected,
  onSelect,
}: {
  readonly graph: GraphView;
  readonly selected: string | null;
  readonly onSelect: (id: string | null) => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [state, setState] = useState<"coming" | "there" | "missing">("coming");
  const [tries, setTries] = useState(0);
  const isDark = useIsDark();
  const latest = useRef({ isDark, onSelect });
  latest.current = { isDark, onSelect };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try is what `tries` is for
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    setState("coming");
    // The browser takes the picture away where too many are shown, or its driver fails.
    const onLost = (): void => setState("missing");
    element.addEventListener("webglcontextlost", onLost, { capture: true });
    let drawn: Drawing | null = null;
    try {
      drawn = draw(element, graph, {
        isDark: latest.current.isDark,
        onSelect: (id) => latest.current.onSelect(id),
        onLaidOut: () => setState("there"),
      });
    } catch {
      element.replaceChildren();
      setState("missing");
    }
    setDrawing(drawn);
    return () => {
      element.removeEventListener("webglcontextlost", onLost, { capture: true });
      setDrawing(null);
      drawn?.end();
    };
  }, [graph, tries]);

  useEffect(() => drawing?.paint(isDark), [drawing, isDark]);
  useEffect(() => drawing?.select(selected), [drawing, selected]);

  return (
    <div className={styles.canvas} data-laid-out={state === "there"}>
      <div ref={place} className={styles.place} aria-hidden="true" />
      {state === "missing" ? (
        <div role="status" className={styles.missing}>
          <p>Your browser cannot draw the picture: it needs WebGL. All that it would show stands in words beside it.</p>
          <Button onClick={() => setTries(tries + 1)}>Try again</Button>
        </div>
      ) : (
        <div className={styles.controls}>
          <IconButton label="Zoom in" onClick={() => drawing?.zoom("nearer")}>
            <ZoomIn size={18} aria-hidden />
          </IconButton>
          <IconButton label="Zoom out" onClick={() => drawing?.zoom("farther")}>
            <ZoomOut size={18} aria-hidden />
          </IconButton>
          <IconButton label="Show all of it" onClick={() => drawing?.zoom("all")}>
            <Maximize size={18} aria-hidden />
          </IconButton>
        </div>
      )}
    </div>
  );
}

/** Whether the page is dark now, by what is set or else by the device. */
function useIsDark(): boolean {
  const { theme } = useSettings();
  const isDeviceDark = useMedia("(prefers-color-scheme: dark)");
  return theme === "system" ? isDeviceDark : theme === "dark";
}
