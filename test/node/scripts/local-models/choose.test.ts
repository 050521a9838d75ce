import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseModels } from "../../../../scripts/local-models/choose.ts";
import type { LocalModel } from "../../../../scripts/local-models/model-lists.ts";
import { whatWasFound } from "../../../../scripts/local-models/words.ts";
import { model, server } from "./models.ts";

describe("the chat model that is used", () => {
  it.each<[string, readonly LocalModel[], string | undefined]>([
    ["the only one", [model("a")], "a"],
    ["the largest of a reasonable size", [model("a", { parameters: 1e9 }), model("b", { parameters: 8e9 })], "b"],
    ["none that is too large", [model("a", { parameters: 70e9 }), model("b", { parameters: 1e9 })], "b"],
    ["the smallest where all are", [model("a", { parameters: 70e9 }), model("b", { parameters: 30e9 })], "b"],
    ["one of known size before others", [model("a"), model("b", { parameters: 1e9 })], "b"],
    ["one of unknown size before one too large", [model("a", { parameters: 70e9 }), model("b")], "b"],
    [
      "one that is loaded before all others",
      [model("a", { parameters: 8e9 }), model("b", { parameters: 70e9, isLoaded: true })],
      "b",
    ],
    ["one that sees, by the same rules", [model("a"), model("b", { does: "vision", parameters: 4e9 })], "b"],
    ["the first by name where all is the same", [model("b"), model("a")], "a"],
    ["no embedding model", [model("a", { does: "embeddings", isLoaded: true })], undefined],
    ["none of none", [], undefined],
  ])("is %s", (_, models, name) => {
    expect(chooseModels([server("One", ...models)])?.chat.name).toBe(name);
  });

  it("is the best of all servers", () => {
    const servers = [server("One", model("a", { parameters: 1e9 })), server("Two", model("b", { parameters: 8e9 }))];
    expect(chooseModels(servers)?.server.program).toBe("Two");
    expect(chooseModels([server("One", model("a")), server("Two", model("a"))])?.server.program).toBe("One");
    expect(chooseModels([])).toBeNull();
  });

  it("is the same in whatever order the models stand", () => {
    const models = fc.uniqueArray(
      fc.record({
        name: fc.string({ minLength: 1, maxLength: 3 }),
        isLoaded: fc.boolean(),
        parameters: fc.constantFrom(null, 1e9, 8e9, 70e9),
        does: fc.constantFrom("chat" as const, "vision" as const, "embeddings" as const),
      }),
      { selector: ({ name }) => name, maxLength: 8 },
    );
    const shuffled = models.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        const [chosen, again] = [one, other].map((all) =>
          chooseModels([server("One", ...all.map(({ name, ...told }) => model(name, told)))]),
        );
        expect([chosen?.chat, chosen?.vision, chosen?.embeddings]).toEqual([
          again?.chat,
          again?.vision,
          again?.embeddings,
        ]);
        expect(chosen?.chat.does).not.toBe("embeddings");
      }),
    );
  });
});

describe("what else is used", () => {
  const chat = model("chat", { parameters: 8e9 });
  const sees = model("sees", { does: "vision", parameters: 4e9 });
  const embeds = model("embeds", { does: "embeddings" });

  it("is one model that sees and one that embeds, of the same server", () => {
    const other = server("Two", model("others", { does: "vision" }));
    expect(chooseModels([server("One", chat, embeds, sees, model("z", { does: "vision" })), other])).toMatchObject({
      ...{ chat, vision: sees, embeddings: embeds },
    });
    expect(chooseModels([server("One", chat), other])).toMatchObject({ chat, vision: null, embeddings: null });
  });

  it("is the chat model itself where that sees", () => {
    const small = model("small", { does: "vision", parameters: 1e9 });
    expect(chooseModels([server("One", small, sees)])).toMatchObject({ chat: sees, vision: sees });
  });

  const found = (...servers: Parameters<typeof chooseModels>[0]): string =>
    whatWasFound(servers, chooseModels(servers), false);

  it("is said at the start, with what was found", () => {
    expect(found(server("One", chat, sees, embeds), server("Two"))).toBe(
      `Found on this machine: One (http://127.0.0.1/One). chat plans what the embedded controller is unsure of, answers and does tasks; sees looks at pictures; embeds compares texts. Not used: Two (http://127.0.0.1/Two).
To do without: NO_LOCAL_MODELS=1 npm start`,
    );
    expect(found(server("One", sees))).toContain(
      "sees plans what the embedded controller is unsure of, answers and does tasks; it looks at pictures.",
    );
    const servers = [server("One", chat)];
    const small = [server("One", model("small", { parameters: 1.5e9 }))];
    expect(whatWasFound(small, chooseModels(small), false)).toContain(
      "small does tasks and writes texts, and is too small to plan",
    );
    expect(whatWasFound(servers, chooseModels(servers), true)).toContain("chat plans every request, answers");
  });

  it("is none that is known to be too small, and that is said", () => {
    const tiny = model("tiny", { parameters: 1.35e8, isLoaded: true });
    expect(chooseModels([server("One", tiny, chat)])).toMatchObject({ chat });
    expect(found(server("One", tiny))).toBe(
      "Found on this machine: One (http://127.0.0.1/One), with no chat model that is large enough (tiny is not): the embedded controller plans alone.",
    );
  });

  it("is nothing, and that is said, where nothing was found or nothing chats", () => {
    expect(found()).toMatch(/^No language model is set, and none was found on this machine \(Ollama, .*plans alone\.$/);
    expect(found(server("One", embeds), server("Two"))).toBe(
      "Found on this machine: One (http://127.0.0.1/One), Two (http://127.0.0.1/Two), without a model that chats: the embedded controller plans alone.",
    );
  });
});
