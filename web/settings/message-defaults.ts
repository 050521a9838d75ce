import type { MessageDefaults } from "../api/stored-settings.ts";

type Constraints = Readonly<Record<string, unknown>>;

/** The conditions that the form has a field for; what else stands in the constraints is kept as it is. */
export interface CommonConstraints {
  /** A licence or family; empty for any. */
  readonly licence: string;
  readonly localOnly: boolean;
  /** In billions of parameters; null for any. */
  readonly maxBillions: number | null;
  readonly ungated: boolean;
  readonly cheapest: boolean;
}

const BILLION = 1e9;

const record = (value: unknown): Constraints =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export function readCommon(constraints: unknown): CommonConstraints {
  const { licence, provider, size, gated, prefer } = record(constraints);
  const [allowed] = list(record(licence).allow);
  const { max } = record(size);
  return {
    licence: typeof allowed === "string" ? allowed : "",
    localOnly: list(record(provider).allow).includes("local"),
    maxBillions: typeof max === "number" ? max / BILLION : null,
    ungated: gated === false,
    cheapest: prefer === "cheapest",
  };
}

/** The constraints with these conditions in the place of those that were there. */
export function writeCommon(constraints: unknown, change: Partial<CommonConstraints>): Constraints {
  const next: Record<string, unknown> = { ...record(constraints) };
  const put = (name: string, part: string, value: unknown): void => {
    const { [part]: _, ...rest } = record(next[name]);
    const whole = value === undefined ? rest : { ...rest, [part]: value };
    if (Object.keys(whole).length === 0) delete next[name];
    else next[name] = whole;
  };
  if (change.licence !== undefined) put("licence", "allow", change.licence === "" ? undefined : [change.licence]);
  if (change.localOnly !== undefined) put("provider", "allow", change.localOnly ? ["local"] : undefined);
  if (change.maxBillions !== undefined) {
    put("size", "max", change.maxBillions === null ? undefined : Math.round(change.maxBillions * BILLION));
  }
  if (change.ungated !== undefined) {
    if (change.ungated) next.gated = false;
    else delete next.gated;
  }
  if (change.cheapest !== undefined) {
    if (change.cheapest) next.prefer = "cheapest";
    else delete next.prefer;
  }
  return next;
}

/** The defaults with a part set anew, or taken out where it is undefined. */
export function withDefault<Name extends keyof MessageDefaults>(
  defaults: MessageDefaults,
  name: Name,
  value: MessageDefaults[Name] | undefined,
): MessageDefaults {
  const { [name]: _, ...rest } = defaults;
  return value === undefined || (typeof value === "object" && Object.keys(value).length === 0)
    ? rest
    : { ...rest, [name]: value };
}
