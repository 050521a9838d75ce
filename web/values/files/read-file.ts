/** The server did not give a file, and says so with its status. */
export class FileRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The server does not give the file (${status})`);
    this.status = status;
  }
}

/** The beginning of a file. */
export interface Beginning {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** False where more comes after it. */
  readonly isWhole: boolean;
}

/** Reads no more of a file than so many bytes. @throws {FileRefused} for an answer that is none */
export async function readBeginning(address: string, maxBytes: number, signal: AbortSignal): Promise<Beginning> {
  const response = await fetch(address, { signal, headers: { range: `bytes=0-${maxBytes}` } });
  // A file without a byte has no range.
  if (response.status === 416) return { bytes: new Uint8Array(), isWhole: true };
  if (!response.ok || !response.body) throw new FileRefused(response.status);
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // One byte more than wanted tells whether there is more.
  while (length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
  }
  await reader.cancel();
  const bytes = new Uint8Array(Math.min(length, maxBytes));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, Math.max(0, maxBytes - at)), at);
    at = Math.min(maxBytes, at + chunk.length);
  }
  return { bytes, isWhole: length <= maxBytes };
}

/** The text of what was read; a character that was cut in two is left out. */
export const textOf = ({ bytes, isWhole }: Beginning): string => new TextDecoder().decode(bytes, { stream: !isWhole });
