import { useState } from "react";
import type { ResourceView } from "../../src/client/client.ts";
import { Button } from "../ui/button.tsx";
import { AttachedFiles } from "./attached-files.tsx";
import styles from "./turn.module.css";

/** A longer text is folded, so that what came of it is in sight. */
const MAX_UNFOLDED_CHARS = 1_500;

/** What was asked, with the files that it came with. */
export function UserMessage({ text, files }: { readonly text: string; readonly files: readonly ResourceView[] }) {
  const [isUnfolded, setUnfolded] = useState(text.length <= MAX_UNFOLDED_CHARS);
  return (
    <div className={styles.asked}>
      <h2 className="visually-hidden">You asked</h2>
      <AttachedFiles files={files} />
      <p className={styles.words}>{isUnfolded ? text : `${text.slice(0, MAX_UNFOLDED_CHARS).toWellFormed()}…`}</p>
      {isUnfolded ? null : (
        <Button look="quiet" onClick={() => setUnfolded(true)}>
          Show all {text.length.toLocaleString("en")} characters
        </Button>
      )}
    </div>
  );
}
