/** What a scripted model says to what it is asked. */
export interface Reply {
  /** Part of what it is asked; left out for anything. */
  readonly when?: string;
  /** In words, or as JSON. */
  readonly say: unknown;
  /** In place of an answer. */
  readonly status?: number;
  /** How often it says so; always where it is left out. */
  readonly times?: number;
  /** Not said before `POST /release/NAME`. */
  readonly held?: string;
}

/** A question that a scripted model was asked. */
export interface Asked {
  readonly instruction: string;
  readonly text: string;
}

interface Mind {
  readonly replies: readonly Reply[];
  readonly said: number[];
  readonly asked: Asked[];
}

const minds = new Map<string, Mind>();

/**
 * A model that says what a test has told it: `PUT /mind/NAME` with replies in JSON, of which the first that fits is given;
 * `GET /mind/NAME` tells what it was asked. A call is one in the `json` format of custom endpoints.
 */
export async function thinkAloud(
  request: { readonly method: string; readonly name: string; readonly body: string },
  released: (name: string) => Promise<void>,
): Promise<Response> {
  const { method, name, body } = request;
  if (method === "PUT") {
    const replies: readonly Reply[] = JSON.parse(body);
    minds.set(name, { replies, said: replies.map(() => 0), asked: minds.get(name)?.asked ?? [] });
    return Response.json(null);
  }
  const mind = minds.get(name);
  if (!mind) return new Response("Nobody has told this model what to say", { status: 404 });
  if (method === "GET") return Response.json(mind.asked);
  const { inputs }: { inputs: { instruction?: string; text?: string } } = JSON.parse(body);
  const asked = { instruction: inputs.instruction ?? "", text: inputs.text ?? "" };
  mind.asked.push(asked);
  const whole = `${asked.instruction}\n${asked.text}`;
  const at = mind.replies.findIndex(
    ({ when = "", times = Number.POSITIVE_INFINITY }, place) => whole.includes(when) && (mind.said[place] ?? 0) < times,
  );
  const reply = mind.replies[at];
  if (!reply) return Response.json({ error: "nothing to say" }, { status: 400 });
  mind.said[at] = (mind.said[at] ?? 0) + 1;
  if (reply.held !== undefined) await released(reply.held);
  if (reply.status !== undefined) return Response.json({ error: "as scripted" }, { status: reply.status });
  return Response.json({ outputs: { text: typeof reply.say === "string" ? reply.say : JSON.stringify(reply.say) } });
}
