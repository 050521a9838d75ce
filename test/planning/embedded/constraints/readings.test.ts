import { describe, expect, it } from "vitest";
import { readConstraints } from "../../../../src/planning/embedded/constraints/index.ts";
import { BARE } from "./readings/bare.ts";
import { BENCHMARK } from "./readings/benchmark.ts";
import { BENCHMARK_AT_LEAST } from "./readings/benchmark-score.ts";
import { BUDGET } from "./readings/budget.ts";
import { COMPOSED } from "./readings/composed.ts";
import {
  BENCHMARK_SCORE,
  LANGUAGE_NATIVE,
  LANGUAGE_NEEDED,
  LICENCE_ALONE,
  LICENCE_DEMANDED,
  TWO_IN_ONE,
} from "./readings/families.ts";
import { FRESH } from "./readings/fresh.ts";
import { FRESH_2 } from "./readings/fresh-2.ts";
import { FRESH_3 } from "./readings/fresh-3.ts";
import { FRESH_4 } from "./readings/fresh-4.ts";
import { FRESH_5 } from "./readings/fresh-5.ts";
import { FRESH_6 } from "./readings/fresh-6.ts";
import { FRESH_7 } from "./readings/fresh-7.ts";
import { FRESH_8 } from "./readings/fresh-8.ts";
import { GATED } from "./readings/gated.ts";
import { LANGUAGE } from "./readings/language.ts";
import { LATENCY } from "./readings/latency.ts";
import { LICENCE } from "./readings/licence.ts";
import { MODEL } from "./readings/model.ts";
import { PRICE } from "./readings/price.ts";
import { PROVIDER } from "./readings/provider.ts";
import { SIZE } from "./readings/size.ts";

const TABLES = {
  LICENCE,
  SIZE,
  PROVIDER,
  MODEL,
  BENCHMARK,
  BENCHMARK_AT_LEAST,
  PRICE,
  LATENCY,
  GATED,
  LANGUAGE,
  BUDGET,
  FRESH,
  FRESH_2,
  FRESH_3,
  FRESH_4,
  FRESH_5,
  FRESH_6,
  FRESH_7,
  FRESH_8,
  LICENCE_ALONE,
  LICENCE_DEMANDED,
  BENCHMARK_SCORE,
  LANGUAGE_NATIVE,
  LANGUAGE_NEEDED,
  TWO_IN_ONE,
  BARE,
  COMPOSED,
};

describe.each(Object.entries(TABLES))("the table %s", (_name, { readings, tempting }) => {
  it.each(readings)("%s", (request, { budget = {}, ...constraints }) => {
    const { rest, ...read } = readConstraints(request);
    expect(read).toEqual({ constraints, budget, unread: [] });
    expect(rest).toHaveLength(request.length);
  });

  it.each(tempting)("restricts nothing: %s", (request) => {
    expect(readConstraints(request)).toEqual({ constraints: {}, budget: {}, rest: request, unread: [] });
  });
});
