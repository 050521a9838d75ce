import { COMMON, EXIT_CODES, PROGRAM } from "./parts.ts";

const CASTING = `Which models may be used, besides what TEXT says of it
      --licence NAME    only under this licence or family, such as MIT or permissive. Repeat to allow more
      --avoid MODEL     not this model or family, such as whisper or our/captioner. Repeat for more
      --constraints JSON
                        any other condition: size, provider, model, benchmark, language, price, latency, gated;
                        docs/selection.md lists them. Every condition holds
      --selection WHO   who chooses among those that are left: rules (when left out), or language, a language model
      --hf-token NAME   a token of your own, so that models at Hugging Face can be called with it: the name of the
                        environment variable that holds it, such as HF_TOKEN, never the token itself

Who plans and answers
      --controller WHO  embedded (no language model), openai or workers-ai; what the server is set to when left out.
                        \`health\` lists those that it has; docs/configuration.md says how to set one up
      --planning HOW    how a language model plans: global, the whole plan, or formal, only which actions, and the
                        planner orders and links them: better for a small model`;

export const LIMITS = `      --time SECONDS    how long it may work, waits for you not counted; half an hour when left out
      --usd DOLLARS     what calls of models may cost; one whose price nobody knows is not called then
      --llm-calls N     calls of a language model to plan, to choose models and to answer; 0 does without
      --tasks N         the most tasks that a plan may have`;

const BUDGET = `What it may cost; TEXT may set lower limits, never higher ones
${LIMITS}`;

export const ASK_HELP = `Asks for something in plain words, follows the run, and prints the answer.

  ${PROGRAM} ask TEXT [options]

TEXT may be -, and then comes on standard input. The answer goes to standard output and everything else to standard
error, so that \`ask … > answer.md\` keeps the answer.

  -f, --file WHAT       a file to send along; also a URL, the id of an upload (res_…), or - for standard input. Repeat
                        for more
  -c, --conversation ID go on with a conversation, or with the \`last\` one: "the above image" then means its last one
      --approve         show the plan first, and ask before it is run; where nobody sits at the terminal, or with
                        --json, leave the run waiting for \`runs approve\`
      --plan FILE       a plan of your own (JSON); nothing is planned then
  -o, --out DIR         save the files that are made into this folder
      --detach          start the run and leave: \`runs watch\` follows it
      --events          with --json: one line of JSON for every event, and the run as the last line
      --ids             show the ids of the run and its conversation

${CASTING}

${BUDGET}
      --on-exhausted DO when that is used up: answer with what there is (when left out), or ask, so that the run pauses until
                        \`runs resume\` gives it more

Examples
  ${PROGRAM} ask "Please generate a canny image based on photo.jpg" --file demo/photo.jpg --out made
  ${PROGRAM} ask "now blur the above image" --conversation last --out made
  git diff | ${PROGRAM} ask "Summarize these changes" --file - > summary.md
  ${PROGRAM} ask "Which language is each of these texts?" -f a.txt -f b.txt
  ${PROGRAM} ask "Summarize this page" --file https://example.org/page.html --approve
  ${PROGRAM} ask "Summarize it" -f notes.txt --licence MIT --licence Apache-2.0 --avoid our/summarizer
  ${PROGRAM} ask "Summarize it" -f notes.txt --constraints '{"size":{"max":7e9},"provider":{"allow":["local"]}}'
  ${PROGRAM} ask "Draw a lighthouse" --hf-token HF_TOKEN --usd 0.10
  ${PROGRAM} ask "Read it and translate it into French" -f letter.png --controller workers-ai --planning formal
  ${PROGRAM} ask "How similar are 'two dogs' and 'a pair of dogs'?" --json | jq -r .answer

${COMMON}

${EXIT_CODES}`;

export const CHAT_HELP = `Keeps a conversation open: each line that you type is a message, and what came before is known.

  ${PROGRAM} chat [options]

An empty line is passed over; /exit, or the end of standard input, ends it. The messages may be piped in.

  -f, --file WHAT       a file that goes with the first message; as for \`ask\`
  -c, --conversation ID go on with a conversation, or with the \`last\` one
      --approve         show each plan first, and ask before it is run
  -o, --out DIR         save the files that are made into this folder
      --ids             show the ids of runs and conversation

${CASTING}

${BUDGET}
      --on-exhausted DO when that is used up: answer with what there is (when left out), or ask

Examples
  ${PROGRAM} chat --file demo/invoice.png
  printf 'What is due?\\nAnd by when?\\n' | ${PROGRAM} chat -f demo/invoice.png

${COMMON}`;

export const PLAN_HELP = `Shows the plan that would be made of a request: its tasks, what was changed to make them sound, and who would do
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

${COMMON}`;

export const UPLOAD_HELP = `Puts files on the server, and prints the id of each, a line each. A message names them with --file; those that none
uses are deleted after a day.

  ${PROGRAM} upload WHAT…        paths, or addresses that the server is to fetch

Examples
  ${PROGRAM} upload demo/invoice.png demo/photo.jpg
  ${PROGRAM} upload https://example.org/page.html
  ${PROGRAM} upload demo/invoice.png --json | jq -r '.[0].url'

${COMMON}`;
