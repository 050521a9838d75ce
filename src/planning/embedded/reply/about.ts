import { BASE_KINDS } from "../../../domain/kinds.ts";
import { listed } from "../../../domain/listed.ts";
import { lowerFirst } from "../../../domain/lower-first.ts";
import {
  boundsHere,
  cannotHere,
  doneHere,
  KIND_FACTS,
  LIMITS,
  limitFacts,
  notHere,
  providerInWords,
  type SystemFacts,
  switchesInWords,
} from "../../../domain/system-facts.ts";
import { AREAS, type Area, type Ontology, ownTypesOf, type TaskType } from "../../../domain/task-types/index.ts";
import { stem } from "../rank/stem.ts";
import type { Topic } from "../rank/topics.ts";
import { examplesOf, type Here } from "./choices.ts";

/** What a message is about, with what it takes to answer. */
export interface About extends Here {
  readonly topic: Topic;
  /** The task type that an ability is asked of; null where none in particular is. */
  readonly asked: TaskType | null;
  /** Whether anything was said before. */
  readonly isBegun: boolean;
  /** The words of the message that tell something, in small letters. */
  readonly words: readonly string[];
  /** The file as it was before the last change; null where nothing was changed. */
  readonly unchanged: { readonly id: string; readonly name: string } | null;
}

/** The answer to a message that is for no task, from the facts as they are now. */
export const answerAbout = (about: About): string => ANSWERS[about.topic](about);

const ANSWERS: Readonly<Record<Topic, (about: About) => string>> = {
  greeting: (here) => `Hello. ${INVITATION} ${examplesOf(here)}`,
  thanks: () => "You're welcome.",
  farewell: () => "Goodbye.",
  chat: (here) =>
    `I hold no conversations, but work on texts, pictures, recordings, tables and documents. ${examplesOf(here)}`,
  complaint: () =>
    "I am sorry. Please say in other words what you wanted, and with which file or text: the files of this conversation are still here.",
  yes: () => "There is no question of mine open. Tell me what I should do, and with what.",
  no: ({ isBegun }) =>
    isBegun ? "All right, nothing is done." : "Nothing is under way here. What should I do, and with what?",
  undo: ({ unchanged }) =>
    unchanged
      ? `Nothing was lost: I never change a file, I make new ones. [${unchanged.name.replaceAll(/[[\]]/g, "")}](/v1/resources/${unchanged.id}) is as it was before the last change, and what you wish next is done with it.`
      : "There is nothing to undo: nothing was changed here so far.",
  abilities: ({ ontology, facts }) =>
    `I turn a request into tasks for expert models and put their results together. ${abilities(ontology, facts)}`,
  ability: ({ asked, words, ontology, facts }) => (asked ? ability(asked, words, facts) : abilities(ontology, facts)),
  formats: ({ facts }) => formats(facts),
  limits: () =>
    `${limitFacts()
      .map(([what, limit]) => `${what[0]?.toUpperCase()}${what.slice(1)}: ${limit}.`)
      .join(" ")} Further limits are the deployment's own; docs/faq.md has them all.`,
  languages: ({ facts }) =>
    facts.deployment.languageModel === null
      ? "Without a language model I plan requests in English; of other languages I understand little, and say so. Texts may be in any language where the model for them knows it: I can tell some sixty languages apart, and what runs without a key reads and speaks English."
      : `Requests that I am unsure of go to ${facts.deployment.languageModel}, which knows the languages that it was trained on. Texts may be in any language where the model for them knows it.`,
  privacy: ({ facts }) => privacy(facts),
  cost: ({ facts }) =>
    `What runs inside this deployment costs nothing a request. ${
      facts.deployment.providers.length === 0
        ? "No other provider is switched on."
        : `Models at ${listed(facts.deployment.providers.map(providerInWords))} cost what these charge.`
    } A request may have a budget, as in “for at most 10 cents”: nothing is called that could cost more.`,
  key: ({ ontology, facts }) =>
    `${
      facts.deployment.needsKey
        ? "To call me you need an API key, which whoever runs this deployment makes (npm run keys -- add NAME)."
        : "No, you need no key to talk to me."
    } ${missing(ontology, facts)}`.trim(),
  model: ({ facts }) =>
    `Impresario is not one model: it plans tasks and gives each to a model that does it. ${
      facts.deployment.languageModel === null
        ? "Plans are made without a language model."
        : `Plans that I am unsure of are made by ${facts.deployment.languageModel}.`
    } Which model did what stands below each answer. Those that run inside are small, some tens of megabytes at most: docs/embedded-experts.md names each, with its licence and how good it is; GET /v1/models lists all that the catalogue knows, with their sizes.`,
  upload: () =>
    `Up to ${LIMITS.messageFiles} files with a message. On the page: the button beside the text field, or drop or paste them there. On the command line: --file NAME. Over the API: POST /v1/resources with the file as the body, then its id in \`resources\` of the message. The address of a file on the web, written in the request, will do as well; short texts can simply be pasted.`,
  how: () =>
    "I read the request, plan tasks for it, prove that the plan can run, choose a model for each task, run them, and put the results together. POST /v1/plan shows a plan without running it; the report of a run says what was done, by which model, and why. ARCHITECTURE.md and docs/ tell the rest.",
  delete: () =>
    "Over the API: DELETE /v1/conversations/{id} (npm run cli -- conversations names them). A conversation goes with its messages, its files and all that was made from them, for good. An upload that no message uses is deleted after a day.",
  offline: ({ facts }) =>
    `What runs inside a deployment needs no other service: npm start serves it on a machine of your own, and then it works without the internet. ${
      facts.deployment.providers.length === 0
        ? "No model elsewhere is switched on here."
        : `Models at ${listed(facts.deployment.providers.map(providerInWords))} need the internet.`
    }`,
  speed: () =>
    "Texts take a second or less, and so do questions about them; a page or a picture that has to be read takes a few seconds, a long PDF up to a minute, and models elsewhere as long as they take. The page shows each step as it is done.",
  sharing: () =>
    "Yes: any number of people may use one deployment at once, each in conversations of their own. Who comes with the same API key sees the same conversations, so that people who should not see each other's get keys of different tenants (npm run keys). How many runs a tenant may have at once is the deployment's setting.",
  licence: () =>
    "Impresario is free software under Apache-2.0, also for a firm's own use, and what runs inside it is under that licence, MIT or the like: docs/licences.md names each. What is made of your files is yours. A model elsewhere has a licence of its own, and a request may say which it allows, as in “only models under MIT or Apache-2.0”.",
  maker: () =>
    "I am Impresario, a program that makes tasks of what you ask, has models do them and answers with what comes of it. Whoever runs this deployment, and gave you its address, is the one to ask about it; docs/faq.md answers most questions about the program. I pass nothing on to anybody.",
  accuracy: ({ facts }) =>
    `A plan is proved to be able to run; that does not prove what comes of it. Where a model says how sure it is, so does the answer, and what is not settled is told as that. ${
      facts.deployment.providers.length === 0
        ? "The models here are small; they make nothing up, but they do misread."
        : "Models elsewhere may make things up."
    } Look at the source before you rely on a figure; docs/embedded-experts.md has how often each of those inside is right.`,
  api: () =>
    "Yes: POST /v1/runs takes a request as JSON, GET /openapi.json describes every route, and /docs lets you try them in a browser. Programs for OpenAI work with /v1/chat/completions, a shell with npm run cli, agents with MCP, and webhooks come in at /hooks and go out by /v1/webhooks: docs/api.md and docs/integrations/ tell how.",
  results: ({ facts }) =>
    `Words stand in the answer, and every file that is made is a link there: open it to see, hear or save it. Over the API: GET /v1/resources/{id}. Pictures come as PNG or JPEG, speech as WAV. They are kept with the conversation, ${keptFor(facts)}.`,
  memory: ({ facts }) =>
    `I know the messages and files of this conversation, ${keptFor(facts)}, so that you can go on with them. Of other conversations I know nothing here, and nothing is learnt from any.`,
  deed: (here) =>
    `I can't do that: I act on nothing outside of this conversation, so that I send, call, order, book, buy, pay, print, save, schedule, remind, open or switch nothing, and I make no songs or files of other programs. ${INVITATION} ${examplesOf(here)}`,
  now: (here) =>
    `I can't know that: I look nothing up, neither on the web nor what is so at the moment: no weather, news, prices or timetables. ${INVITATION} ${examplesOf(here)}`,
};

const INVITATION =
  "Give me a text, a picture, a recording, a table or a document, and say what you want to know or have made of it.";

/** Where no task type fits: says so, and what can be done instead. */
export const nothingFits = (here: Here): string =>
  `I did not understand what I should do, so nothing was done. ${INVITATION} ${examplesOf(here)}`;

const AREA_TITLES: Readonly<Record<Area, string>> = {
  language: "Texts",
  "image-understanding": "Pictures",
  "image-generation": "New pictures",
  audio: "Sound",
  video: "Video",
  document: "Scans and documents",
  table: "Tables",
  code: "Programs",
};
/** Enough to give an idea of an area; the whole list is in the API. */
const SHOWN_PER_AREA = 6;

/** What can be done here and now, by area, the deployment's own task types before those that are everywhere; then what could be. */
export function abilities(ontology: Ontology, facts: SystemFacts): string {
  const types = [...new Set([...ownTypesOf(ontology), ...ontology.all])];
  const lines = AREAS.flatMap((area) => {
    const here = types.filter((type) => type.area === area && facts.does(type.name));
    const does = [...new Set(here.map((type) => lowerFirst(doneHere(type, facts))))];
    if (does.length === 0) return [];
    const more = does.length > SHOWN_PER_AREA ? "; and more" : "";
    return [`- ${AREA_TITLES[area]}: ${does.slice(0, SHOWN_PER_AREA).join("; ")}${more}`];
  });
  const now = lines.length === 0 ? "Nothing is switched on here yet." : `Here and now I can:\n${lines.join("\n")}`;
  return `${now}\n\n${missing(ontology, facts)}`.trim();
}

/** Of these the more common stand for all that a key would add. */
const TELLING = [
  "image-to-text",
  "object-detection",
  "text-to-image",
  "automatic-speech-recognition",
  "translation",
  "text-generation",
];

/** What more would be possible, and how it is switched on; empty where all of it is. */
function missing(ontology: Ontology, facts: SystemFacts): string {
  const types = TELLING.flatMap((name) => ontology.get(name) ?? []).filter(({ name }) => !facts.does(name));
  if (types.length === 0) return "";
  const providers = [...new Set(types.flatMap(({ name }) => facts.wouldDo(name)))];
  const does = types.map(({ description }) => lowerFirst(description)).join("; ");
  return `Not switched on here: ${does}. These come with ${switchesInWords(providers)}.`;
}

function ability(type: TaskType, words: readonly string[], facts: SystemFacts): string {
  const { name, inputs } = type;
  if (!facts.does(name)) return cannot([type], facts);
  const does = lowerFirst(doneHere(type, facts));
  const kinds = [...new Set(inputs.filter(({ required }) => required).flatMap((port) => port.kinds))];
  const isFile = kinds.length > 0 && !kinds.some((kind) => kind === "text" || kind === "data");
  const bounds = boundsHere(name, facts);
  const beyond = new Set(notHere(name, facts).map(stem));
  if (words.some((word) => beyond.has(stem(word)))) return `No, not that. I can ${does} (${bounds}).`;
  return `Yes, I can ${does}${bounds === null ? "" : ` (${bounds})`}. ${isFile ? "Attach the file, or give its address, and say what you want." : "Paste or attach the text, and say what you want."}`;
}

/** Says that nothing here does any of these task types, and what would. */
export const cannot = (types: readonly TaskType[], facts: SystemFacts): string => {
  const providers = [...new Set(types.flatMap(({ name }) => facts.wouldDo(name)))];
  return `${cannotHere(types.map(({ description }) => description))} It would work with ${switchesInWords(providers)}.`;
};

/** Says of a wish that is only guessed, and that nothing here does, why it is not done, and asks for other words. */
export function askInstead(lacking: readonly TaskType[], facts: SystemFacts): string {
  const alike = Map.groupBy(lacking, ({ name }) => switchesInWords(facts.wouldDo(name)));
  const sentences = [...alike.values()].map((types) => cannot(types, facts));
  return `${sentences.join(" ")} If you wish something else, please say it in other words.`;
}

function formats({ deployment }: SystemFacts): string {
  const taken = BASE_KINDS.map((kind) => `- ${KIND_FACTS[kind].name}: ${KIND_FACTS[kind].such}`).join("\n");
  const read = BASE_KINDS.flatMap((kind) => KIND_FACTS[kind].embedded || []).join(", ");
  const others = deployment.providers.length === 0 ? "" : " Models of other providers read what these say.";
  return `I take any file of these kinds:\n${taken}\n\nWhat runs inside this deployment reads ${read}.${others}`;
}

/** How long a conversation is kept. */
const keptFor = ({ deployment: { retentionDays } }: SystemFacts): string =>
  retentionDays === null ? "until you delete it" : `for ${retentionDays} days after the last message`;

function privacy(facts: SystemFacts): string {
  const { providers, languageModel } = facts.deployment;
  const elsewhere =
    providers.length === 0 && languageModel === null
      ? "No other service is switched on, so that nothing you send leaves it."
      : `A model elsewhere (${listed([...providers.map(providerInWords), ...(languageModel === null ? [] : [languageModel])])}) gets the inputs of its task; say “only local models” to keep everything inside.`;
  return `A conversation and its files stay in this deployment, ${keptFor(facts)}; an upload that no message uses is deleted after a day. ${elsewhere} Logs hold no word of a message, file or answer, and nothing is used for training.`;
}
