import { createContext } from "react";

/** Gets new links for the files that are shown, where somebody can; signed links last a day. */
export const RenewLinks = createContext<(() => void) | null>(null);
