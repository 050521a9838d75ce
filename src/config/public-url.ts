import { address } from "./variables.ts";

/** `PUBLIC_URL`: the address that links begin with, whatever host a request names. */
export const publicUrlVariables = {
  PUBLIC_URL: address.refine((url) => url === undefined || URL.parse(url)?.pathname === "/", "must hold no path"),
};

export const PUBLIC_URL_ADVICE = {
  PUBLIC_URL: "set it to where the deployment is reached, as in https://impresario.example.com, or leave it out",
} as const;

/** The origin of `PUBLIC_URL`; null where it is left out. */
export const toPublicUrl = ({ PUBLIC_URL }: { readonly PUBLIC_URL?: string | undefined }): string | null =>
  PUBLIC_URL === undefined ? null : new URL(PUBLIC_URL).origin;
