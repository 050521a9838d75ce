import { fitsAny } from "../../../domain/kinds.ts";
import type { Ontology, TaskType } from "../../../domain/task-types/index.ts";
import { answers, feeds, roleOf } from "../rank/ports.ts";
import type { PlanSketch } from "../rank/sketch.ts";
import { isAskedPart } from "../read/asked-parts.ts";
import type { Clause } from "../read/clauses.ts";
import { findMentions } from "../read/mentions.ts";
import { filesOfShare } from "./about.ts";
import { asksSomething } from "./asking.ts";
import type { ReferentIndex } from "./referents.ts";
import { isHollow } from "./wording.ts";

type Link = PlanSketch["links"][number];

/** A sketch with the type of each task, and the clause that it stands in. */
interface Placed {
  readonly sketch: PlanSketch;
  readonly clauses: readonly Clause[];
  readonly homes: readonly (Clause | undefined)[];
  readonly types: readonly (TaskType | undefined)[];
}

/** A sketch with the links that the words tell more closely than their weights do, each giver before its takers. */
export function closeLinks(
  sketch: PlanSketch,
  clauses: readonly Clause[],
  ontology: Ontology,
  index: ReferentIndex,
): PlanSketch {
  const placed = (one: PlanSketch): Placed => ({
    sketch: one,
    clauses,
    homes: one.tasks.map(({ at }) => clauses.findLast(({ start }) => start <= at)),
    types: one.tasks.map(({ type }) => ontology.get(type)),
  });
  const answered = answerQuestion(placed(sketch), ontology.get("question-answering"));
  const own = { ...answered, links: takeOwnFiles(placed(answered), index) };
  const near = { ...own, links: takeNearest(placed(own)) };
  return inOrder({ ...near, links: takeDescriptions(placed(near)) });
}

/** What these give are the words of a page or a recording, which hold the answer. */
const READERS: ReadonlySet<string> = new Set(["optical-character-recognition", "automatic-speech-recognition"]);

/**
 * A question that no task answers is answered where it is put in so many words to a text, and where it goes on with what
 * is to be done to "it": "what is the total, then translate it" translates the answer and not the page.
 */
function answerQuestion({ sketch, clauses, homes, types }: Placed, answering: TaskType | undefined): PlanSketch {
  const at = clauses.findIndex((clause) => asksSomething(clause) && !homes.includes(clause));
  const [question, next] = [clauses[at], clauses[at + 1]];
  if (!answering || !question || types.some((type) => type && answers(type))) return sketch;
  const parts = question.parts.map(({ part }) => part);
  const isPut = parts.some(isAskedPart) && parts.some((part) => part.as === "passage" && !part.asked);
  const isIt = next?.joined === "row" && findMentions(next.text).some(({ pronoun, plural }) => pronoun && !plural);
  const isRead = ([from, to]: Link): boolean => isIt && homes[to] === next && READERS.has(types[from]?.name ?? "");
  const read = sketch.links.filter(isRead);
  if (!isPut && read.length === 0) return sketch;
  const place = sketch.tasks.length;
  const through = read.flatMap(([from, to]): readonly Link[] => [
    [from, place],
    [place, to],
  ]);
  return {
    ...sketch,
    tasks: [...sketch.tasks, { type: answering.name, at: question.start, words: [] }],
    links: [...sketch.links.filter((link) => !isRead(link)), ...through],
  };
}

/** Of several tasks of one clause that each name files, none takes from another: "the pose of a.jpg and the description of b.jpg". */
function takeOwnFiles({ sketch: { tasks, links }, homes }: Placed, index: ReferentIndex): readonly Link[] {
  return links.filter(([from, to]) => {
    const [clause, giver, taker] = [homes[to], tasks[from]?.at, tasks[to]?.at];
    if (!clause || taker === undefined || giver === taker || homes[from] !== clause) return true;
    const all = tasks.flatMap(({ at }, place) => (homes[place] === clause ? [at] : []));
    return filesOfShare(clause, taker, all, index) === null;
  });
}

/** "what is due, and read a summary aloud": the last task of a clause takes from another there that nothing else takes from. */
function takeNearest({ sketch: { links }, homes, types }: Placed): readonly Link[] {
  let near = links;
  const gives = (place: number): boolean => links.some(([from]) => from === place);
  for (const [, to] of links) {
    const isNear = near.some(([from, taker]) => taker === to && homes[from] === homes[to]);
    if (gives(to) || isNear) continue;
    const giver = types.findIndex(
      (type, place) =>
        place !== to &&
        homes[place] === homes[to] &&
        !gives(place) &&
        feeds(type, types[to]) &&
        !isBehind(place, to, near),
    );
    if (giver !== -1) near = [...near.filter((link) => link[1] !== to), [giver, to]];
  }
  return near;
}

/** A picture that no words describe is of the text that is made in its clause. */
function takeDescriptions({ sketch, homes, types }: Placed): readonly Link[] {
  let { links } = sketch;
  for (const [to, type] of types.entries()) {
    const port = type?.inputs.find((one) => roleOf(one, type) === "description");
    const clause = homes[to];
    if (!port || !clause || !isHollow(clause)) continue;
    const givesText = (place: number): boolean =>
      types[place]?.outputs[0]?.kinds.some((kind) => fitsAny(kind, port.kinds)) === true;
    const isGiver = (place: number): boolean =>
      place !== to && homes[place] === clause && givesText(place) && !isBehind(place, to, links);
    const from = types.findIndex((_, place) => isGiver(place));
    if (from !== -1 && !links.some(([giver, taker]) => taker === to && givesText(giver)))
      links = [...links, [from, to]];
  }
  return links;
}

/** Whether one takes from the other, directly or by what is between. */
function isBehind(one: number, other: number, links: readonly Link[]): boolean {
  const found = new Set([other]);
  for (const place of found) for (const [from, to] of links) if (from === place) found.add(to);
  return found.has(one);
}

/** The same with each giver before its takers, without the links that would close a circle. */
function inOrder({ tasks, links, confidence }: PlanSketch): PlanSketch {
  const order: number[] = [];
  const visited = new Set<number>();
  const place = (at: number): void => {
    if (visited.has(at)) return;
    visited.add(at);
    for (const [from, to] of links) if (to === at) place(from);
    order.push(at);
  };
  for (const at of tasks.keys()) place(at);
  const moved = links.map(([from, to]): Link => [order.indexOf(from), order.indexOf(to)]);
  return { tasks: order.flatMap((at) => tasks[at] ?? []), links: moved.filter(([from, to]) => from < to), confidence };
}
