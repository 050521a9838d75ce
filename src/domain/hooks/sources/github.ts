import {
  faultOfTextSecret,
  fromHex,
  idOf,
  isSigned,
  newTextSecret,
  refused,
  utf8,
  type WebhookSource,
} from "./source.ts";

/** https://docs.github.com/en/webhooks/using-webhooks/validating-webhook-deliveries: the body alone is signed. */
export const github: WebhookSource = {
  isIdForgeable: true,
  check: async ({ headers, bytes }, secrets) => {
    const signature = fromHex(/^sha256=(.*)$/.exec(headers.get("x-hub-signature-256") ?? "")?.[1] ?? "");
    if (signature && (await isSigned(secrets.map(utf8), [signature], bytes))) return null;
    return refused("X-Hub-Signature-256 is not the body's signature under this hook's secret");
  },
  tell: (headers) => ({ delivery: idOf(headers.get("x-github-delivery")), event: idOf(headers.get("x-github-event")) }),
  newSecret: newTextSecret,
  faultOfSecret: faultOfTextSecret,
};
