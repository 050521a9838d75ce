/** Debian's, unless another one is named. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** For a browser that opens our own pages alone, and looks for nothing elsewhere. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  // CI runs as root, where Chromium's sandbox does not.
  "--no-sandbox",
  ...["--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync"],
];
