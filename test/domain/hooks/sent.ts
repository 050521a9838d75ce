import type { RawDelivery } from "../../../src/domain/hooks/sources.ts";

export const bytes = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(new TextEncoder().encode(text));

export const sent = (body: string, headers: Record<string, string>): RawDelivery => ({
  headers: new Headers(headers),
  bytes: bytes(body),
});

/** As Slack and GitHub write a signature. */
export async function hmacHex(secret: string, message: string): Promise<string> {
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", bytes(secret), hmac, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(message))).toHex();
}

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries#testing-the-webhook-payload-validation */
export const GITHUB_EXAMPLE = {
  secret: "It's a Secret to Everybody",
  payload: "Hello, World!",
  signature: "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
} as const;

/** https://docs.slack.dev/authentication/verifying-requests-from-slack */
export const SLACK_EXAMPLE = {
  secret: "8f742231b10e8888abcd99yyyzzz85a5",
  timestamp: "1531420618",
  body: "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  signature: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
} as const;
