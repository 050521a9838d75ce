/** Puts a text on the clipboard. @throws where the browser does not let it */
export async function copyText(text: string): Promise<void> {
  // Missing in pages that came over plain HTTP, as from another machine of the house.
  const clipboard: Clipboard | undefined = navigator.clipboard;
  if (clipboard) await clipboard.writeText(text);
  else if (!copySelected(text)) throw new Error("The browser does not let the page copy");
}

/** The old way, through a field that is selected; it works without HTTPS. */
function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  // In a modal window, as all else is out of reach.
  (before?.closest("dialog") ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}
