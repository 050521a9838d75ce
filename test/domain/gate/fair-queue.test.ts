import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FairQueue, type QueuePlace } from "../../../src/domain/gate/fair-queue.ts";

interface Item extends QueuePlace {
  readonly name: string;
}

const item = (name: string, tenant: string, run = "r", priority = 0): Item => ({ name, tenant, run, priority });

function filled(items: readonly Item[], max = 100): FairQueue<Item> {
  const queue = new FairQueue<Item>(max);
  for (const one of items) queue.add(one);
  return queue;
}

function drain(queue: FairQueue<Item>): readonly string[] {
  const names: string[] = [];
  for (let next = queue.next(); next; next = queue.next()) names.push(next.name);
  return names;
}

const someItem = fc
  .record({
    tenant: fc.constantFrom("a", "b", "c"),
    run: fc.constantFrom("1", "2"),
    priority: fc.integer({ min: 0, max: 2 }),
  })
  .map((place): Item => ({ ...place, name: "" }));

describe("a fair queue", () => {
  it.each<[string, readonly Item[], readonly string[]]>([
    ["by age", [item("1", "a"), item("2", "a"), item("3", "a")], ["1", "2", "3"]],
    ["by priority before age", [item("1", "a"), item("2", "a", "r", 5), item("3", "a", "r", 5)], ["2", "3", "1"]],
    ["tenants in turn", [item("a1", "a"), item("a2", "a"), item("a3", "a"), item("b1", "b")], ["a1", "b1", "a2", "a3"]],
    [
      "the runs of a tenant in turn",
      [item("1.1", "a", "1"), item("1.2", "a", "1"), item("1.3", "a", "1"), item("2.1", "a", "2")],
      ["1.1", "2.1", "1.2", "1.3"],
    ],
    [
      "tenants in turn however many runs one has",
      [item("a1", "a", "1"), item("a2", "a", "2"), item("a3", "a", "3"), item("b1", "b"), item("b2", "b")],
      ["a1", "b1", "a2", "b2", "a3"],
    ],
    [
      "priorities within a run only",
      [item("a1", "a", "1"), item("a2", "a", "2", 9), item("b1", "b", "r", -9)],
      ["a1", "b1", "a2"],
    ],
  ])("serves %s", (_, items, expected) => {
    expect(drain(filled(items))).toEqual(expected);
  });

  it("serves who has one thing waiting after one turn of each other, whatever they pile up", () => {
    const piles = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(piles, (sizes) => {
        const piled = sizes.flatMap((size, tenant) => Array.from({ length: size }, () => item("other", `${tenant}`)));
        const order = drain(filled([...piled, item("mine", "me")], 1_000));
        expect(order.indexOf("mine")).toBe(sizes.length);
      }),
    );
  });

  it("tells how many go before one that comes, and of a tenant's first never fewer", () => {
    fc.assert(
      fc.property(fc.array(someItem, { maxLength: 60 }), someItem, (items, newcomer) => {
        const queue = filled(items);
        const ahead = queue.ahead(newcomer);
        const named = { ...newcomer, name: "new" };
        queue.add(named);
        expect(drain(queue).indexOf("new")).toBeLessThanOrEqual(ahead);
      }),
    );
  });

  it("gives out what was put in, each once, and loses what was removed", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(someItem, fc.boolean()), { maxLength: 60 }), (wanted) => {
        const items = wanted.map(([one, stays], index) => ({ ...one, name: `${index}`, stays }));
        const queue = filled(items);
        for (const one of items) if (!one.stays) queue.remove(one);
        const staying = items.filter(({ stays }) => stays).map(({ name }) => name);
        expect(queue.size).toBe(staying.length);
        expect([...queue].map(({ name }) => name).toSorted()).toEqual(staying.toSorted());
        expect(drain(queue).toSorted()).toEqual(staying.toSorted());
        expect(queue.size).toBe(0);
      }),
    );
  });

  it("has room for another tenant where one has filled it, at the cost of that one's last", () => {
    const queue = filled([item("a1", "a"), item("a2", "a"), item("a3", "a")], 3);
    expect(queue.makeRoom(item("a4", "a"))).toBe(false);
    expect(queue.makeRoom(item("b1", "b"))).toEqual([item("a3", "a")]);
    queue.add(item("b1", "b"));
    expect(queue.makeRoom(item("b2", "b"))).toBe(false);
    expect(drain(queue)).toEqual(["a1", "b1", "a2"]);
  });

  it("has room for another run of the tenant that has filled it", () => {
    const queue = filled([item("1", "a", "1"), item("2", "a", "1", -1), item("3", "a", "1")], 3);
    expect(queue.makeRoom(item("4", "a", "2"))).toEqual([item("2", "a", "1", -1)]);
  });

  it("never holds more than it may, and never turns away who has least while another has two more", () => {
    fc.assert(
      fc.property(fc.array(someItem, { maxLength: 80 }), fc.integer({ min: 1, max: 10 }), (items, max) => {
        const queue = new FairQueue<Item>(max);
        const count = (tenant: string): number => [...queue].filter((one) => one.tenant === tenant).length;
        for (const one of items) {
          const most = Math.max(...["a", "b", "c"].map(count));
          const isOutweighed = most > count(one.tenant) + 1;
          const displaced = queue.makeRoom(one);
          if (queue.size === max && displaced === false) expect(isOutweighed).toBe(false);
          if (displaced !== false) queue.add(one);
          expect(queue.size).toBeLessThanOrEqual(max);
        }
      }),
    );
  });
});
