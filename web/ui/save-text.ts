/** Long enough for every browser to have begun the download. */
const REVOKE_AFTER_MS = 10_000;

/** Saves a text in Markdown as a file of this device. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/markdown;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
