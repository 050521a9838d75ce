import { type ReactNode, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./markdown.module.css";

/** The style shows twelve lines of a longer block; a few more are not worth a button. */
const MAX_UNFOLDED_LINES = 15;

const textOf = (node: ReactNode): string => {
  if (typeof node === "string") return node;
  if (Array.isArray(node)) return node.map(textOf).join("");
  if (typeof node !== "object" || node === null || !("props" in node)) return "";
  const { props } = node;
  return typeof props === "object" && props !== null && "children" in props ? textOf(props.children as ReactNode) : "";
};

/** A block that is shown as it was written; of a long one the beginning, until all is asked for. */
export function FoldedLines({ children }: { readonly children?: ReactNode }) {
  const [isUnfolded, setUnfolded] = useState(false);
  const lines = textOf(children).trimEnd().split("\n").length;
  const isLong = lines > MAX_UNFOLDED_LINES;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <pre tabIndex={0} className={isLong && !isUnfolded ? styles.beginning : undefined}>
        {children}
      </pre>
      {isLong ? (
        <Button look="quiet" aria-expanded={isUnfolded} onClick={() => setUnfolded(!isUnfolded)}>
          {isUnfolded ? "Show less" : `Show all ${lines} lines`}
        </Button>
      ) : null}
    </div>
  );
}
