/** What is written to: the process's own output, or a test's. */
export interface Terminal {
  /** True when what is painted can be painted over. */
  readonly repaints: boolean;
  readonly colour: boolean;
  readonly columns: number;
  readonly rows: number;
  write(text: string): void;
}

/** Assumed where nothing says how wide a line may be. */
const DEFAULT_COLUMNS = 100;
const DEFAULT_ROWS = 24;
/** A log is read in an editor as often as in a terminal: it need not be cut as short. */
const LOG_COLUMNS = 160;

/** The terminal behind a stream. Its colours follow NO_COLOR; what is no terminal, or a "dumb" one, is a log without. */
export function toTerminal(stream: NodeJS.WriteStream, environment: NodeJS.ProcessEnv = process.env): Terminal {
  const repaints = stream.isTTY === true && environment.TERM !== "dumb";
  return {
    repaints,
    colour: repaints && stream.hasColors(),
    get columns() {
      return repaints ? stream.columns || DEFAULT_COLUMNS : LOG_COLUMNS;
    },
    get rows() {
      return stream.rows || DEFAULT_ROWS;
    },
    write: (text) => {
      stream.write(text);
    },
  };
}
