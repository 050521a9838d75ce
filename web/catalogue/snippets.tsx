import { useState } from "react";
import type { CodeSnippet } from "../../src/client/client.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import styles from "./model-detail.module.css";

const nameOf = ({ language, client, calls }: CodeSnippet): string => `${language}: ${client}, calls ${calls}`;

/** Programs that call a model. */
export function Snippets({ snippets }: { readonly snippets: readonly CodeSnippet[] }) {
  const [chosen, choose] = useState(0);
  const snippet = snippets[chosen];
  if (!snippet) return null;
  return (
    <>
      <h3>Code</h3>
      <div className={styles.code}>
        <select aria-label="Language and client" value={chosen} onChange={({ target }) => choose(Number(target.value))}>
          {snippets.map((one, place) => (
            <option key={nameOf(one)} value={place}>
              {nameOf(one)}
            </option>
          ))}
        </select>
        <CopyButton text={snippet.code} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
        <pre tabIndex={0}>{snippet.code}</pre>
      </div>
    </>
  );
}
