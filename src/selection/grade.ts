import type { Expert } from "../domain/experts.ts";

/**
 * Lower comes first, whatever was asked for: what does the task, then models that do it by instruction, then simple
 * methods inside the Worker. A stand-in never beats a real model that can run.
 */
export const gradeOf = ({ endpoint }: Expert): number => {
  if (endpoint.grade === "full") return 0;
  return endpoint.provider === "embedded" ? 2 : 1;
};

/** What is built in and as good as any comes before what must be called. */
export const isBuiltIn = ({ endpoint }: Expert): boolean =>
  endpoint.provider === "embedded" && endpoint.grade === "full";
