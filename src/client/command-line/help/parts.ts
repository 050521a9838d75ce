/** How the command line is called in the examples: from a checkout it runs as its sources, from the package as JavaScript. */
export const PROGRAM = import.meta.url.endsWith(".ts") ? "npm run cli --" : "npx impresario";

export const DEFAULT_SERVER = "http://127.0.0.1:8787";

/** What to add to a command so that it reaches this server again. */
export const serverFlag = (server: string): string => (server === DEFAULT_SERVER ? "" : ` --server ${server}`);

export const COMMON = `Options for every command
  --server URL          where the server listens; else IMPRESARIO_URL, else ${DEFAULT_SERVER}
  --key KEY             API key; else IMPRESARIO_KEY, which others on the machine cannot see. A server of \`npm start\`
                        needs none
  --json                one JSON document on standard output, for programs; an error as {"error": {"code": …}}
  -h, --help            this text; after a command, that command's
  --version             which version this is`;

export const EXIT_CODES = `Exit codes
  0 succeeded   1 failed   2 wrong usage   3 answered in part   4 cancelled
  5 waits for you: to approve its plan, or to resume it   130 interrupted`;
