import fc from "fast-check";
import { expect, it } from "vitest";
import { WISH_TAGS, type WishTag, wishTagsBy } from "../../../../src/planning/embedded/rank/wish-tags.ts";

/** Probabilities of a word that is most likely this. */
const mostly = (wanted: WishTag): Float32Array => Float32Array.from(WISH_TAGS, (tag) => (tag === wanted ? 0.9 : 0.02));

it.each<[why: string, told: readonly WishTag[], tags: readonly WishTag[]]>([
  ["an inside that nothing begins is begun", ["none", "order", "order"], ["none", "order-begins", "order"]],
  ["one word among those of a wish is of it", ["order-begins", "order", "order"], ["order-begins", "order", "order"]],
  ["two wishes stand side by side", ["question-begins", "question-begins"], ["question-begins", "question-begins"]],
])("%s", (_, told, tags) => {
  expect(wishTagsBy(told.map(mostly), WISH_TAGS)).toEqual(tags);
});

it("goes on with nothing that has not begun", () => {
  const word = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), {
    minLength: WISH_TAGS.length,
    maxLength: WISH_TAGS.length,
  });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 12 }), (words) => {
      const tags = wishTagsBy(
        words.map((odds) => Float32Array.from(odds)),
        WISH_TAGS,
      );
      expect(tags.length).toBe(words.length);
      for (const [at, tag] of tags.entries())
        if (tag === "order" || tag === "question") expect([tag, `${tag}-begins`]).toContain(tags[at - 1]);
    }),
  );
});
