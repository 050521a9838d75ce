import { describe, expect, it } from "vitest";
import type { Kind } from "../../../src/domain/kinds.ts";
import type { ProviderName } from "../../../src/domain/provider-names.ts";
import {
  firstFreeShard,
  firstShardFor,
  HERE,
  PLACES_HERE,
  PLACES_ON_RUNNER,
  shardFor,
} from "../../../src/domain/run/shards.ts";

const FULL = PLACES_ON_RUNNER;
const FULL_HERE = PLACES_HERE;
const fresh = { shard: null, holdsJob: false };

describe("where an attempt is performed", () => {
  it.each<[ProviderName, readonly Kind[], number]>([
    ["embedded", ["text"], HERE],
    ["embedded", ["text", "table", "data"], HERE],
    ["embedded", ["image", "text"], HERE + 1],
    ["embedded", ["text", "audio"], HERE + 1],
    ["embedded", ["image/canny"], HERE + 1],
    ["embedded", ["document", "text"], HERE + 1],
    ["huggingface", ["image", "audio"], HERE],
    ["custom", ["text"], HERE],
  ])("%s with %j: from shard %i on", (provider, kinds, from) => {
    expect(firstShardFor({ provider }, kinds)).toBe(from);
  });

  it.each([
    [[], HERE, fresh, 0],
    [[], HERE + 1, fresh, 1],
    [[FULL_HERE], HERE, fresh, 1],
    [[FULL_HERE, 2], HERE, fresh, 1],
    [[0, FULL], HERE + 1, fresh, 2],
    [[0, 0, 3], HERE, { shard: 2, holdsJob: false }, 2],
    [[0, 0, FULL], HERE, { shard: 2, holdsJob: false }, 0],
    [[0, 0, FULL], HERE, { shard: 2, holdsJob: true }, null],
    // The next model of a task computes long where the one before did not.
    [[2], HERE + 1, { shard: HERE, holdsJob: false }, 1],
    [[2], HERE + 1, { shard: HERE, holdsJob: true }, HERE],
  ])("with loads %j, from %i on, after %j: %s", (loads, from, before, shard) => {
    expect(shardFor(loads, from, before)).toBe(shard);
  });

  it("opens a shard where all are full", () => {
    expect(firstFreeShard([FULL_HERE, FULL])).toBe(2);
  });
});
