import { useId, useState } from "react";
import { Button } from "../../ui/button.tsx";
import styles from "./graph.module.css";

/** Asks for the node that the graph is drawn around: nothing is asked of the server before it is written out. */
export function CenterField({
  center,
  onCenter,
}: {
  readonly center: string;
  readonly onCenter: (id: string) => void;
}) {
  const id = useId();
  const [text, setText] = useState(center);
  const wanted = text.trim();
  return (
    <form
      className={styles.center}
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted !== "" && wanted !== center) onCenter(wanted);
      }}
    >
      <label htmlFor={id}>Around</label>
      <span className={styles.ask}>
        <input
          id={id}
          value={text}
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="submit" disabled={wanted === "" || wanted === center}>
          Draw
        </Button>
      </span>
      <small id={`${id}-hint`}>A node, such as task:summarization, licence:mit or model:openai/whisper-large-v2</small>
    </form>
  );
}
