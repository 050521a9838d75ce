import { type LocalChoice, mayPlan } from "./choose.ts";
import type { FoundServer } from "./servers.ts";

const ALONE = "the embedded controller plans alone";

const named = ({ program, url }: FoundServer): string => `${program} (${url})`;

/** What is said at the start of what was found and how it is used. @param plansAll every request goes to the model */
export function whatWasFound(servers: readonly FoundServer[], choice: LocalChoice | null, plansAll: boolean): string {
  if (servers.length === 0)
    return `No language model is set, and none was found on this machine (Ollama, LM Studio, llama.cpp, vLLM): ${ALONE}.`;
  if (!choice) {
    const [small] = servers.flatMap(({ models }) => models).filter(({ does }) => does !== "embeddings");
    const lacks = small
      ? `with no chat model that is large enough (${small.name} is not)`
      : "without a model that chats";
    return `Found on this machine: ${servers.map(named).join(", ")}, ${lacks}: ${ALONE}.`;
  }
  const { server, chat, vision, embeddings } = choice;
  const plans = plansAll ? "every request" : "what the embedded controller is unsure of";
  const uses = [
    plansAll || mayPlan(chat)
      ? `${chat.name} plans ${plans}, answers and does tasks`
      : `${chat.name} does tasks and writes texts, and is too small to plan, which the embedded controller does`,
    ...(vision ? [`${vision === chat ? "it" : vision.name} looks at pictures`] : []),
    ...(embeddings ? [`${embeddings.name} compares texts`] : []),
  ];
  const others = servers.filter((one) => one !== server);
  const unused = others.length > 0 ? ` Not used: ${others.map(named).join(", ")}.` : "";
  return `Found on this machine: ${named(server)}. ${uses.join("; ")}.${unused}
To do without: NO_LOCAL_MODELS=1 npm start`;
}
