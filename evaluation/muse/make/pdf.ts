const MARGIN_POINTS = 72;
const TOP_POINTS = 770;
const SIZE_POINTS = 12;
const LEADING_POINTS = 18;

const escaped = (line: string): string => line.replaceAll(/[\\()]/g, (sign) => `\\${sign}`);

/** A one-page A4 PDF of lines of ASCII text in Helvetica. Source: ISO 32000-1, 7.5 (file structure), 9.4 (text). */
export function pdfOf(lines: readonly string[]): Uint8Array {
  const shown = lines.map((line) => `(${escaped(line)}) Tj T*`).join("\n");
  const start = `BT /F1 ${SIZE_POINTS} Tf ${LEADING_POINTS} TL ${MARGIN_POINTS} ${TOP_POINTS} Td`;
  const content = `${start}\n${shown}\nET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return new TextEncoder().encode(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`);
}
