/** Text that is no PDDL we can plan with. Lines and columns count from 1. */
export class PddlError extends Error {
  readonly code: "syntax" | "unsupported" | "meaning" | "too-large";
  readonly line: number;
  readonly column: number;

  constructor(code: PddlError["code"], message: string, position: { readonly line: number; readonly column: number }) {
    super(`${position.line}:${position.column}: ${message}`);
    this.name = "PddlError";
    this.code = code;
    this.line = position.line;
    this.column = position.column;
  }
}
