const BAR_COLUMNS = 30;
/** Faster than anyone reads, slow enough to cost nothing. */
const REDRAW_MS = 50;

/** A bar on a terminal, gone once all is done; nothing at all on anything else. */
export function showProgress(
  stream: NodeJS.WriteStream,
  environment: NodeJS.ProcessEnv = process.env,
): (done: number, total: number) => void {
  if (stream.isTTY !== true || environment.TERM === "dumb") return () => {};
  let drawnAt = Number.NEGATIVE_INFINITY;
  return (done, total) => {
    const now = performance.now();
    if (done < total && now - drawnAt < REDRAW_MS) return;
    drawnAt = now;
    const filled = total === 0 ? BAR_COLUMNS : Math.round((BAR_COLUMNS * done) / total);
    const bar = `${"█".repeat(filled)}${"░".repeat(BAR_COLUMNS - filled)} ${done} of ${total}`;
    stream.write(`\r\u001b[K${done < total ? bar : ""}`);
  };
}
