import { tokens as wordClasses } from "../english.ts";
import { type Column, isFigure, isYears, onlyNames, type TypedTable } from "./columns.ts";
import { type ConditionReading, type ConditionSlot, conditionSlots } from "./conditions.ts";
import type { DatePart } from "./dates.ts";
import { addTo, type Explained, type FeatureName, type Features, WAYS, type Way } from "./features.ts";
import { isMeantBy, PEOPLE, PLACES } from "./glossary.ts";
import type { Lexicon } from "./lexicon.ts";
import { type ColumnMention, cellMentions, columnMentions, isSure } from "./mentions.ts";
import type { Condition, Key, Measure, Operation, Query, QueryForm } from "./query.ts";
import { type Deed, type Signal, signalsIn } from "./signals.ts";
import { plainTokens, type Token, tokensOf, words } from "./words.ts";

/** A query that a question may mean, and what speaks for and against it. */
export interface Reading {
  readonly query: Query;
  readonly features: Features;
  /** Places of words that tell something and have no part in it. */
  readonly missed: readonly number[];
}

/** What figures are called, whatever they are of: they say nothing behind the name of a column. */
const FIGURE_NOUNS = new Set("value result score mark grade figure level number amount reading".split(" "));

/** What a question says, before it is told what it asks. */
interface Said {
  readonly table: TypedTable;
  readonly tokens: readonly Token[];
  readonly mentions: readonly ColumnMention[];
  readonly slots: readonly ConditionSlot[];
  readonly signals: readonly Signal[];
  /** What a word might be, where a reading leaves it aside. */
  readonly kinds: ReadonlyMap<number, FeatureName>;
  readonly rows: RowsNoun | null;
  readonly rowName: Column | undefined;
}

/** The word that a question calls the rows by, and how far that is from all the table says, from 0 to 1. */
interface RowsNoun {
  readonly at: number;
  readonly far: number;
}

/** Columns of each part of a query that are looked at, the likeliest first, and readings in all. */
const MAX_COLUMNS = 7;
const MAX_COMBINATIONS = 20;
const MAX_READINGS = 3_000;
/** Words of a question that are read; a longer one asks more than one thing. */
export const MAX_WORDS = 60;

/** A question's words, and all queries that it may mean: none for one that is too long. */
export function readingsOf(
  question: string,
  table: TypedTable,
  lexicon: Lexicon,
): { readonly tokens: readonly Token[]; readonly readings: readonly Reading[] } {
  const tokens = tokensOf(question);
  const readings: Reading[] = [];
  if (tokens.length === 0 || tokens.length > MAX_WORDS) return { tokens, readings };
  const said = whatIsSaid(question, tokens, table, lexicon);
  for (const chosen of combinations(said.slots)) {
    const where = joined(chosen);
    const left = table.rows.filter((row) => where.every(({ holds }) => holds(row))).length;
    for (const form of formsOf(said, chosen, left)) {
      if (readings.length >= MAX_READINGS) return { tokens, readings };
      readings.push(weighed(said, chosen, form));
    }
  }
  return { tokens, readings };
}

function whatIsSaid(question: string, tokens: readonly Token[], table: TypedTable, lexicon: Lexicon): Said {
  const mentions = columnMentions(tokens, table.columns, lexicon);
  const cells = cellMentions(tokens, table.columns, lexicon);
  const slots = conditionSlots(tokens, table.columns, mentions, cells);
  const sure = new Set(mentions.flatMap(({ by }) => [...by].filter(([, like]) => isSure(like)).map(([at]) => at)));
  const inCells = new Set(cells.flatMap(({ from, to }) => tokens.slice(from, to).map(({ at }) => at)));
  const signals = signalsIn(tokens, lexicon, (at) => sure.has(at) || inCells.has(at));
  const signalled = new Set(signals.flatMap(({ at }) => at));
  const verbs = new Set(
    wordClasses(question)
      .filter(({ pos }) => pos === "VERB")
      .map(({ text }) => text),
  );
  // "Who joined in 2023", beside a column of dates "Joined": what happened, and no cell.
  const dated = mentions.filter(({ column }) => column.type === "date").flatMap(({ by }) => [...by.keys()]);
  const events = new Set(dated.filter((at) => verbs.has(tokens[at]?.text ?? "")));
  const amounts = new Set(mentions.filter(({ column }) => isFigure(column)).flatMap(({ by }) => [...by.keys()]));
  const isFigureNoun = ({ at, word }: Token): boolean => FIGURE_NOUNS.has(word) && amounts.has(at - 1);
  const kindOf = (token: Token): FeatureName | null => {
    if (signalled.has(token.at)) return "missedOperation";
    if (/^\d/.test(token.text)) return "missedLiteral";
    if (/^(?:not|no|never|without|except|excluding|\p{L}+n['’]t)$/iu.test(token.text)) return "missedOperation";
    // "From Oslo", where a column is headed "from".
    if (token.plain && inCells.has(token.at + 1) && mentions.some(({ by }) => by.get(token.at) === "same"))
      return "missedColumn";
    if (token.plain || isFigureNoun(token)) return null;
    if (/^(?:second|third|fourth|fifth|last but)$/.test(token.word)) return "missedOperation";
    if (inCells.has(token.at)) return "missedCell";
    if (sure.has(token.at)) return events.has(token.at) ? "missedEvent" : "missedColumn";
    if (verbs.has(token.text)) return "missedVerb";
    return lexicon.isWord(token) ? "missedWord" : "missedName";
  };
  const kinds = new Map(
    tokens.flatMap((token) => {
      const kind = kindOf(token);
      return kind === null ? [] : [[token.at, kind] as const];
    }),
  );
  return {
    table,
    tokens,
    mentions,
    slots,
    signals,
    kinds,
    rows: rowsNoun(tokens, kinds, mentions, table, lexicon),
    rowName: rowNameOf(table),
  };
}

/** The column that names the rows: one called so, or one that differs from row to row, or the texts that differ most. */
function rowNameOf({ columns, rows }: TypedTable): Column | undefined {
  const texts = columns.filter((column) => column.type === "text" && !onlyNames(column));
  const called = texts.find(({ name }) => words(name).some((word) => word === "name" || word === "title"));
  const unique = [...texts, ...columns.slice(0, 1)].find(({ distinct }) => distinct === rows.length);
  const [varied] = texts.toSorted((one, other) => other.distinct - one.distinct || one.index - other.index);
  return called ?? unique ?? varied ?? columns[0];
}

/**
 * The noun that only calls the rows something: the last word of the first run of words that tell something, or of the
 * next one where those are all of what is done and with what ("average price of the wines").
 */
function rowsNoun(
  tokens: readonly Token[],
  kinds: ReadonlyMap<number, FeatureName>,
  mentions: readonly ColumnMention[],
  { columns }: TypedTable,
  lexicon: Lexicon,
): RowsNoun | null {
  const ofText = new Set(
    mentions
      .filter(({ column }) => column.type === "text")
      .flatMap(({ by }) => [...by].filter(([, like]) => isSure(like)).map(([at]) => at)),
  );
  for (let from = 0; from < tokens.length; ) {
    let to = from;
    while (kinds.has(to)) to++;
    const run = tokens.slice(from, to);
    const noun = run.findLast(({ at }) => /^missed(?:Word|Name)$/.test(kinds.get(at) ?? ""));
    if (noun !== undefined) return { at: noun.at, far: farness(noun, columns, lexicon) };
    if (run.some(({ at }) => ofText.has(at))) return null;
    from = Math.max(to, from + 1);
  }
  return null;
}

/** Texts that are looked at for what the rows are: a table's first say as much as all. */
const MAX_TEXTS = 200;
const MAX_TEXT_CHARS = 80;

/** How far a noun is from what the columns of texts are called and from what stands in them. */
function farness(noun: Token, columns: readonly Column[], lexicon: Lexicon): number {
  const texts = columns.filter(({ type }) => type === "text");
  const cells = texts.flatMap(({ cells }) => cells.slice(0, Math.ceil(MAX_TEXTS / texts.length)));
  const said = new Set([...texts.map(({ name }) => name), ...cells].map((text) => text.slice(0, MAX_TEXT_CHARS)));
  return 1 - Math.max(0, ...[...said].flatMap(plainTokens).map((token) => lexicon.nearness(noun, token)));
}

/** All choices of at most one reading of each slot; those that account for more come first. */
function combinations(slots: readonly ConditionSlot[]): ConditionReading[][] {
  let all: ConditionReading[][] = [[]];
  for (const slot of slots)
    all = all
      .flatMap((chosen) => [...slot.map((reading) => [...chosen, reading]), chosen])
      .slice(0, 4 * MAX_COMBINATIONS);
  const words = (chosen: readonly ConditionReading[]): number =>
    new Set(chosen.flatMap(({ explained }) => [...explained.keys()])).size;
  return all.toSorted((one, other) => words(other) - words(one)).slice(0, MAX_COMBINATIONS);
}

/** A form of a query with what it accounts for. */
interface FormReading {
  readonly query: QueryForm;
  readonly explained: readonly Explained[];
  readonly features: Features;
  /** The conditions that still limit its rows; those that a difference or a share is of do not. */
  readonly where?: readonly Condition[];
}

function weighed(said: Said, chosen: readonly ConditionReading[], form: FormReading): Reading {
  const explained = new Map<number, Way>();
  for (const part of [...chosen.map((reading) => reading.explained), ...form.explained])
    for (const [at, way] of part) {
      const known = explained.get(at);
      if (known === undefined || WAYS.indexOf(way) < WAYS.indexOf(known)) explained.set(at, way);
    }
  const features: Partial<Record<FeatureName, number>> = {};
  for (const reading of chosen) addTo(features, reading.features);
  addTo(features, form.features);
  const missed: number[] = [];
  for (const [at, kind] of said.kinds) {
    const way = explained.get(at);
    if (way !== undefined) addTo(features, { [`by:${way}`]: 1 });
    else if (said.rows?.at === at) addTo(features, { "by:rows": 1, rowsFar: said.rows.far });
    else {
      addTo(features, { [kind]: 1 });
      missed.push(at);
    }
  }
  return { query: { ...form.query, where: form.where ?? joined(chosen) }, features, missed };
}

/** Conditions of several slots; two on the same column are alternatives, as no cell is both of two names. */
function joined(chosen: readonly ConditionReading[]): Condition[] {
  const byColumn = Map.groupBy(chosen, ({ condition, features }) =>
    features.cellSeveral === undefined && features.literalEqual !== 1 && features.literalTime !== 1
      ? condition
      : condition.column,
  );
  return [...byColumn.values()].flatMap((same) => {
    const [first, ...others] = same.map(({ condition }) => condition);
    if (first === undefined) return [];
    if (others.length === 0 || same.some(({ condition }) => /^(?:not|[<>])/.test(condition.words)))
      return [first, ...others];
    const all = [first, ...others];
    return [
      {
        column: first.column,
        words: all.map((one) => one.words).join(" or "),
        holds: (row: number) => all.some((one) => one.holds(row)),
      },
    ];
  });
}

const NOTHING: Explained = new Map();
const asOperation = (signal: Signal | undefined): Explained =>
  new Map((signal?.at ?? []).map((at) => [at, "operation"] as const));

function formsOf(said: Said, chosen: readonly ConditionReading[], left: number): FormReading[] {
  const parts = { ...partsOf(said, chosen), left };
  return [
    ...lists(said, parts),
    ...rankings(said, parts),
    ...figures(said, parts),
    ...groups(said, parts),
    ...comparisons(said, parts, chosen),
  ];
}

interface Parts {
  readonly conditions: readonly Condition[];
  readonly shows: readonly ShowReading[];
  readonly measures: readonly MeasureReading[];
  readonly keys: readonly KeyReading[];
  /** Rows that meet the conditions. */
  readonly left: number;
}
interface ShowReading {
  readonly column: Column;
  readonly explained: Explained;
  readonly features: Features;
}
interface MeasureReading extends ShowReading {
  readonly first: number;
}
interface KeyReading {
  readonly key: Key;
  readonly explained: Explained;
  readonly features: Features;
}

const signalOf = ({ signals }: Said, ...deeds: readonly Deed[]): Signal | undefined =>
  signals.find(({ deed }) => deeds.includes(deed));

const flag = (holds: boolean): number => (holds ? 1 : 0);

function partsOf(said: Said, chosen: readonly ConditionReading[]): Omit<Parts, "left"> {
  const { table, mentions, tokens } = said;
  const conditions = chosen.map(({ condition }) => condition);
  const used = new Set(
    chosen.flatMap(({ explained }) =>
      [...explained].filter(([, way]) => way === "cell" || way === "literal").map(([at]) => at),
    ),
  );
  const open = mentions.filter(({ by }) => [...by.keys()].some((at) => !used.has(at)));
  const score = ({ by, covered }: ColumnMention): number =>
    covered + [...by.values()].reduce((sum, like) => sum + (like === "same" ? 1 : isSure(like) ? 0.7 : 0.1), 0);
  const likely = open.toSorted((one, other) => score(other) - score(one)).slice(0, MAX_COLUMNS);
  const rivals = new Set(
    likely.filter((one) =>
      likely.some(
        (other) =>
          other !== one && other.covered >= one.covered && [...one.by].every(([at, like]) => other.by.get(at) === like),
      ),
    ),
  );
  const rival = (column: Column): Features => ({ rival: flag([...rivals].some((one) => one.column === column)) });
  const unnamed = table.columns.filter((column) => !likely.some((mention) => mention.column === column));
  const shown = [
    ...likely.map(({ column }) => column),
    ...unnamed.filter((column) => column === said.rowName || column.index === 0 || asksFor(tokens, column) !== null),
  ];
  const conditioned = new Set(conditions.map(({ column }) => column));
  const shows = shown.slice(0, 2 * MAX_COLUMNS).map((column) => {
    const reading = showReading(said, column, likely, conditioned);
    return { ...reading, features: { ...reading.features, ...rival(column) } };
  });
  const amounts = table.columns.filter((column) => isFigure(column) && !onlyNames(column));
  const measures = table.columns
    .filter((column) => (isFigure(column) && !onlyNames(column)) || column.type === "date")
    .map((column): MeasureReading => {
      const mention = likely.find((other) => other.column === column);
      const places = [...(mention?.by.keys() ?? [])];
      return {
        column,
        first: Math.min(...places),
        explained: mention?.by ?? NOTHING,
        features: {
          measureUnnamed: flag(mention === undefined) * (amounts.length === 1 && amounts[0] === column ? 1 : 3),
          namePartsMissing: mention === undefined ? 0 : 1 - mention.covered,
          ...rival(column),
        },
      };
    })
    .toSorted((one, other) => other.explained.size - one.explained.size)
    .slice(0, MAX_COLUMNS);
  return { conditions, shows, measures, keys: keysOf(said, likely) };
}

/** What a question word asks for: "who" a person, "when" a time, "where" a place; `null` where it asks for no such column. */
function asksFor(tokens: readonly Token[], column: Column): number | null {
  const isOf = (list: string): boolean => words(column.name).some((word) => list.split(" ").includes(word));
  const found = tokens.find(({ word }) =>
    /^(?:who|whose|whom)$/.test(word)
      ? column.type === "text" && isOf(PEOPLE)
      : word === "when"
        ? column.type === "date" || isYears(column)
        : word === "where" && isOf(PLACES),
  );
  return found?.at ?? null;
}

function showReading(
  said: Said,
  column: Column,
  likely: readonly ColumnMention[],
  conditioned: ReadonlySet<Column>,
): ShowReading {
  const { tokens, table, rowName } = said;
  const mention = likely.find((other) => other.column === column);
  const asked = asksFor(tokens, column);
  const asksWho = tokens.some(({ word }) => /^(?:who|whose|whom|when|where)$/.test(word));
  const which = tokens.find(({ word }) => word === "which" || word === "what");
  // "Which shop", "in which of the cities".
  const noun = which === undefined ? undefined : tokens.slice(which.at + 1, which.at + 4).find(({ plain }) => !plain);
  const like = noun === undefined ? undefined : mention?.by.get(noun.at);
  const isRows = noun !== undefined && noun.at === said.rows?.at && column === rowName;
  return {
    column,
    explained: mention?.by ?? NOTHING,
    features: {
      showNamed: flag(mention !== undefined && [...mention.by.values()].some(isSure)),
      namePartsMissing: mention === undefined ? 0 : 1 - mention.covered,
      showRowName: flag(column === rowName),
      showFirst: flag(column.index === 0),
      showUnique: flag(column.distinct === table.rows.length),
      showCondition: flag(conditioned.has(column)),
      showFigure: flag(isFigure(column) && !onlyNames(column)),
      showId: flag(onlyNames(column)),
      showUnasked: flag(mention === undefined && !(asksWho && asked !== null) && said.rows === null),
      whoFirst: flag(
        asksWho &&
          asked !== null &&
          !table.columns.slice(0, column.index).some((other) => asksFor(tokens, other) !== null),
      ),
      whoRight: flag(asksWho && asked !== null),
      whoWrong: flag(asksWho && asked === null),
      whichRight: flag((like !== undefined && isSure(like)) || isRows),
      whichWrong: flag(noun !== undefined && !(like !== undefined && isSure(like)) && !isRows),
    },
  };
}

/** Whether a question asks for a figure: "how many", "how much", "how long". */
const asksFigure = ({ tokens }: Said): boolean => tokens.some(({ word }) => word === "how");
const asksYes = ({ tokens }: Said): boolean =>
  /^(?:is|are|was|were|does|do|did|has|have|can)$/.test(tokens[0]?.word ?? "");

function lists(said: Said, { conditions, shows, left }: Parts): FormReading[] {
  const common = (columns: readonly Column[]): Features => ({
    wholeColumn: flag(conditions.length === 0 && said.table.rows.length > 1),
    figureNotAsked: flag(asksFigure(said) && !columns.every(isFigure)),
    figureAsked: flag(asksFigure(said) && columns.every(isFigure)),
    isQuestionOfYes: flag(asksYes(said)),
    listFigures: flag(left > 1 && columns.some((column) => isFigure(column) && !onlyNames(column))),
  });
  const single = shows.map(
    ({ column, explained, features }): FormReading => ({
      query: { form: "rows", show: [column], order: null },
      explained: [explained],
      features: { ...features, ...common([column]), "form:list": 1 },
    }),
  );
  const and = said.tokens.filter(({ word }) => word === "and");
  const pairs = and.flatMap(({ at }) =>
    shows.flatMap((one) =>
      shows.flatMap((other): FormReading[] => {
        if (!one.explained.has(at - 1) || !other.explained.has(at + 1) || one.column === other.column) return [];
        return [
          {
            query: { form: "rows", show: [one.column, other.column], order: null },
            explained: [one.explained, other.explained],
            features: { ...one.features, ...common([one.column, other.column]), "form:list2": 1 },
          },
        ];
      }),
    ),
  );
  return [...single, ...pairs];
}

function rankings(said: Said, { shows, measures }: Parts): FormReading[] {
  const sort = signalOf(said, "sort");
  const top = signalOf(said, "top", "bottom");
  const ranked = measures.flatMap((measure) => {
    const direction = directionOf(top, measure.column);
    const explained = [measure.explained, asOperation(top)];
    const isNext =
      top !== undefined && [...measure.explained.keys()].some((at) => at >= top.from && at <= top.from + 2);
    const isTime = measure.column.type === "date" || isYears(measure.column);
    const ofTime = TIMES.has(top?.adjective?.lemma ?? "") || TIMES.has(said.tokens[top?.from ?? -1]?.word ?? "");
    const repeats = (shown: Column): boolean => shown.distinct < said.table.rows.length && shown !== measure.column;
    if (top === undefined) return [];
    return shows.map(
      (show): FormReading => ({
        query: { form: "rows", show: [show.column], order: { by: measure.column, direction, most: top.most ?? 1 } },
        explained: [...explained, show.explained, byOf(said, measure)],
        features: {
          ...show.features,
          ...added(measure.features, show.features),
          measureNext: flag(isNext),
          topTime: flag(isTime && ofTime),
          topNotTime: flag(isTime !== ofTime),
          topRepeats: flag(repeats(show.column)),
          topRepeatsMost: flag(
            repeats(show.column) && /^(?:most|least|best|top)$/.test(said.tokens[top.from]?.word ?? ""),
          ),
          "form:top": 1,
          figureNotAsked: flag(asksFigure(said)),
        },
      }),
    );
  });
  if (sort === undefined) return ranked;
  const falling = said.tokens.some(
    ({ word, lemma }) => /^(?:descend|fall|decrease)/.test(lemma) || word === "descending",
  );
  const sorted = measures.map((measure): FormReading => {
    const show = said.rowName ?? measure.column;
    const by = said.tokens.flatMap(({ at, word }) =>
      /^(?:by|descending|ascending)$/.test(word) ? [[at, "operation"] as const] : [],
    );
    const nouns = shows.find(({ column }) => column === show)?.explained ?? NOTHING;
    return {
      query: {
        form: "rows",
        show: [show],
        order: { by: measure.column, direction: falling ? "falling" : "rising", most: null },
      },
      explained: [measure.explained, asOperation(sort), new Map(by), nouns],
      features: { ...measure.features, "form:sort": 1 },
    };
  });
  return [...ranked, ...sorted];
}

/** What is said of times. */
const TIMES = new Set("latest last newest earliest first recent new late early old young".split(" "));

/** The "by" of "top 3 by revenue". */
const byOf = ({ tokens }: Said, { first }: MeasureReading): Explained =>
  new Map(
    tokens.filter(({ at, word }) => word === "by" && at < first && at >= first - 2).map(({ at }) => [at, "operation"]),
  );

/** Sums of what both have. */
function added(one: Features, other: Features): Features {
  const sum: Partial<Record<FeatureName, number>> = { ...one };
  addTo(sum, other);
  return sum;
}

/** The best rank is the least, the youngest was born last. */
function directionOf(top: Signal | undefined, column: Column): "rising" | "falling" {
  const adjective = top?.adjective?.lemma ?? "";
  const turned =
    (/^(?:rank|place|position)/i.test(column.name) && /^(?:good|bad)$/.test(adjective)) ||
    ((column.type === "date" || isYears(column)) && /^(?:old|young|long)$/.test(adjective)) ||
    (/\b(?:min|time|minute|duration|second)/i.test(column.name) && /^(?:fast|quick|slow)$/.test(adjective));
  return (top?.deed === "bottom") !== turned ? "rising" : "falling";
}

const ADDING: readonly Operation[] = ["sum", "mean", "median"];

function figures(said: Said, { conditions, measures, shows }: Parts): FormReading[] {
  const found: FormReading[] = [];
  const operations: Operation[] = [
    "sum",
    ...ADDING.filter((one) => one !== "sum" && signalOf(said, one as Deed) !== undefined),
  ];
  const top = signalOf(said, "top", "bottom");
  for (const measure of measures.filter(({ column }) => isFigure(column))) {
    for (const operation of operations)
      found.push(figureReading(said, measure, operation, signalOf(said, operation as Deed)));
    if (top !== undefined)
      found.push({
        ...figureReading(said, measure, directionOf(top, measure.column) === "falling" ? "max" : "min", top),
      });
  }
  const count = signalOf(said, "count");
  const counted = said.rowName ?? said.table.columns[0];
  if (counted === undefined) return found;
  const nouns = shows.filter(({ column, explained }) => (!isFigure(column) || onlyNames(column)) && explained.size > 0);
  const rows: FormReading = {
    query: { form: "figure", measure: { operation: "count", column: counted } },
    explained: [asOperation(count)],
    features: {
      "form:count": 1,
      operationUnasked: flag(count === undefined),
      countAll: flag(conditions.length === 0),
    },
  };
  found.push(rows);
  for (const noun of nouns) {
    const distinct = signalOf(said, "distinct");
    // "How many orders", where the column names each row, and "how many cities", where it does not.
    found.push({
      ...rows,
      explained: [asOperation(count), noun.explained],
      features: {
        ...rows.features,
        keyUnique: flag(noun.column.distinct === said.table.rows.length),
        namePartsMissing: noun.features.namePartsMissing ?? 0,
      },
    });
    found.push({
      query: { form: "figure", measure: { operation: "distinct", column: noun.column } },
      explained: [asOperation(count), asOperation(distinct), noun.explained],
      features: {
        "form:distinct": 1,
        operationUnasked: flag(count === undefined && distinct === undefined),
        keyUnique: flag(noun.column.distinct === said.table.rows.length),
        namePartsMissing: noun.features.namePartsMissing ?? 0,
      },
    });
  }
  return found;
}

const isPrice = (column: Column): boolean => words(column.name).some((word) => isMeantBy(word, "pricey"));

/** What speaks for and against reckoning with a column. */
function measureFeatures(
  said: Said,
  measure: MeasureReading,
  operation: Operation,
  signal: Signal | undefined,
): Features {
  const places = [...measure.explained.keys()];
  return {
    ...measure.features,
    operationUnasked: flag(signal === undefined && operation !== "sum"),
    sumUnasked: flag(signal === undefined && operation === "sum"),
    sumOfPrices: flag(operation === "sum" && isPrice(measure.column)),
    sumOfShares: flag(operation === "sum" && (measure.column.type === "percentage" || isYears(measure.column))),
    measureNext: flag(signal !== undefined && places.some((at) => at >= signal.from && at <= signal.from + 3)),
    figureAsked: flag(asksFigure(said)),
  };
}

function figureReading(
  said: Said,
  measure: MeasureReading,
  operation: Operation,
  signal: Signal | undefined,
): FormReading {
  return {
    query: { form: "figure", measure: { operation, column: measure.column } },
    // "Number of" and "how many" ask for the sum of what is counted in each row.
    explained: [
      measure.explained,
      asOperation(signal),
      operation === "sum" || operation === "mean" ? asOperation(signalOf(said, "count")) : NOTHING,
    ],
    features: {
      ...measureFeatures(said, measure, operation, signal),
      whichWrong: flag(said.tokens.some(({ word }) => word === "which" || word === "who")),
      isQuestionOfYes: flag(asksYes(said)),
      [operation === "min" || operation === "max" ? "form:figureTop" : "form:figure"]: 1,
    },
  };
}

const PARTS: Readonly<Record<string, DatePart>> = {
  month: "month",
  monthly: "month",
  quarter: "quarter",
  quarterly: "quarter",
  year: "year",
  yearly: "year",
  annual: "year",
};

function keysOf(said: Said, likely: readonly ColumnMention[]): KeyReading[] {
  const { tokens, table } = said;
  const per = signalOf(said, "per");
  const behind = (places: readonly number[]): Features => {
    const next = per !== undefined && places.some((at) => at > (per.at[0] ?? 0) && at <= (per.at[0] ?? 0) + 3);
    return { keyBehindPer: flag(next), keyNotBehindPer: flag(per !== undefined && !next) };
  };
  const whole = likely
    .filter(({ column, by }) => [...by.values()].some(isSure) && (column.type !== "yes-no" || per !== undefined))
    .map(
      ({ column, by, covered }): KeyReading => ({
        key: { column, part: null },
        explained: by,
        features: {
          ...behind([...by.keys()]),
          namePartsMissing: 1 - covered,
          keyUnique: flag(column.distinct === table.rows.length),
          keyFigure: flag(isFigure(column)),
        },
      }),
    );
  const dates = table.columns.filter(({ type }) => type === "date");
  const ofDates = tokens.flatMap(({ at, word }) => {
    const part = PARTS[word];
    if (part === undefined) return [];
    return dates.map((column): KeyReading => {
      const mention = likely.find((other) => other.column === column);
      return {
        key: { column, part },
        explained: new Map([...(mention?.by ?? []), [at, "same"]]),
        features: { ...behind([at]), keyPart: 1 },
      };
    });
  });
  return [...ofDates, ...whole].slice(0, MAX_COLUMNS);
}

function groups(said: Said, { measures, keys }: Parts): FormReading[] {
  const per = signalOf(said, "per");
  const top = signalOf(said, "top", "bottom");
  const sort = signalOf(said, "sort");
  const count = signalOf(said, "count");
  if (per === undefined && top === undefined) return [];
  const usable = keys.filter(({ features }) => top !== undefined || features.keyBehindPer === 1);
  const measured: { measure: Measure; explained: readonly Explained[]; features: Features }[] = measures
    .filter(({ column }) => isFigure(column))
    .flatMap((measure) =>
      ADDING.filter((operation) => operation === "sum" || signalOf(said, operation as Deed) !== undefined).map(
        (operation) => {
          const signal = signalOf(said, operation as Deed);
          return {
            measure: { operation, column: measure.column },
            explained: [measure.explained, asOperation(signal), operation === "mean" ? NOTHING : asOperation(count)],
            features: measureFeatures(said, measure, operation, signal),
          };
        },
      ),
    );
  const rows = said.rowName;
  if (rows !== undefined) {
    const nouns = said.mentions.filter(({ column }) => !isFigure(column) || onlyNames(column));
    const counting = { operation: "count", column: rows } as const;
    const unasked = flag(count === undefined);
    measured.push({
      measure: counting,
      explained: [asOperation(count)],
      features: { "form:count": 1, operationUnasked: unasked },
    });
    for (const noun of nouns)
      measured.push({
        measure:
          noun.column.distinct < said.table.rows.length ? { operation: "distinct", column: noun.column } : counting,
        explained: [asOperation(count), noun.by],
        features: {
          [noun.column.distinct < said.table.rows.length ? "form:distinct" : "form:count"]: 1,
          operationUnasked: unasked,
          namePartsMissing: 1 - noun.covered,
        },
      });
  }
  return usable.flatMap(({ key, explained, features }) =>
    measured
      .filter(({ measure }) => measure.column !== key.column || measure.operation === "count")
      .flatMap((reckoned): FormReading[] => {
        const common = added(features, reckoned.features);
        const plain: FormReading = {
          query: {
            form: "groups",
            key,
            measure: reckoned.measure,
            order: sort === undefined ? null : { direction: "falling", most: null },
          },
          explained: [explained, ...reckoned.explained, asOperation(per), asOperation(sort)],
          features: { ...common, "form:groups": 1, orderUnasked: flag(per === undefined) },
        };
        if (top === undefined) return [plain];
        const order = { direction: directionOf(top, reckoned.measure.column), most: top.most ?? 1 } as const;
        const ranked: FormReading = {
          query: { form: "groups", key, measure: reckoned.measure, order },
          explained: [explained, ...reckoned.explained, asOperation(per), asOperation(top)],
          features: { ...common, "form:groupsTop": 1 },
        };
        return per === undefined ? [ranked] : features.keyBehindPer === 1 ? [plain, ranked] : [ranked];
      }),
  );
}

function comparisons(said: Said, { measures }: Parts, chosen: readonly ConditionReading[]): FormReading[] {
  const difference = signalOf(said, "difference");
  const share = signalOf(said, "share");
  const found: FormReading[] = [];
  const figuresOnly = measures.filter(({ column }) => isFigure(column));
  if (difference !== undefined) {
    for (const [index, one] of chosen.entries())
      for (const other of chosen.slice(index + 1)) {
        if (one.condition.column !== other.condition.column) continue;
        const where = chosen.filter((reading) => reading !== one && reading !== other);
        for (const measure of figuresOnly)
          found.push({
            query: {
              form: "difference",
              measure: { operation: "sum", column: measure.column },
              between: [one.condition, other.condition],
            },
            explained: [measure.explained, asOperation(difference)],
            features: { ...measure.features, "form:difference": 1 },
            where: joined(where),
          });
      }
  }
  if (share !== undefined && chosen.length > 0) {
    const count = said.rowName;
    const of: { measure: Measure; explained: Explained; features: Features }[] = figuresOnly.map((measure) => ({
      measure: { operation: "sum", column: measure.column },
      explained: measure.explained,
      features: measure.features,
    }));
    if (count !== undefined)
      of.push({ measure: { operation: "count", column: count }, explained: NOTHING, features: { "form:count": 1 } });
    for (const { measure, explained, features } of of)
      found.push({
        query: { form: "share", measure, part: joined(chosen) },
        explained: [explained, asOperation(share)],
        features: { ...features, "form:share": 1 },
        where: [],
      });
  }
  return found;
}
