import { useMemo } from "react";
import type { ResourceView, TaskView } from "../../src/client/client.ts";
import { arrangeResult, type Part } from "./arrange-result.ts";
import { FileCard } from "./files/file-line.tsx";
import { BoxedPicture } from "./pictures/boxed-picture.tsx";
import { Compare } from "./pictures/compare.tsx";
import { RegionPicture } from "./pictures/region-picture.tsx";
import { Recording } from "./recordings/recording.tsx";
import styles from "./task-result.module.css";
import { type Named, sourceOf } from "./task-sources.ts";
import { Renewable, ValueShown } from "./value-shown.tsx";
import { plainWords } from "./words.ts";

const NO_TASKS: Named["tasks"] = [];

/** What a task made, with what it was made of: found things on their picture, maps and edits beside their source. */
export function TaskResult({
  task,
  files,
  tasks = NO_TASKS,
  onExpired,
}: {
  readonly task: TaskView;
  /** Among which its sources are: those of the conversation, and what the run made. */
  readonly files: readonly ResourceView[];
  /** Of the run: a source may be what another of them made. */
  readonly tasks?: Named["tasks"];
  readonly onExpired?: (() => void) | undefined;
}) {
  const parts = useMemo(() => {
    const named = { files, tasks };
    const sources = { image: sourceOf(task, "image", named), audio: sourceOf(task, "audio", named) };
    return arrangeResult(task.outputs, sources);
  }, [task, files, tasks]);
  if (parts.length === 0) return null;
  const isNamed = parts.filter(({ as }) => as === "value").length > 1;
  return (
    <Renewable onExpired={onExpired}>
      <div className={styles.parts}>
        {parts.map((part) => (
          <PartShown key={keyOf(part)} part={part} isNamed={isNamed} />
        ))}
      </div>
    </Renewable>
  );
}

function PartShown({ part, isNamed }: { readonly part: Part; readonly isNamed: boolean }) {
  switch (part.as) {
    case "boxes":
      return <BoxedPicture file={part.file} found={part.found} what={part.what} />;
    case "regions":
      return <RegionPicture file={part.file} map={part.map} regions={part.regions} />;
    case "compare":
      return <Compare source={part.source} result={part.result} />;
    case "heard":
      return (
        <div className={styles.heard}>
          <p>Before</p>
          <Recording file={part.source} />
          <p>After</p>
          <Recording file={part.result} />
        </div>
      );
    case "file":
      return <FileCard file={part.file} />;
    case "value":
      return (
        <div className={styles.value}>
          {isNamed ? <p className={styles.port}>{plainWords(part.port)}</p> : null}
          <ValueShown value={part.value} name={part.port} />
        </div>
      );
  }
}

function keyOf(part: Part): string {
  switch (part.as) {
    case "boxes":
    case "regions":
      return part.as;
    case "compare":
    case "heard":
      return part.result.id;
    case "file":
      return part.file.id;
    case "value":
      return part.port;
  }
}
