import { COMMON, PROGRAM } from "./parts.ts";

export const MODELS_HELP = `Finds models, and adds some of your own.

  ${PROGRAM} models search [WORDS]   models that satisfy every condition; WORDS stand in the id or the description
  ${PROGRAM} models show ID          all that is known of a model; [--snippets] with code that calls it
  ${PROGRAM} models own              those that you added
  ${PROGRAM} models add ID           a model behind a URL, for you alone; the same ID and task again replaces it
  ${PROGRAM} models remove ID        one of your own; [--task NAME] for that task alone

Conditions of \`search\`; what is unknown of a model satisfies none
      --task NAME       a task type; \`task-types\` lists them
      --licence NAME    a licence or family, such as MIT or permissive. Repeat to allow more
      --language TAG    such as de or pt-BR
      --provider NAME   where it runs: embedded, workers-ai, openai, huggingface or custom
      --organization NAME
                        who made it
      --min-parameters N, --max-parameters N
                        its size, such as 350M, 7B or 7e9
      --benchmark NAME  how the name of a benchmark begins, on which it has a figure
      --availability HERE
                        here: the server can call it now; elsewhere
      --order HOW       downloads, likes, parameters, name, benchmark or match; a hyphen before it turns it round, as in
                        --order=-parameters
      --limit N         so many, 20 when left out, 100 at most
      --cursor NEXT     go on behind the page before, which says how

What \`add\` takes
      --task NAME       the task type that it does
      --url URL         where it is called
      --format HOW      json (when left out), multipart or hf-inference
      --header NAME=VARIABLE
                        a header to call it with; its value is taken out of this environment variable. Repeat for more
      --licence NAME, --same-as ID
                        what is known of it; ID is the model of the catalogue that it is
      --from FILE       any other fact: a JSON object, as docs/api.md has it ("Models of your own")

Examples
  ${PROGRAM} models search whisper --licence permissive --max-parameters 2e9 --order parameters
  ${PROGRAM} models search --task summarization --availability here
  ${PROGRAM} models show openai/whisper-large-v2 --snippets
  ${PROGRAM} models add our/captioner --task image-to-text --url https://models.example.com/caption --licence MIT
  ${PROGRAM} models add our/captioner --task image-to-text --url https://models.example.com/caption --header authorization=CAPTIONER_AUTHORIZATION
  ${PROGRAM} models remove our/captioner

${COMMON}`;
