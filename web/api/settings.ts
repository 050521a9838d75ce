import { useSyncExternalStore } from "react";
import { INITIAL, readSettings, type Settings } from "./stored-settings.ts";

const SETTINGS_ITEM = "impresario.settings";
const KEY_ITEM = "impresario.key";

/** Storage may be forbidden or full: then settings last as long as the page. */
const tolerant = <T>(use: () => T, otherwise: T): T => {
  try {
    return use();
  } catch {
    return otherwise;
  }
};

const stored = (): Settings =>
  tolerant(
    () =>
      readSettings(
        localStorage.getItem(SETTINGS_ITEM),
        sessionStorage.getItem(KEY_ITEM) ?? localStorage.getItem(KEY_ITEM),
      ),
    INITIAL,
  );

let current = stored();
const listeners = new Set<() => void>();

export const settingsNow = (): Settings => current;

function become(next: Settings): void {
  current = next;
  showTheme();
  for (const listener of [...listeners]) listener();
}

export function changeSettings(change: Partial<Settings>): void {
  const next = { ...current, ...change };
  const { apiKey, ...rest } = next;
  tolerant(() => {
    // First what is to be forgotten: that goes through where nothing more can be stored.
    sessionStorage.removeItem(KEY_ITEM);
    localStorage.removeItem(KEY_ITEM);
    if (apiKey !== "") (rest.rememberKey ? localStorage : sessionStorage).setItem(KEY_ITEM, apiKey);
    localStorage.setItem(SETTINGS_ITEM, JSON.stringify(rest));
  }, undefined);
  become(next);
}

// Another tab has changed them; or everything was cleared, of which no item is told.
addEventListener("storage", ({ storageArea, key }) => {
  const isOurs = key === null || key === SETTINGS_ITEM || key === KEY_ITEM;
  if (isOurs && storageArea === tolerant(() => localStorage, null)) become(stored());
});

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
