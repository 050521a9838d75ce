import type { RunView } from "../../src/client/client.ts";

/** The query under which every view finds the report of a run as it stands. */
export const reportKey = ({ id, status, planVersion }: Pick<RunView, "id" | "status" | "planVersion">) =>
  ["report", id, status, planVersion] as const;
