import type { ServerResponse } from "node:http";

/** An answer of a stand-in, as it would go out. */
export interface Sound {
  readonly status: number;
  readonly mediaType: string;
  readonly body: Buffer;
}

type Break = (response: ServerResponse, sound: Sound) => void;

const SLOW_MS = 200;

/** An error in the words of all services at once: each client library finds its own. */
const errorBody = JSON.stringify({
  error: { message: "[fake] as the soak has it", type: "fake", param: null, code: null },
  errors: [{ code: 1_000, message: "[fake] as the soak has it" }],
  success: false,
  result: null,
});

const refuse =
  (status: number, headers: Readonly<Record<string, string>> = {}, body = errorBody): Break =>
  (response) => {
    response.writeHead(status, { "content-type": "application/json", "x-fake": "true", ...headers }).end(body);
  };

const half = ({ body }: Sound): Buffer => body.subarray(0, Math.floor(body.length / 2));

/** The head of a sound answer, with the length of all of it. */
const begin = (response: ServerResponse, { status, mediaType, body }: Sound): ServerResponse =>
  response.writeHead(status, { "content-type": mediaType, "content-length": body.length, "x-fake": "true" });

const answer = (response: ServerResponse, mediaType: string, body: string | Buffer): void => {
  response.writeHead(200, { "content-type": mediaType, "x-fake": "true" }).end(body);
};

/** Every way in which a service fails here. */
export const FAULTS = {
  "status 400": refuse(400),
  "status 401": refuse(401),
  "status 402": refuse(402),
  "status 403": refuse(403),
  "status 404": refuse(404),
  "status 422": refuse(422),
  "status 500": refuse(500),
  "status 502, in HTML": refuse(502, { "content-type": "text/html" }, "<html><h1>502 Bad Gateway</h1></html>"),
  "status 504": refuse(504),
  "cold start": refuse(503, {}, JSON.stringify({ error: "Model is currently loading", estimated_time: 0.5 })),
  "rate limit, in seconds": refuse(429, { "retry-after": "1" }),
  "rate limit, until a date": (response, sound) =>
    refuse(429, { "retry-after": new Date(Date.now() + 1_000).toUTCString() })(response, sound),
  "rate limit, for an hour": refuse(429, { "retry-after": "3600" }),
  "no answer": (response) => response.destroy(),
  "connection cut": (response, sound) => begin(response, sound).write(half(sound), () => response.destroy()),
  "never ends": (response, sound) => begin(response, sound).write(half(sound)),
  "another content type": (response) => answer(response, "text/html", "<html>[fake]</html>"),
  "truncated JSON": (response, sound) => answer(response, "application/json", half(jsonOf(sound))),
  "another shape": (response) => answer(response, "application/json", JSON.stringify({ fake: true })),
  "no body": (response) => answer(response, "application/json", ""),
} as const satisfies Readonly<Record<string, Break>>;
export type Fault = keyof typeof FAULTS;

export const FAULT_NAMES = Object.keys(FAULTS).filter((name): name is Fault => Object.hasOwn(FAULTS, name));

/** Of a file, that it was to come in JSON and did not come whole. */
const jsonOf = (sound: Sound): Sound =>
  sound.mediaType.startsWith("application/json") ? sound : { ...sound, body: Buffer.from('{"data":[{"b64_json":"') };

/** What is no fault: at once, or with a pause in the middle. */
export type Manner = "sound" | "slow" | Fault;

/** Sends an answer in one of these ways. */
export function give(response: ServerResponse, sound: Sound, manner: Manner): void {
  if (manner === "sound") begin(response, sound).end(sound.body);
  else if (manner === "slow")
    begin(response, sound).write(half(sound), () => {
      setTimeout(() => response.end(sound.body.subarray(half(sound).length)), SLOW_MS);
    });
  else FAULTS[manner](response, sound);
}
