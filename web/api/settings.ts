import { useSyncExternalStore } from "react";
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

const INITIAL: Settings = { apiKey: "", rememberKey: false, theme: "system", approvePlans: false, defaults: {} };

const SETTINGS_ITEM = "impresario.settings";
const KEY_ITEM = "impresario.key";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What was stored, as far as it is what this version writes; the server judges the defaults. */
export function readSettings(stored: string | null, apiKey: string | null): Settings {
  let value: unknown = null;
  try {
    value = JSON.parse(stored ?? "null");
  } catch {
    // Somebody else's, or half written: as if it were not there.
  }
  if (!isRecord(value)) return { ...INITIAL, apiKey: apiKey ?? "" };
  return {
    apiKey: apiKey ?? "",
    rememberKey: value.rememberKey === true,
    theme: value.theme === "light" || value.theme === "dark" ? value.theme : "system",
    approvePlans: value.approvePlans === true,
    defaults: isRecord(value.defaults) ? value.defaults : {},
  };
}

/** Storage may be forbidden or full: then settings last as long as the page. */
const tolerant = <T>(use: () => T, otherwise: T): T => {
  try {
    return use();
  } catch {
    return otherwise;
  }
};

let current = tolerant(
  () =>
    readSettings(
      localStorage.getItem(SETTINGS_ITEM),
      sessionStorage.getItem(KEY_ITEM) ?? localStorage.getItem(KEY_ITEM),
    ),
  INITIAL,
);
const listeners = new Set<() => void>();

export const settingsNow = (): Settings => current;

export function changeSettings(change: Partial<Settings>): void {
  current = { ...current, ...change };
  const { apiKey, ...rest } = current;
  tolerant(() => {
    localStorage.setItem(SETTINGS_ITEM, JSON.stringify(rest));
    sessionStorage.removeItem(KEY_ITEM);
    localStorage.removeItem(KEY_ITEM);
    if (apiKey !== "") (rest.rememberKey ? localStorage : sessionStorage).setItem(KEY_ITEM, apiKey);
  }, undefined);
  showTheme();
  for (const listener of listeners) listener();
}

/** Shows the theme that is set; called once before the first view. */
export function showTheme(): void {
  if (current.theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = current.theme;
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSettings = (): Settings => useSyncExternalStore(subscribe, settingsNow);
