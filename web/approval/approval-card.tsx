import type { RunView } from "../../src/client/client.ts";

/** The plan of a run that waits for a person, to be looked at, changed, approved or rejected. */
export default function ApprovalCard({ run }: { readonly run: RunView }) {
  return <p>{run.status}</p>;
}
