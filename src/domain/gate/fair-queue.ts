/** What the order of a queue depends on. */
export interface QueuePlace {
  readonly tenant: string;
  readonly run: string;
  /** Within a run, a greater number goes first, and among equals who came first. */
  readonly priority: number;
}

/** The runs of a tenant that have something waiting; whose turn it is comes first. */
type Line<T> = Map<string, T[]>;

/**
 * A bounded queue in which tenants take turns, and the runs of a tenant as well: who has one thing waiting is served
 * after one turn of the others, whatever they pile up. Where it is full, who has least takes the place of who has most.
 */
export class FairQueue<T extends QueuePlace> {
  readonly #max: number;
  readonly #lines = new Map<string, Line<T>>();
  #size = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#size;
  }

  /** Everything that waits, in no order. */
  *[Symbol.iterator](): Generator<T> {
    for (const line of this.#lines.values()) for (const waiting of line.values()) yield* waiting;
  }

  /** Makes sure of a place for one more; false where there is none, else what lost its own for it. */
  makeRoom({ tenant, run }: QueuePlace): false | readonly T[] {
    if (this.#size < this.#max) return [];
    const last = this.#lastOfGreediest(tenant, run);
    if (!last) return false;
    this.remove(last);
    return [last];
  }

  /** Adds one for which there is room. */
  add(item: T): void {
    const line = this.#lines.get(item.tenant) ?? new Map<string, T[]>();
    this.#lines.set(item.tenant, line);
    const waiting = line.get(item.run) ?? [];
    line.set(item.run, waiting);
    waiting.splice(countBefore(waiting, item.priority), 0, item);
    this.#size++;
  }

  /** Takes out whose turn it is. */
  next(): T | undefined {
    for (const [tenant, line] of this.#lines) {
      for (const [run, waiting] of line) {
        const first = waiting[0];
        if (!first) continue;
        this.remove(first);
        toTheEnd(line, run);
        toTheEnd(this.#lines, tenant);
        return first;
      }
    }
    return undefined;
  }

  remove(item: T): void {
    const line = this.#lines.get(item.tenant);
    const waiting = line?.get(item.run);
    const index = waiting?.indexOf(item) ?? -1;
    if (!line || !waiting || index === -1) return;
    waiting.splice(index, 1);
    this.#size--;
    if (waiting.length === 0) line.delete(item.run);
    if (line.size === 0) this.#lines.delete(item.tenant);
  }

  /** At most how many that wait already would go before this one. */
  ahead({ tenant, run, priority }: QueuePlace): number {
    const line = this.#lines.get(tenant);
    const inRun = countBefore(line?.get(run) ?? [], priority);
    const inTenant = inRun + turnsOfOthers(line ?? new Map<string, T[]>(), run, inRun, ({ length }) => length);
    return inTenant + turnsOfOthers(this.#lines, tenant, inTenant, countOf);
  }

  #lastOfGreediest(tenant: string, run: string): T | undefined {
    const own = this.#lines.get(tenant);
    const [greediest, line] = longest(this.#lines, countOf) ?? [];
    if (!line) return undefined;
    if (greediest !== tenant && countOf(line) > 1 + (own ? countOf(own) : 0)) return longestRun(line)?.[1].at(-1);
    const [greediestRun, waiting] = (own && longestRun(own)) ?? [];
    if (!waiting || greediestRun === run || waiting.length <= 1 + (own?.get(run)?.length ?? 0)) return undefined;
    return waiting.at(-1);
  }
}

const countOf = (line: Line<unknown>): number => {
  let count = 0;
  for (const { length } of line.values()) count += length;
  return count;
};

/** How many of those that wait, the first to go first, go before one of this priority that comes now. */
function countBefore(waiting: readonly QueuePlace[], priority: number): number {
  let index = waiting.length;
  while (index > 0 && (waiting[index - 1]?.priority ?? priority) < priority) index--;
  return index;
}

/** Each of the others goes once for every one that goes before of `own`, and once more where its turn comes first. */
function turnsOfOthers<V>(
  all: ReadonlyMap<string, V>,
  own: string,
  before: number,
  sizeOf: (value: V) => number,
): number {
  let turns = 0;
  for (const [key, value] of all) if (key !== own) turns += Math.min(sizeOf(value), before + 1);
  return turns;
}

function longest<V>(all: ReadonlyMap<string, V>, sizeOf: (value: V) => number): readonly [string, V] | undefined {
  let most = 0;
  let found: readonly [string, V] | undefined;
  for (const entry of all) {
    const size = sizeOf(entry[1]);
    if (size > most) [most, found] = [size, entry];
  }
  return found;
}

const longestRun = <T>(line: Line<T>): readonly [string, T[]] | undefined => longest(line, ({ length }) => length);

/** A map keeps the order in which its keys were set: the first is whose turn it is. */
function toTheEnd<V>(all: Map<string, V>, key: string): void {
  const value = all.get(key);
  if (value === undefined) return;
  all.delete(key);
  all.set(key, value);
}
