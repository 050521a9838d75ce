import { isDurable, OURS, type Results, type View } from "./engines.ts";
import { type Graph, isChain } from "./graphs.ts";
import { enginesOf, figureOf, find } from "./report.ts";

/** Told apart also by those who see few colours (Okabe and Ito). */
const COLOURS = ["#d55e00", "#0072b2", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#888888"];
const WIDTH = 860;
const LABELS = 170;
const ROW = 34;
const SERIES = ["ms of engine a task (chains)", "makespan ÷ critical path"];
const TICKS = [0.25, 0.5, 1, 2, 4, 8, 16, 32, 64, 128];

/**
 * An SVG with a row a graph and a dot an engine, on a logarithmic scale: left is faster. A background of its own, as
 * it is shown on light and dark pages.
 */
export function plotOf(results: Results, view: View, graphs: readonly Graph[]): string {
  const engines = enginesOf(results, view);
  const panels = [graphs.filter(isChain), graphs.filter((graph) => !isChain(graph))].filter((rows) => rows.length > 0);
  const parts: string[] = [legend(engines)];
  let top = 62;
  for (const rows of panels) {
    parts.push(panel(results, view, rows, engines, top));
    top += rows.length * ROW + 66;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${top}" viewBox="0 0 ${WIDTH} ${top}" font-family="system-ui, sans-serif" font-size="13" fill="#222">`,
    `<title>What each engine takes, by graph: left is faster</title>`,
    `<rect width="${WIDTH}" height="${top}" fill="#fff"/>`,
    ...parts,
    `</svg>\n`,
  ].join("\n");
}

const colourOf = (engines: readonly string[], engine: string): string =>
  COLOURS[engines.indexOf(engine) % COLOURS.length] ?? "#000";

/** Ours is larger; what is not durable is hollow. */
function dot(engine: string, colour: string, x: number, y: number): string {
  const fill = isDurable(engine) ? `fill="${colour}"` : `fill="#fff" stroke="${colour}" stroke-width="2"`;
  return `<circle cx="${x.toFixed(1)}" cy="${y}" r="${engine === OURS ? 8 : 5.5}" ${fill}/>`;
}

function legend(engines: readonly string[]): string {
  const step = (WIDTH - 20) / 4;
  return engines
    .map((engine, i) => {
      const x = 20 + (i % 4) * step;
      const y = 20 + Math.floor(i / 4) * 22;
      const name = isDurable(engine) ? engine : `${engine} (not durable)`;
      return `${dot(engine, colourOf(engines, engine), x, y)}<text x="${x + 14}" y="${y + 4}">${name}</text>`;
    })
    .join("\n");
}

function panel(results: Results, view: View, rows: readonly Graph[], engines: readonly string[], top: number): string {
  const figures = rows.map((graph) =>
    engines.flatMap((engine) => {
      const measured = find(results, view, graph, engine);
      return measured === undefined ? [] : [{ engine, figure: figureOf(graph, measured) }];
    }),
  );
  const all = figures.flat().map(({ figure }) => figure);
  const low = TICKS.findLast((tick) => tick <= Math.min(...all)) ?? TICKS[0] ?? 1;
  const high = TICKS.find((tick) => tick >= Math.max(...all)) ?? TICKS.at(-1) ?? 1;
  const scale = (figure: number): number =>
    LABELS + ((WIDTH - LABELS - 30) * Math.log(figure / low)) / Math.log(high / low);
  const bottom = top + 26 + rows.length * ROW;
  const ticks = TICKS.filter((tick) => tick >= low && tick <= high).map((tick) => {
    const x = scale(tick).toFixed(1);
    return `<path d="M${x} ${top + 14}V${bottom}" stroke="#ddd"/><text x="${x}" y="${bottom + 16}" text-anchor="middle">${tick}</text>`;
  });
  const title = SERIES[rows.some(isChain) ? 0 : 1];
  const lines = rows.map((graph, row) => {
    const y = top + 26 + row * ROW + ROW / 2;
    // Ours last, so that it lies above the others.
    const dots = (figures[row] ?? [])
      .toReversed()
      .map(({ engine, figure }) => dot(engine, colourOf(engines, engine), scale(figure), y));
    return `<text x="${LABELS - 14}" y="${y + 4}" text-anchor="end">${graph.name}</text>${dots.join("")}`;
  });
  return [`<text x="${LABELS}" y="${top + 4}" font-weight="600">${title}</text>`, ...ticks, ...lines].join("\n");
}
