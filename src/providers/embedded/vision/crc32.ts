/** CRC-32 as PNG's chunks carry it (ISO/IEC 15948:2004, annex D). */
let table: Uint32Array | undefined;

function buildTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, byte) => {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = (value & 1) === 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
    return value;
  });
}

export function crc32(bytes: Uint8Array): number {
  table ??= buildTable();
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
