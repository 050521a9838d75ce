import type { Column } from "./columns.ts";
import { fold, words } from "./words.ts";

/**
 * What columns of business tables are headed, in English and German, and by which other words questions mean them:
 * what neither WordNet nor word vectors know, for which "humidity" is as near to "temperature" as "cost" is to "price".
 */
const MEANT: readonly string[] = [
  "price preis einzelpreis fee rate: cost pay expensive costly pricey dear cheap worth",
  "einzelpreis stückpreis: unit",
  "salary wage pay income gehalt lohn: earn rich paid",
  "revenue turnover sale taking umsatz einnahme einnahmen erlös: earn income bring sell",
  "cost kosten expense spent spending ausgabe ausgaben: spend pay expensive cheap",
  "amount betrag total sum summe gesamt wert value fine: cost spend pay give donate expensive cheap large big small high",
  "quantity units pieces sold qty menge anzahl stück bestand stock: sell buy sale left available many piece",
  "population inhabitants einwohner: people resident live populous populated",
  "employees staff mitarbeiter: people worker staff person",
  "attendance visitors besucher: visit attend people come",
  "area size surface fläche diameter capacity hectare acre: large big small",
  "distance km kilometer kilometre mile: far long short run drive ride",
  "duration minutes min hours days weeks nights time runtime dauer length: long short fast slow quick last",
  "height höhe elevation altitude: tall high low short",
  "age alter: old young",
  "born birth birthday geboren: old young",
  "weight kg gewicht mass: heavy light weigh",
  "horsepower ps power: powerful strong weak",
  "temperature temp: hot warm cold cool",
  "fine debt balance arrears outstanding: owe due",
  "rain rainfall precipitation: wet dry",
  "rating score grade mark note points: good bad best worst",
  "date day datum tag: when late early new old recent",
  "year jahr vintage built completed: new old late early recent when",
  "departure abfahrt abflug: leave depart start",
  "month monat: month",
  "quarter quartal: quarter",
  "article artikel item product produkt ware: article product good",
  "customer kunde client buyer: people person buy order customer",
  "student pupil schüler: student pupil kid child learner",
  "driver fahrer: driver drive",
  "supplier lieferant: supplier deliver",
  "branch filiale store shop: branch shop store outlet",
  "city stadt town ort: city town live place",
  "country land nation: country nation",
  "location lagerort standort site place: warehouse location place",
  "invoice rechnung bill: invoice bill",
  "department abteilung division team: department division",
  "paid bezahlt: pay settle",
  "payee payer recipient: payment",
  "purpose zweck: reason purpose",
  "delivery lieferung: deliver delivery",
  "destination ziel to: destination go fly drive to",
  "from origin start: from",
  "title name: title name film movie book song album game",
  "author writer: write wrote author",
  "artist singer band: sing perform paint artist",
  "director: direct made",
  "lecturer teacher: teach give",
];

/** Columns of people, which WordNet's kinds of person add to, and of places: what "who" and "where" ask for. */
export const PEOPLE =
  "name employee mitarbeiter carer customer kunde client student pupil player spieler person member author writer director artist winner owner seller payee assignee teacher lecturer president candidate applicant patient guest user driver fahrer traveller runner donor doctor payer buyer volunteer";
export const PLACES =
  "city stadt town ort location place country land nation region district address branch shop store filiale site ziel destination";

/** Columns of texts that tell when. */
export const TIMES = "day month date week weekday time hour";

/** Headings that say by which measure something is told, and not what: of what one asks for how much, or how many. */
const MEASURES = {
  much: "litre liter l kg kilo g gram tonne ton t lb pound hectare ha acre hour h minute min km mile metre kwh amount quantity qty volume menge stunde",
  many: "piece pc unit qty quantity amount count number anzahl stück menge",
} as const;
const measures = {
  much: new Set(MEASURES.much.split(" ").map(fold)),
  many: new Set(MEASURES.many.split(" ").map(fold)),
};

/** Whether all words of a column's name say by which measure it is: "Litres", of which one asks how much. */
export const namesMeasure = ({ name }: Pick<Column, "name">, asked: keyof typeof MEASURES): boolean =>
  words(name).every((word) => measures[asked].has(word));

/** Whether a column's name has a measure in it, or what is measured by one: "Hours worked", "Distance". */
export const namesSomeMeasure = ({ name }: Pick<Column, "name">): boolean =>
  words(name).some((word) => measures.much.has(word) || isMeantBy(word, "far") || isMeantBy(word, "heavy"));

/** Whether a column's name has a time in it: "Hour", "Day". */
export const isTime = ({ name }: Pick<Column, "name">): boolean => words(name).some((word) => isMeantBy(word, "slow"));

/** Whether a column's name has what is large, or what people are many of: "Size", "Staff". */
export const mayBeAmount = ({ name }: Pick<Column, "name">): boolean =>
  words(name).some((word) => isMeantBy(word, "large") || isMeantBy(word, "people"));

/** By heading, all folded as the words of questions are. */
const asked = new Map<string, Set<string>>();
for (const line of MEANT) {
  const [headings = [], others = []] = line.split(": ").map((part) => part.split(" ").map(fold));
  for (const heading of headings) asked.set(heading, new Set([...(asked.get(heading) ?? []), ...headings, ...others]));
}

/** Whether a column headed by the one word may be meant by the other, both folded. */
export const isMeantBy = (heading: string, word: string): boolean => asked.get(heading)?.has(word) === true;

/** Whether a column is of money, by its cells or by its name. */
export const isOfMoney = ({ type, name }: Pick<Column, "type" | "name">): boolean =>
  type === "money" || words(name).some((word) => isMeantBy(word, "pay") || isMeantBy(word, "spend"));
