import { type ComponentProps, type RefObject, useLayoutEffect } from "react";
import styles from "./composer.module.css";

/** A text field that is as high as its text, up to what its style allows. */
export function GrowingText({
  ref,
  ...rest
}: Omit<ComponentProps<"textarea">, "ref"> & { readonly ref: RefObject<HTMLTextAreaElement | null> }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the text changes
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    field.style.blockSize = "auto";
    field.style.blockSize = `${field.scrollHeight}px`;
  }, [ref, rest.value]);
  return <textarea rows={1} {...rest} ref={ref} className={styles.text} />;
}
