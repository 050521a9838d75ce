import type { NodeHoverDrawingFunction } from "sigma/rendering";

const FONT = "600 13px system-ui, sans-serif";
const PADDING = 6;
const HEIGHT = 24;
const AROUND = 3;

/** Names the node that is pointed at, in a ring, on a ground that keeps the name legible over others. */
export function drawHover(
  context: CanvasRenderingContext2D,
  { x, y, size, color }: Parameters<NodeHoverDrawingFunction>[1],
  name: string,
  { text, paper }: { readonly text: string; readonly paper: string },
): void {
  context.font = FONT;
  const left = x + size + AROUND;
  const width = context.measureText(name).width + 2 * PADDING;
  context.fillStyle = paper;
  context.strokeStyle = color;
  context.lineWidth = 1;
  context.beginPath();
  context.roundRect(left, y - HEIGHT / 2, width, HEIGHT, HEIGHT / 2);
  context.fill();
  context.stroke();
  context.beginPath();
  context.arc(x, y, size + AROUND, 0, 2 * Math.PI);
  context.stroke();
  context.fillStyle = text;
  context.textBaseline = "middle";
  context.fillText(name, left + PADDING, y);
}
