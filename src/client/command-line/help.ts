/** How the command line is called in the examples. */
export const PROGRAM = "npm run cli --";

export const DEFAULT_SERVER = "http://127.0.0.1:8787";

/** What to add to a command so that it reaches this server again. */
export const serverFlag = (server: string): string => (server === DEFAULT_SERVER ? "" : ` --server ${server}`);

export const COMMANDS = ["ask", "plan", "runs", "report", "cancel", "task-types", "health"] as const;
export type CommandName = (typeof COMMANDS)[number];

const COMMON = `Options for every command
  --server URL          where the server listens; else IMPRESARIO_URL, else ${DEFAULT_SERVER}
  --key KEY             API key; else IMPRESARIO_KEY. A server started with \`npm start\` needs none
  --json                one JSON document on standard output, for programs
  -h, --help            this text; after a command, that command's`;

const CASTING = `Which models may be used, besides what TEXT says of it
      --licence NAME    only under this licence or family, such as MIT or permissive. Repeat to allow more
      --avoid MODEL     not this model or family, such as whisper or our/captioner. Repeat for more
      --constraints JSON
                        any other condition: size, provider, model, benchmark, language, price, latency, gated;
                        docs/selection.md lists them. Every condition holds
      --selection WHO   who chooses among those that are left: rules (as ever), or language, a language model
      --hf-token NAME   a token of your own, so that models at Hugging Face can be called with it: the name of the
                        environment variable that holds it, such as HF_TOKEN, never the token itself

Who plans and answers
      --controller WHO  embedded (no language model), openai or workers-ai; what the server is set to when left out.
                        \`health\` lists those that it has; docs/configuration.md says how to set one up
      --planning HOW    how a language model plans: global, the whole plan, or formal, only which actions, and the
                        planner orders and links them: better for a small model`;

const LIMITS = `      --time SECONDS    how long it may work, waits for you not counted; half an hour when left out
      --usd DOLLARS     what calls of models may cost; one whose price nobody knows is not called then
      --llm-calls N     calls of a language model to plan, to choose models and to answer; 0 does without
      --tasks N         the most tasks that a plan may have`;

const BUDGET = `What it may cost; TEXT may set lower limits, never higher ones
${LIMITS}`;

const EXIT_CODES = `Exit codes
  0 succeeded   1 failed   2 wrong usage   3 answered in part   4 cancelled   130 interrupted`;

export const GENERAL_HELP = `Impresario: asks a running server, and shows the run while it goes on.

  ${PROGRAM} ask TEXT [--file PATH]…     ask for something, with files
  ${PROGRAM} plan TEXT [--file PATH]…    what would be done for that, and why that is sound; nothing runs
  ${PROGRAM} runs show ID                a run as it stands now
  ${PROGRAM} runs watch ID               follow a run that is under way
  ${PROGRAM} runs approve ID             let a run go on that waits with its plan; also reject, pause, resume
  ${PROGRAM} report ID                   how a run came to its answer
  ${PROGRAM} cancel ID                   stop a run
  ${PROGRAM} task-types                  what kinds of tasks there are
  ${PROGRAM} health                      whether a server answers

Start a server on this machine with \`npm start\`. Then try:

  ${PROGRAM} ask "Read the text in invoice.png and tell me what has to be paid" --file demo/invoice.png

${COMMON}

${EXIT_CODES}`;

export const HELP: Readonly<Record<CommandName, string>> = {
  ask: `Asks for something in plain words, follows the run, and prints the answer.

  ${PROGRAM} ask TEXT [options]

  -f, --file WHAT       a file to send along; also a URL, or the id of an upload (res_…). Repeat for more
  -c, --conversation ID go on with a conversation: "the above image" then means its last one
      --approve         show the plan first, and ask before it is run
      --plan FILE       a plan of your own (JSON); nothing is planned then
  -o, --out DIR         save the files that are made into this folder
      --events          with --json: one line of JSON for every event, and the run as the last line

${CASTING}

${BUDGET}
      --on-exhausted DO when that is used up: answer with what there is (as ever), or ask, so that the run pauses until
                        \`runs resume\` gives it more

Examples
  ${PROGRAM} ask "Please generate a canny image based on photo.jpg" --file demo/photo.jpg --out made
  ${PROGRAM} ask "now blur the above image" --conversation conv_… --out made
  ${PROGRAM} ask "Which language is each of these texts?" -f a.txt -f b.txt
  ${PROGRAM} ask "Summarize this page" --file https://example.org/page.html --approve
  ${PROGRAM} ask "Summarize it" -f notes.txt --licence MIT --licence Apache-2.0 --avoid our/summarizer
  ${PROGRAM} ask "Summarize it" -f notes.txt --constraints '{"size":{"max":7e9},"provider":{"allow":["local"]}}'
  ${PROGRAM} ask "Draw a lighthouse" --hf-token HF_TOKEN --usd 0.10
  ${PROGRAM} ask "Read it and translate it into French" -f letter.png --controller workers-ai --planning formal
  ${PROGRAM} ask "How similar are 'two dogs' and 'a pair of dogs'?" --json | jq -r .answer

${COMMON}

${EXIT_CODES}`,
  plan: `Shows the plan that would be made of a request: its tasks, what was changed to make them sound, and who would do
them. Nothing runs. A file of this machine is uploaded to be planned with, and deleted after a day.

  ${PROGRAM} plan TEXT [options]

  -f, --file WHAT       a file that the request is about; also a URL, or the id of an upload (res_…). Repeat for more
  -c, --conversation ID the conversation that the request would go to
      --plan FILE       a plan of your own (JSON) to be checked, and mended where that can be done; TEXT may be left out
      --pddl            the proof as well: domain, problem and solution in PDDL

${CASTING}

${BUDGET}

Examples
  ${PROGRAM} plan "Read the text in invoice.png and translate it into French" --file demo/invoice.png
  ${PROGRAM} plan --plan my-plan.json --pddl
  ${PROGRAM} plan "Draw a lighthouse, and read its description aloud" --usd 0.05 --llm-calls 2
  ${PROGRAM} plan "Transcribe talk.wav" -f talk.wav --constraints '{"benchmark":{"name":"Common Voice","prefer":"best"}}'

${COMMON}`,
  runs: `Shows a run, or has a say in it.

  ${PROGRAM} runs show ID        as it stands now
  ${PROGRAM} runs watch ID       while it goes on, to its end; [--out DIR] saves the files that are made
  ${PROGRAM} runs approve ID     its plan, as it now is, is to be run
  ${PROGRAM} runs reject ID      its plan is not to be run, and the run ends
  ${PROGRAM} runs pause ID       begins nothing more until it is resumed
  ${PROGRAM} runs resume ID      goes on; where its budget is used up, with a higher one:

${LIMITS}

Example
  ${PROGRAM} runs resume run_… --usd 1    1 dollar in all

${COMMON}

${EXIT_CODES}`,
  report: `Prints the report of a run: its tasks, who did them and why, what came out, and what it cost.

  ${PROGRAM} report ID           as Markdown
  ${PROGRAM} report ID --json    as JSON

${COMMON}`,
  cancel: `Stops a run: what has ended stays, nothing more begins.

  ${PROGRAM} cancel ID

${COMMON}`,
  "task-types": `Lists the kinds of tasks that a plan can hold, with what goes in and what comes out.

  ${PROGRAM} task-types

${COMMON}`,
  health: `Says whether a server answers.

  ${PROGRAM} health

${COMMON}`,
};
