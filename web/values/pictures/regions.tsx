import { useEffect, useRef } from "react";
import { type Colour, type Look, paintRegions } from "./mask-pixels.ts";
import styles from "./pictures.module.css";
import type { RegionMap } from "./region-map.ts";

/** The regions of a map over its picture. They are for the eye and the mouse: the list says it all. */
export function RegionLayer({
  map,
  colours,
  look: { hidden, lit },
  onLight,
}: {
  readonly map: RegionMap;
  readonly colours: readonly Colour[];
  readonly look: Look;
  readonly onLight?: (place: number | null) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pixels = paintRegions(map.owners, colours, { hidden, lit });
    canvas.current?.getContext("2d")?.putImageData(new ImageData(pixels, map.width, map.height), 0, 0);
  }, [map, colours, hidden, lit]);
  return (
    <canvas
      ref={canvas}
      className={styles.layer}
      width={map.width}
      height={map.height}
      aria-hidden
      onPointerMove={({ nativeEvent: { offsetX, offsetY }, currentTarget: { clientWidth, clientHeight } }) => {
        const column = Math.min(map.width - 1, Math.floor((offsetX / clientWidth) * map.width));
        const row = Math.min(map.height - 1, Math.floor((offsetY / clientHeight) * map.height));
        const place = (map.owners[row * map.width + column] ?? 0) - 1;
        onLight?.(place < 0 || hidden.has(place) ? null : place);
      }}
      onPointerLeave={() => onLight?.(null)}
    />
  );
}
