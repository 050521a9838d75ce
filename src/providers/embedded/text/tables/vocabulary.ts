import { fold } from "./words.ts";

/** What a column can be about. All words are folded, and separated by spaces; other forms of them count too. */
export interface TableConcept {
  /** Words of the names of such columns, English and German. */
  readonly columns: string;
  /** Nouns and verbs by which a question means it, besides those. */
  readonly asked?: string;
  /** Adjectives for much of it, and for little. */
  readonly more?: string;
  readonly less?: string;
  /** What rows are called in a table that has such a column. */
  readonly rows?: string;
  /** Its cells may be added up without being asked to: units, but not prices. */
  readonly adds?: true;
  /** It counts things, which "how many" asks for. */
  readonly counts?: true;
  /** The best has the least of it. */
  readonly lessIsBetter?: true;
  /** Several such columns are different things, which share an adjective and no noun. */
  readonly onlyByAdjective?: true;
  /** The question word that asks for it. */
  readonly asks?: "who" | "where" | "when";
}

/** A word that fits several means the first of which the table has a column. */
export const CONCEPTS: readonly TableConcept[] = [
  { columns: "paid bezahlt", asked: "settled" },
  {
    columns: "price fee rate preis",
    asked: "cost pay paid euro dollar pound",
    more: "expensive costly pricey dear",
    less: "cheap",
    lessIsBetter: true,
  },
  { columns: "salary wage pay income gehalt lohn", asked: "earn earning paid salary wage", more: "rich" },
  {
    columns: "revenue turnover sale taking umsatz einnahme",
    asked: "earn income",
    rows: "sale order transaction",
    adds: true,
  },
  {
    columns: "spent expense cost spending expenditure kosten ausgabe",
    asked: "spend pay paid",
    more: "expensive costly",
    less: "cheap",
    rows: "expense payment",
    adds: true,
    lessIsBetter: true,
  },
  {
    columns: "amount betrag total sum summe fine charge",
    asked: "cost spend spent pay paid price value euro dollar pound",
    more: "expensive costly",
    less: "cheap",
    rows: "sale order transaction payment purchase expense invoice bill booking",
    adds: true,
  },
  { columns: "budget planned", adds: true },
  { columns: "quantity unit sold qty menge anzahl stuck", asked: "sell bought buy", adds: true, counts: true },
  { columns: "stock", asked: "left available", adds: true, counts: true },
  { columns: "population inhabitant einwohner", asked: "people resident", more: "populous populated" },
  { columns: "attendance away", rows: "match game fixture" },
  { columns: "goal point", asked: "scored score", more: "good", less: "bad", adds: true, counts: true },
  { columns: "rating score mark grade note", asked: "rated score point", more: "good popular", less: "bad" },
  { columns: "rank ranking place position", more: "bad", less: "good", lessIsBetter: true },
  { columns: "rain rainfall precipitation", more: "wet rainy", less: "dry", adds: true },
  { columns: "temperature temp", more: "hot warm", less: "cold cool" },
  { columns: "wind", more: "windy" },
  { columns: "status priority assignee", rows: "ticket issue task bug case request" },
  { columns: "mileage horsepower fuel make", rows: "car vehicle" },
  { columns: "horsepower ps", more: "powerful strong", less: "weak" },
  { columns: "language sprache", asked: "spoken speak" },
  { columns: "hour effort workload", adds: true },
  { columns: "calory kcal", adds: true },
  {
    columns: "distance km mile length duration minute hour day runtime time dauer",
    more: "long",
    less: "short",
    onlyByAdjective: true,
  },
  {
    columns: "distance km mile",
    asked: "far",
    more: "far",
    less: "near close",
    rows: "run ride trip walk flight journey",
  },
  {
    columns: "duration minute hour runtime time dauer",
    asked: "last",
    more: "slow",
    less: "fast quick",
    lessIsBetter: true,
  },
  { columns: "height elevation altitude hohe", more: "tall high", less: "short low" },
  { columns: "weight mass gewicht", asked: "weigh", more: "heavy", less: "light" },
  { columns: "speed", more: "fast quick", less: "slow" },
  { columns: "area surface diameter size capacity flache", more: "large big", less: "small" },
  { columns: "age alter", more: "old", less: "young" },
  { columns: "born birth birthday", more: "young", less: "old" },
  {
    columns: "date day year datum tag jahr started start founded released opened joined",
    asked: "when date day year out built",
    more: "late new recent last young",
    less: "early old first",
    asks: "when",
  },
  { columns: "month monat" },
  { columns: "employee mitarbeiter name", asked: "person people worker staff colleague", asks: "who" },
  { columns: "customer client buyer kunde name", asked: "person people", asks: "who" },
  { columns: "student pupil schuler name", asked: "person people", asks: "who" },
  { columns: "player spieler name", asked: "person people", asks: "who" },
  {
    columns:
      "person member author writer director artist winner owner seller payee assignee teacher president traveller candidate applicant patient guest user driver name",
    asked: "people man woman",
    asks: "who",
  },
  { columns: "director", asked: "made", asks: "who" },
  { columns: "author writer", asked: "wrote written", asks: "who" },
  { columns: "artist", asked: "sang painted performed", asks: "who" },
  { columns: "winner", asked: "won win", asks: "who" },
  { columns: "company firm supplier vendor firma lieferant name", asked: "supplier vendor" },
  { columns: "product item article good thing artikel produkt ware name" },
  { columns: "title", asked: "film movie book song album work article game paper play series" },
  { columns: "invoice bill rechnung" },
  { columns: "city town stadt ort location place", asks: "where" },
  { columns: "country nation land", asks: "where" },
  { columns: "region district", asks: "where" },
  { columns: "address", asks: "where" },
  { columns: "branch store shop filiale", asks: "where" },
  { columns: "team club squad" },
  { columns: "department division team abteilung" },
];

/** Words that any table accounts for: without them a question asks for the same. */
const PLAIN_WORDS =
  "a an the this that these those there it its his her their our my your we i you they them he she me us one " +
  "is are was were be been being am do does did done has have had having can could will would should may " +
  "of in at on to for from with as into and or out by " +
  "what which whose whom how much many " +
  "get got give gave make made go went gone come came take took work live belong contain " +
  "list show tell name find say see please want know called " +
  "row entry record line table data column file value all any only ever so also";
const plainWords = new Set(PLAIN_WORDS.split(" ").map(fold));

export const isPlainWord = (word: string): boolean => plainWords.has(word);

/** What figures are called, whatever they are of: they say nothing beside the name of a column. */
export const FIGURE_NOUNS = new Set(
  "value result score mark grade figure level number amount total reading money euro eur dollar usd pound gbp".split(
    " ",
  ),
);
