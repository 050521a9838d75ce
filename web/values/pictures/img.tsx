import { useState } from "react";
import type { ResourceView } from "../../../src/client/client.ts";
import { useAddress } from "../files/use-address.ts";
import { kindWords, shownName } from "../words.ts";
import styles from "./pictures.module.css";
import type { Size } from "./place.ts";

/** How far the loading of a picture is. */
export interface Seen {
  /** As the browser shows it; null until it is there. */
  readonly size: Size | null;
  readonly isFailed: boolean;
  /** Changes with each further try, so that the element is made anew. */
  readonly tries: number;
}

export interface Pictured extends Seen {
  readonly address: string;
  readonly onSize: (size: Size) => void;
  readonly onFail: () => void;
  readonly onRetry: () => void;
}

const UNSEEN: Seen = { size: null, isFailed: false, tries: 0 };

/** The state of a picture; it begins anew with another address. */
export function usePicture(file: ResourceView): Pictured {
  const [seen, setSeen] = useState<Seen & { readonly of: string | null }>({ ...UNSEEN, of: null });
  const address = useAddress(file, seen.isFailed ? seen.of : null);
  const now = seen.of === address ? seen : { ...UNSEEN, of: address };
  return {
    ...now,
    address,
    onSize: (size) => setSeen({ ...now, size }),
    onFail: () => setSeen({ ...now, isFailed: true }),
    onRetry: () => setSeen({ ...now, size: null, isFailed: false, tries: now.tries + 1 }),
  };
}

export const altOf = (file: ResourceView): string => `${shownName(file.name)}, ${kindWords(file.kind)}`;

/** The picture alone, filling its stage. */
export function Img({
  file,
  picture,
  className,
}: {
  readonly file: ResourceView;
  readonly picture: Pictured;
  readonly className?: string | undefined;
}) {
  return (
    <img
      key={picture.tries}
      className={`${styles.img} ${className ?? ""}`}
      src={picture.address}
      alt={altOf(file)}
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
        // An SVG may have no size of its own.
        picture.onSize({ width: naturalWidth || 4, height: naturalHeight || 3 })
      }
      onError={picture.onFail}
    />
  );
}
