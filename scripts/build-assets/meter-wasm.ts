import { BinaryReader } from "wasmparser";

/** An import of a module, by its two names. */
interface ImportName {
  readonly module: string;
  readonly field: string;
}

interface Metering {
  readonly spent?: ImportName;
  readonly fuel?: number;
}

/** The export that holds what a metered module may still do: a mutable i32, read as unsigned. */
export const FUEL_EXPORT = "fuel";

const HEADER_BYTES = 8;
/** WebAssembly Core Specification 2.0, 5.5.2, 5.5.5 and 5.4.1. */
const [GLOBAL_SECTION, EXPORT_SECTION, CODE_SECTION] = [6, 7, 10];
const [FUNCTION_KIND, GLOBAL_KIND] = [0, 3];
const LOOP = 0x03;
/** `memory.copy` and `memory.fill`, as the reader numbers them: work on as many bytes as the last operand says. */
const BULK: ReadonlySet<number> = new Set([0xfc0a, 0xfc0b]);
/** They work on 16 bytes in some 2 ns, the time of a call or of a turn. As a shift. */
const BULK_BYTES_A_STEP_SHIFT = 4;
/** States of the reader: its own enums are constant ones, which a module compiled by itself cannot use. */
const READER = { error: -1, importEntry: 12, beginGlobal: 39, operator: 30, beginFunctionBody: 28 } as const;

interface Section {
  readonly id: number;
  readonly payload: Uint8Array;
}

/**
 * Adds a meter to a WebAssembly module: every call of a function, every turn of a loop and every 16 bytes that are copied
 * or filled at once take one off the global that is exported as "fuel", and trap (`unreachable`) where nothing is left.
 * Nothing else can end a module's work in workerd.
 * @param spent an import, a function without parameters or results, that is called where nothing is left, in place of the
 *   trap: it may refuel the meter, and the module goes on, with nothing taken off for the bytes that it was at
 * @param fuel to begin with: 0, so that whoever uses the module has to say how much it may do, unless it starts by itself
 * @throws {Error} for a module that has no globals, exports or code of its own, or no such import
 */
export function meterWasm(module: Uint8Array, { spent, fuel = 0 }: Metering = {}): Uint8Array {
  const { places, globals, imports } = survey(module);
  const atZero = spent && callOf(imports, spent);
  const steps: Steps = {
    operators: meterStep(globals, atZero),
    bulk: bulkStep(globals, globals + 1, atZero),
  };
  const sections = sectionsOf(module).map(({ id, payload }): Section => {
    const start = payload.byteOffset - module.byteOffset;
    if (id === GLOBAL_SECTION)
      return { id, payload: withEntry(withEntry(payload, numberGlobal(fuel)), numberGlobal(0)) };
    if (id === EXPORT_SECTION) return { id, payload: withEntry(payload, exportOf(globals)) };
    if (id === CODE_SECTION) return { id, payload: withSteps(payload, start, places, steps) };
    return { id, payload };
  });
  for (const wanted of [GLOBAL_SECTION, EXPORT_SECTION, CODE_SECTION]) {
    if (!sections.some(({ id }) => id === wanted)) throw new Error(`The module has no section ${wanted}`);
  }
  const encoded = sections.flatMap(({ id, payload }) => [Uint8Array.of(id), unsigned(payload.length), payload]);
  return Buffer.concat([module.subarray(0, HEADER_BYTES), ...encoded]);
}

/** Where the meter comes in, as an offset into the module: before the operators of a body or a loop, or before a bulk one. */
interface Place {
  readonly at: number;
  readonly before: "operators" | "bulk";
}

/** What is put into each kind of place. */
type Steps = Readonly<Record<Place["before"], Uint8Array>>;

interface Survey {
  /** In ascending order. */
  readonly places: readonly Place[];
  /** How many globals there are. */
  readonly globals: number;
  /** The functions that it imports, in the order of their numbers. */
  readonly imports: readonly ImportName[];
}

function survey(module: Uint8Array): Survey {
  const reader = new BinaryReader();
  const { buffer, byteOffset, length } = module;
  reader.setData((buffer as ArrayBuffer).slice(byteOffset, byteOffset + length), 0, length);
  const places: Place[] = [];
  const imports: ImportName[] = [];
  let globals = 0;
  for (let start = 0; reader.read(); start = reader.position) {
    const state: number = reader.state;
    const { kind, code } = (reader.result ?? {}) as { readonly kind?: number; readonly code?: number };
    if (state === READER.importEntry && kind === FUNCTION_KIND) imports.push(importIn(reader.result));
    if (state === READER.error) throw reader.error ?? new Error("The module cannot be read");
    if (state === READER.beginFunctionBody || (state === READER.operator && code === LOOP))
      places.push({ at: reader.position, before: "operators" });
    if (state === READER.operator && code !== undefined && BULK.has(code)) places.push({ at: start, before: "bulk" });
    if (state === READER.beginGlobal || (state === READER.importEntry && kind === GLOBAL_KIND)) globals += 1;
  }
  return { places, globals, imports };
}

/** An entry of the import section, as the reader gives it. */
function importIn(entry: unknown): ImportName {
  const { module, field } = entry as { readonly module: Uint8Array; readonly field: Uint8Array };
  const decoder = new TextDecoder();
  return { module: decoder.decode(module), field: decoder.decode(field) };
}

/** `call` of an import. */
function callOf(imports: readonly ImportName[], { module, field }: ImportName): Uint8Array {
  const index = imports.findIndex((one) => one.module === module && one.field === field);
  if (index < 0) throw new Error(`The module does not import ${module}.${field}`);
  return Buffer.concat([Uint8Array.of(0x10), unsigned(index)]);
}

function* sectionsIn(module: Uint8Array): Generator<Section> {
  for (let at = HEADER_BYTES; at < module.length; ) {
    const size = readUnsigned(module, at + 1);
    yield { id: module[at] ?? 0, payload: module.subarray(size.end, size.end + size.value) };
    at = size.end + size.value;
  }
}
const sectionsOf = (module: Uint8Array): readonly Section[] => [...sectionsIn(module)];

/** A vector with one more entry at its end. */
function withEntry(vector: Uint8Array, entry: Uint8Array): Uint8Array {
  const count = readUnsigned(vector, 0);
  return Buffer.concat([unsigned(count.value + 1), vector.subarray(count.end), entry]);
}

/** The code section with a step at each of the places. @param start of the section's payload in the module */
function withSteps(code: Uint8Array, start: number, places: readonly Place[], steps: Steps): Uint8Array {
  const count = readUnsigned(code, 0);
  const parts: Uint8Array[] = [unsigned(count.value)];
  let next = 0;
  for (let at = count.end; at < code.length; ) {
    const size = readUnsigned(code, at);
    const end = size.end + size.value;
    const pieces: Uint8Array[] = [];
    let from = size.end;
    for (let place = places[next]; place && place.at - start < end; place = places[++next]) {
      pieces.push(code.subarray(from, place.at - start), steps[place.before]);
      from = place.at - start;
    }
    pieces.push(code.subarray(from, end));
    const body = Buffer.concat(pieces);
    parts.push(unsigned(body.length), body);
    at = end;
  }
  return Buffer.concat(parts);
}

const UNREACHABLE = Uint8Array.of(0x00);
/** A mutable i32. */
const numberGlobal = (value: number): Uint8Array => Uint8Array.of(0x7f, 0x01, ...constant(value), 0x0b);

function exportOf(global: number): Uint8Array {
  const name = new TextEncoder().encode(FUEL_EXPORT);
  return Buffer.concat([unsigned(name.length), name, Uint8Array.of(0x03), unsigned(global)]);
}

/** Opcodes of the WebAssembly Core Specification, 5.4. */
const [IF, ELSE, END, IS_ZERO, IS_LESS, MINUS, SHIFT_RIGHT] = [0x04, 0x05, 0x0b, 0x45, 0x49, 0x6b, 0x76];
const NO_RESULT = 0x40;
const get = (global: number): readonly number[] => [0x23, ...unsigned(global)];
const set = (global: number): readonly number[] => [0x24, ...unsigned(global)];
/** `i32.const`, whose number is signed: one more byte of zeros keeps the sign out of it. */
function constant(number: number): readonly number[] {
  const bytes = unsigned(number);
  const last = bytes.at(-1) ?? 0;
  return [0x41, ...(last < 64 ? bytes : [...bytes.subarray(0, -1), last | 128, 0])];
}

/** `if (fuel == 0) atZero; fuel -= 1` */
function meterStep(fuel: number, atZero: Uint8Array = UNREACHABLE): Uint8Array {
  const ifZero = [...get(fuel), IS_ZERO, IF, NO_RESULT, ...atZero, END];
  return Uint8Array.from([...ifZero, ...get(fuel), ...constant(1), MINUS, ...set(fuel)]);
}

/** `bytes = operand; if (fuel < bytes >> shift) { fuel = 0; atZero } else fuel -= bytes >> shift; operand = bytes` */
function bulkStep(fuel: number, bytes: number, atZero: Uint8Array = UNREACHABLE): Uint8Array {
  const cost = [...get(bytes), ...constant(BULK_BYTES_A_STEP_SHIFT), SHIFT_RIGHT];
  const ifLess = [...get(fuel), ...cost, IS_LESS, IF, NO_RESULT, ...constant(0), ...set(fuel), ...atZero];
  const otherwise = [ELSE, ...get(fuel), ...cost, MINUS, ...set(fuel), END];
  return Uint8Array.from([...set(bytes), ...ifLess, ...otherwise, ...get(bytes)]);
}

/** An unsigned number in LEB128, and where it ends. */
function readUnsigned(bytes: Uint8Array, at: number): { readonly value: number; readonly end: number } {
  let value = 0;
  let end = at;
  for (let shift = 0; shift < 35; shift += 7) {
    const byte = bytes[end++] ?? 0;
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return { value, end };
  }
  throw new Error(`No number ends at ${end}`);
}

function unsigned(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 127) | (rest > 127 ? 128 : 0));
    rest = Math.floor(rest / 128);
  } while (rest > 0);
  return Uint8Array.from(bytes);
}
