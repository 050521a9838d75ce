/** An answer before it is sent. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** What becomes of the connection: before the head, once half of the body is out, or with a pause there. */
  readonly breaks?: "before" | "cut" | "stall" | "slow";
}

export const json = (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

/** https://platform.openai.com/docs/guides/error-codes */
export const error = (
  status: number,
  { param = null, code = null, message }: { param?: string | null; code?: string | null; message: string },
  headers: Readonly<Record<string, string>> = {},
): Reply =>
  json({ error: { message: `[fake] ${message}`, type: "invalid_request_error", param, code } }, status, headers);
