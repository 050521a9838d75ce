import { useEffect, useMemo, useRef, useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import type { Region } from "../data/read-found.ts";
import { foundWords } from "./boxes.tsx";
import { usePicture } from "./img.tsx";
import { MarkedPicture } from "./marked-picture.tsx";
import { type Colour, type Look, paintRegions } from "./mask-pixels.ts";
import { ObjectList, useChoice } from "./object-list.tsx";
import styles from "./pictures.module.css";
import { type RegionMap, readRegionMap } from "./region-map.ts";

/** A picture with the regions of it in their colours, each of which can be pointed at and switched off. */
export function RegionPicture({
  file,
  map: mapFile,
  regions,
}: {
  readonly file: ResourceView;
  /** Every pixel in the colour of its region. */
  readonly map: ResourceView;
  readonly regions: readonly Region[];
}) {
  const picture = usePicture(file);
  const choice = useChoice();
  const [map, setMap] = useState<RegionMap | null>(null);
  const mapping = usePicture(mapFile);
  const colours = useMemo(() => regions.map(({ colour }) => colour), [regions]);
  const items = regions.map((one, key) => ({
    key,
    words: foundWords(one),
    colour: `rgb(${one.colour.join(" ")})`,
  }));
  const look = { hidden: choice.hidden, lit: choice.lit };
  const named = choice.lit === null ? undefined : regions[choice.lit];
  return (
    <MarkedPicture
      file={file}
      picture={picture}
      marks={
        <>
          {map && picture.size ? <RegionLayer map={map} colours={colours} look={look} onLight={choice.light} /> : null}
          {named && map ? <span className={`${styles.tag} ${styles.first}`}>{foundWords(named)}</span> : null}
        </>
      }
      enlargedMarks={map ? <RegionLayer map={map} colours={colours} look={look} /> : null}
    >
      {/* Only its pixels are wanted. */}
      <img
        hidden
        alt=""
        src={mapping.address}
        onLoad={({ currentTarget }) => setMap(readRegionMap(currentTarget, colours))}
        onError={mapping.onFail}
      />
      {mapping.isFailed ? <p className={styles.note}>The map of the regions could not be loaded.</p> : null}
      <ObjectList what="Regions" items={items} choice={choice} />
    </MarkedPicture>
  );
}

/** The regions of a map over its picture. They are for the eye and the mouse: the list says it all. */
function RegionLayer({
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
