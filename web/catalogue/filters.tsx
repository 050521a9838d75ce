import { type ChangeEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTaskTypes } from "../api/use-task-types.ts";
import { NARROW, useMedia } from "../ui/use-media.ts";
import styles from "./filters.module.css";
import { orderChoices, PROVIDERS, readOrder } from "./search.ts";
import { useExploration } from "./use-exploration.ts";

/** What a model has to be to be listed. */
export function Filters() {
  const [{ q, task, licence, language, provider, here, order }, explore] = useExploration();
  const types = [...(useTaskTypes()?.keys() ?? [])];
  const words = useDeferredText(q, (text) => explore({ q: text }));
  const licenceText = useDeferredText(licence, (text) => explore({ licence: text }));
  const languageText = useDeferredText(language, (text) => explore({ language: text }));
  return (
    <search className={styles.filters}>
      <label className={styles.words}>
        Words
        <input type="search" placeholder="whisper, summarization …" {...words} />
      </label>
      <Folded isSet={[task, licence, language, provider].some((one) => one !== "") || here}>
        <label>
          Task
          <select value={task} onChange={({ target }) => explore({ task: target.value })}>
            <option value="">Any</option>
            {types.map((name) => (
              <option key={name}>{name}</option>
            ))}
            {task !== "" && !types.includes(task) ? <option>{task}</option> : null}
          </select>
        </label>
        <label>
          Licence
          <input list="licences" placeholder="Any" {...licenceText} />
          <datalist id="licences">
            {["permissive", "non-commercial", "MIT", "Apache-2.0", "GPL", "OpenRAIL++"].map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </label>
        <label>
          Language
          <input placeholder="Any, such as de" {...languageText} />
        </label>
        <label>
          Provider
          <select value={provider} onChange={({ target }) => explore({ provider: target.value })}>
            <option value="">Any</option>
            {PROVIDERS.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <label>
          Order
          <select value={order} onChange={({ target }) => explore({ order: readOrder(target.value) })}>
            {orderChoices({ q, order }).map(([name, text]) => (
              <option key={name} value={name}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <label className={styles.check}>
          <input type="checkbox" checked={here} onChange={({ target }) => explore({ here: target.checked })} />
          Can be called here now
        </label>
      </Folded>
    </search>
  );
}

/** Behind a button where they would fill the screen; open from the start where any of them is set. */
function Folded({ isSet, children }: { readonly isSet: boolean; readonly children: ReactNode }) {
  const isNarrow = useMedia(NARROW);
  const [isOpen] = useState(isSet);
  if (!isNarrow) return children;
  return (
    <details className={styles.folded} open={isOpen}>
      <summary>Filters and order</summary>
      <div className={styles.filters}>{children}</div>
    </details>
  );
}

/** Long enough for the next key. */
const WAIT_MS = 250;

/** A text field whose text is passed on when nobody has typed for a moment. */
function useDeferredText(text: string, onText: (text: string) => void) {
  const [typed, setTyped] = useState<string | null>(null);
  const pass = useRef(onText);
  pass.current = onText;
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => {
      pass.current(typed);
      setTyped(null);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    value: typed ?? text,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>): void => setTyped(target.value),
  };
}
