import type { NewMessage } from "../../src/client/client.ts";

export type Theme = "system" | "light" | "dark";

/** What a message is sent with unless it says otherwise. */
export type MessageDefaults = Pick<NewMessage, "controller" | "planning" | "selection" | "constraints" | "budget">;

/** What a person has set on this device. */
export interface Settings {
  /** Empty where the deployment is open. */
  readonly apiKey: string;
  /** Also after the tab is closed; otherwise the key is forgotten then. */
  readonly rememberKey: boolean;
  readonly theme: Theme;
  /** A plan waits for a person before it runs. */
  readonly approvePlans: boolean;
  readonly defaults: MessageDefaults;
}

/** As they are before anybody has set anything. */
export const INITIAL: Settings = { apiKey: "", rememberKey: false, theme: "system", approvePlans: false, defaults: {} };

/** What a header can carry, which is how a key is sent; a key as it is made has nothing else. */
export const isSendable = (apiKey: string): boolean => /^[\x21-\x7e]*$/.test(apiKey);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const CHOICES: ReadonlySet<string> = new Set<keyof MessageDefaults>(["controller", "planning", "selection"]);
const PARTS: ReadonlySet<string> = new Set<keyof MessageDefaults>(["constraints", "budget"]);

/** The parts of the defaults, and nothing besides, which would go into the message; the server judges what is in them. */
function readDefaults(value: unknown): MessageDefaults {
  if (!isRecord(value)) return {};
  const fits = (name: string): boolean =>
    CHOICES.has(name) ? typeof value[name] === "string" : PARTS.has(name) && isRecord(value[name]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => fits(name)));
}

/** What was stored, as far as it is what this version writes. */
export function readSettings(stored: string | null, storedKey: string | null): Settings {
  const apiKey = storedKey !== null && isSendable(storedKey) ? storedKey : "";
  let value: unknown = null;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    // Somebody else's, or half written: as if it were not there.
  }
  if (!isRecord(value)) return { ...INITIAL, apiKey };
  return {
    apiKey,
    rememberKey: value.rememberKey === true,
    theme: value.theme === "light" || value.theme === "dark" ? value.theme : "system",
    approvePlans: value.approvePlans === true,
    defaults: readDefaults(value.defaults),
  };
}
