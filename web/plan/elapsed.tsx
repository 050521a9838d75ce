import { useNow } from "./use-now.ts";
import { growing } from "./words.ts";

/** How long something has been under way, growing. @param since RFC 3339 */
export function Elapsed({ since }: { readonly since: string }) {
  return <span>{growing(useNow(true) - Date.parse(since))}</span>;
}
