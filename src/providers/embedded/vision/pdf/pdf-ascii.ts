const HEX = /^[\s\0]*(?:[0-9a-f][\s\0]*){4,}/i;
const BASE_85 = /^[\s\0]*(?:[!-uz][\s\0]*){5,}/;
/** How many characters tell the encodings apart from binary data. */
const PROBE_BYTES = 64;
/** A megabyte of what "z" stands for. */
const MAX_ZERO_GROUPS = 262_144;
/** Digits of base 85 in a group of four bytes. */
const GROUP_DIGITS = 5;
const latin1 = new TextDecoder("latin1");

/**
 * The bytes behind ASCIIHexDecode or ASCII85Decode (ISO 32000-2, 7.4.2 and 7.4.3) where that is deflated data;
 * anything else as it is. Goes by the data alone.
 */
export function decodeAscii(data: Uint8Array): Uint8Array {
  const probe = latin1.decode(data.subarray(0, PROBE_BYTES));
  if (HEX.test(probe) && isDeflated(fromHex(data.subarray(0, PROBE_BYTES)))) return fromHex(data);
  if (BASE_85.test(probe) && isDeflated(fromBase85(data.subarray(0, PROBE_BYTES)))) return fromBase85(data);
  return data;
}

/** A zlib header (RFC 1950 §2.2): what pdf.js asks for before it inflates. */
export const isDeflated = ([first = 0, second = 0]: Uint8Array): boolean =>
  (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0;

function fromHex(data: Uint8Array): Uint8Array {
  const out = new Uint8Array(data.length);
  let length = 0;
  let high = -1;
  for (const byte of data) {
    if (byte === 0x3e) break;
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    if (Number.isNaN(digit)) continue;
    if (high < 0) high = digit;
    else {
      out[length++] = high * 16 + digit;
      high = -1;
    }
  }
  return out.subarray(0, length);
}

function fromBase85(data: Uint8Array): Uint8Array {
  const zeros = data.reduce((count, byte) => (byte === 0x7a ? count + 1 : count), 0);
  // Deflated data has hardly a run of four zeros; many are there to fill the memory.
  const out = new Uint8Array(data.length + 4 * Math.min(zeros, MAX_ZERO_GROUPS));
  const view = new DataView(out.buffer);
  let length = 0;
  let group = 0;
  let digits = 0;
  for (const byte of data) {
    if (byte === 0x7e || length + 8 > out.length) break;
    if (byte === 0x7a && digits === 0) length += 4;
    if (byte < 0x21 || byte > 0x75) continue;
    group = group * 85 + (byte - 0x21);
    if (++digits < GROUP_DIGITS) continue;
    view.setUint32(length, group >>> 0);
    length += 4;
    group = 0;
    digits = 0;
  }
  if (digits > 1) {
    for (let missing = digits; missing < GROUP_DIGITS; missing++) group = group * 85 + 84;
    view.setUint32(length, group >>> 0);
    length += digits - 1;
  }
  return out.subarray(0, length);
}
