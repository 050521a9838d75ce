import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AnswerLinks } from "../../../src/http/openai/answer-links.ts";

const id = (digit: string): string => `res_${digit.repeat(56)}`;
const [PICTURE, SOUND] = [id("a"), id("b")];

const signed = (): AnswerLinks =>
  new AnswerLinks({
    sign: async (one) => `https://example.com/v1/resources/${one}?signature=1`,
    isPicture: (one) => one === PICTURE,
  });

async function tell(pieces: readonly string[]): Promise<readonly string[]> {
  const links = signed();
  const told: string[] = [];
  for (const piece of pieces) told.push(await links.push(piece));
  return [...told, await links.end()];
}
const whole = async (text: string): Promise<string> => (await tell([text])).join("");

describe("the links of an answer", () => {
  it.each([
    [
      "a picture, shown",
      `See [a.png](/v1/resources/${PICTURE}).`,
      `See ![a.png](https://example.com/v1/resources/${PICTURE}?signature=1).`,
    ],
    [
      "a sound, linked",
      `[a \\[b\\].wav](/v1/resources/${SOUND})`,
      `[a \\[b\\].wav](https://example.com/v1/resources/${SOUND}?signature=1)`,
    ],
    [
      "a picture that is shown already",
      `![a](/v1/resources/${PICTURE})`,
      `![a](https://example.com/v1/resources/${PICTURE}?signature=1)`,
    ],
    ["a bare path, not", `at /v1/resources/${SOUND} there`, `at /v1/resources/${SOUND} there`],
    [
      "a path in another address, not",
      `[a](https://evil.example/?x=/v1/resources/${SOUND})`,
      `[a](https://evil.example/?x=/v1/resources/${SOUND})`,
    ],
    ["another link", "[a](https://example.org/x) [1] and [2", "[a](https://example.org/x) [1] and [2"],
    ["a path of another make", "/v1/resources/res_abc /v1/runs/x", "/v1/resources/res_abc /v1/runs/x"],
  ])("are signed: %s", async (_, answer, shown) => expect(await whole(answer)).toBe(shown));

  it("come out the same wherever the answer is cut", async () => {
    const part = fc.constantFrom(
      ...[
        `[a.png](/v1/resources/${PICTURE})`,
        `/v1/resources/${SOUND}`,
        "[1",
        "](",
        "!",
        "\\[",
        "\n",
        " and/or ",
        "/v1/",
        "words",
      ],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
        fc.array(fc.nat({ max: 400 }), { maxLength: 10 }),
        async (answer, cuts) => {
          const places = [0, ...cuts.filter((cut) => cut < answer.length).toSorted((a, b) => a - b), answer.length];
          const pieces = places.slice(1).map((to, at) => answer.slice(places[at], to));
          expect((await tell(pieces)).join("")).toBe(await whole(answer));
        },
      ),
    );
  });

  it("do not hold back what is no link", async () => {
    const [first] = await tell(["Words that end. ", "More"]);
    expect(first).toBe("Words that end. ");
    const [long] = await tell([`[${"never closed ".repeat(100)}`]);
    expect(long?.length).toBeGreaterThan(500);
  });

  it("are bounded in number", async () => {
    const many = Array.from({ length: 300 }, (_, at) => `[a](/v1/resources/res_${String(at).padStart(56, "0")})`).join(
      " ",
    );
    expect((await whole(many)).match(/signature=1/g)).toHaveLength(200);
  });
});
