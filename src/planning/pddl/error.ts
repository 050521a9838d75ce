/** Text that is no PDDL we can plan with. Lines and columns count from 1; `null` where no one place is wrong. */
export class PddlError extends Error {
  readonly code: "syntax" | "unsupported" | "meaning" | "too-large";
  readonly line: number | null;
  readonly column: number | null;

  constructor(
    code: PddlError["code"],
    message: string,
    position: { readonly line: number; readonly column: number } | null,
  ) {
    super(position === null ? message : `${position.line}:${position.column}: ${message}`);
    this.name = "PddlError";
    this.code = code;
    this.line = position?.line ?? null;
    this.column = position?.column ?? null;
  }
}
