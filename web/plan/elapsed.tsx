import { growing } from "../ui/amounts.ts";
import { useServerNow } from "./use-now.ts";

/** How long something has been under way, growing. @param since RFC 3339 */
export function Elapsed({ since }: { readonly since: string }) {
  return <span>{growing(useServerNow(true) - Date.parse(since))}</span>;
}
