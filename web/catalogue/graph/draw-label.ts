import type { NodeLabelDrawingFunction } from "sigma/rendering";

const PADDING = 4;
const AROUND = 3;
/** Of the ground of a label: dots and lines behind it are still guessed, and the name is read. */
const OPACITY = 0.82;

/** Names a node on a ground of its own, to its right, or to its left where it would leave the picture. */
export function drawLabel(
  context: CanvasRenderingContext2D,
  { x, y, size, label }: Parameters<NodeLabelDrawingFunction>[1],
  {
    font,
    fontSize,
    text,
    paper,
  }: { readonly font: string; readonly fontSize: number; readonly text: string; readonly paper: string },
): void {
  if (!label) return;
  context.font = `${fontSize}px ${font}`;
  const width = context.measureText(label).width + 2 * PADDING;
  const height = fontSize + 2 * PADDING;
  const right = x + size + AROUND;
  // The canvas has the pixels of the device, its drawing those of the page.
  const isPast = right + width > context.canvas.clientWidth && x - size - AROUND - width >= 0;
  const left = isPast ? x - size - AROUND - width : right;
  context.globalAlpha = OPACITY;
  context.fillStyle = paper;
  context.beginPath();
  context.roundRect(left, y - height / 2, width, height, PADDING);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = text;
  context.textBaseline = "middle";
  context.fillText(label, left + PADDING, y);
  context.textBaseline = "alphabetic";
}
