import type { Random } from "./random.ts";

/**
 * Links between places, each once: a random tree, so that all are connected, and `extra` more where there is room.
 */
export function connect<T>(places: readonly T[], extra: number, random: Random): [T, T][] {
  const order = random.shuffle(places);
  const links = order.slice(1).map((place, index): [T, T] => [place, random.pick(order.slice(0, index + 1))]);
  const known = new Set(links.flatMap(([a, b]) => [`${a} ${b}`, `${b} ${a}`]));
  for (let i = 0; i < extra; i++) {
    const [a, b] = [random.pick(places), random.pick(places)];
    if (a === b || known.has(`${a} ${b}`)) continue;
    known.add(`${a} ${b}`).add(`${b} ${a}`);
    links.push([a, b]);
  }
  return links;
}

/** Both ways of every link, as atoms of `predicate`. */
export const bothWays = (predicate: string, links: readonly (readonly [string, string])[]): string[] =>
  links.flatMap(([a, b]) => [`${predicate} ${a} ${b}`, `${predicate} ${b} ${a}`]);
