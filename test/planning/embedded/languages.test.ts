import { describe, expect, it } from "vitest";
import { languagesIn } from "../../../src/planning/embedded/bind/target-languages.ts";
import { inEnglish } from "../../../src/planning/embedded/read/glossary.ts";
import { readRequest } from "../../../src/planning/embedded/read/index.ts";
import { languageOfNamePart } from "../../../src/planning/embedded/read/languages.ts";
import { foreignLanguageOf } from "../../../src/planning/embedded/reply/foreign.ts";
import { readFilters } from "../../../src/providers/embedded/vision/filter-instructions.ts";
import { sureLanguageOf } from "../../../src/words/identify-language.ts";
import { loadWordVectors } from "../../../src/words/stored.ts";
import { outcomeOf, planned, requestOf } from "./case.ts";

describe("languagesIn", () => {
  it.each([
    ["translate it into Spanish", ["Spanish"], null],
    ["from German to French", ["French"], "German"],
    ["into French, Dutch and Polish", ["French", "Dutch", "Polish"], null],
    ["a text in English that I want in writing, to Spanish", ["Spanish"], "English"],
    ["read it in italian", ["Italian"], null],
    ["give me a Greek translation", ["Greek"], null],
    ["into Brazilian Portuguese", ["Portuguese"], null],
    ["into simplified Chinese", ["Chinese"], null],
    ["I want to polish this text", [], null],
    ["", [], null],
  ])("%s", (clause, targets, source) => {
    const pair = languagesIn(clause);
    expect(pair.targets.map(({ name }) => name)).toEqual(targets);
    expect(pair.source?.name ?? null).toBe(source);
  });
});

describe("the language of a text", () => {
  it.each([
    ["Wi-Fi password: tulip-garden", null],
    ["avg score", null],
    ["Das Wetter ist heute nicht schön", "German"],
    ["Het is een mooie dag en ik ben er niet", "Dutch"],
    ["12345", null],
  ])("is told only where it is sure: %s", (text, language) => {
    expect(sureLanguageOf(text)?.name ?? null).toBe(language);
  });
});

describe("languageOfNamePart", () => {
  it.each([
    ["english", "English"],
    ["de", "German"],
    ["photo", undefined],
  ])("%s", (part, language) => {
    expect(languageOfNamePart(part)?.name).toBe(language);
  });
});

const vectors = await loadWordVectors();
const paper = (question: string): string => `dqa(document=rechnung.pdf, question='${question}')`;
const table = (question: string): string => `tqa(table=verkauf.csv, question='${question}')`;
const picture = (change: string): string => `image-editing(image=foto.jpg, text='${change}')`;
const fileOf = (plan: string): string => /rechnung\.pdf|verkauf\.csv|foto\.jpg/.exec(plan)?.[0] ?? "";

const BOTH = [paper("By when do I have to pay?"), paper("How much do I have to pay?")];

describe("a request in another language that asks in everyday words", () => {
  it.each([
    ["Wie viel muss ich bezahlen und bis wann?", ...BOTH],
    ["Wie hoch ist der Gesamtbetrag der Rechnung?", paper("What is the total amount of the invoice?")],
    ["Wer hat diese Rechnung geschickt?", paper("Who sent this invoice?")],
    ["Was ist die Rechnungsnummer in rechnung.pdf?", paper("What is the invoice number?")],
    ["Mach das Bild schwarzweiß", picture("make black and white")],
    ['Was ist der Durchschnitt der Spalte "Umsatz"?', table('What is the average of the column "Umsatz"?')],
    ["Combien dois-je payer et pour quand ?", ...BOTH],
    ["Quel est le numéro de facture ?", paper("What is the invoice number?")],
    ["Rends l’image plus claire", picture("make brighter")],
    ["Quel est le prix le plus élevé ?", table("What is the highest price?")],
    ["¿Cuánto tengo que pagar y para cuándo?", ...BOTH],
    ["¿Cuál es el importe total?", paper("What is the total amount?")],
    ["Pon la foto en blanco y negro", picture("make black and white")],
    ["¿Cuál es el precio medio?", table("What is the average price?")],
    ["Quanto tenho de pagar e até quando?", ...BOTH],
    ["Qual é o valor total?", paper("What is the total amount?")],
    ["Deixa a imagem mais clara", picture("make brighter")],
    ["Qual é o preço mais alto?", table("What is the highest price?")],
    ["Quanto devo pagare ed entro quando?", ...BOTH],
    ["Metti la foto in bianco e nero", picture("make black and white")],
    ["Ruota l'immagine a sinistra", picture("rotate to the left")],
    ["Qual è la somma dei prezzi?", table("What is the sum of the prices?")],
    ["发票号码是什么?", paper("What is the invoice number?")],
    ["总金额是多少？", paper("What is the total amount?")],
    ["把图片调亮一点", picture("a bit brighter")],
    ["最高价格是多少?", table("What is the highest price?")],
  ])("is planned as in English: %s", async (text, ...plan) => {
    expect(outcomeOf(await planned(requestOf({ text, files: [fileOf(plan.join())] })))).toEqual(plan);
  });

  it("leaves a text to be read aloud in its language", async () => {
    const text = "Read this aloud: quel est le montant total ?";
    expect(outcomeOf(await planned(requestOf({ text })))).toEqual(["tts('quel est le montant total ?')"]);
    const unmarked = outcomeOf(
      await planned(requestOf({ text: "Please read aloud to me with a voice: Mach das Bild grau" })),
    );
    expect(unmarked).toEqual(["tts('Mach das Bild grau')"]);
  });

  it.each([
    ["Wie viel habe ich schon bezahlt?", "rechnung.pdf", /ohne Sprachmodell/],
    ["Mach den Himmel auf dem Bild blau", "foto.jpg", /ohne Sprachmodell/],
    ["Welcher Kunde hat nie etwas gekauft?", "verkauf.csv", /ohne Sprachmodell/],
    ["Combien ai-je déjà payé ?", "rechnung.pdf", /sans modèle de langue/],
    ["Rends le ciel plus bleu dans cette image", "foto.jpg", /sans modèle de langue/],
    ["Quel vendeur a le moins vendu ?", "verkauf.csv", /sans modèle de langue/],
    ["¿Cuánto he pagado ya de esta factura?", "rechnung.pdf", /sin un modelo de lenguaje/],
    ["Quita al hombre que está detrás de la chica", "foto.jpg", /sin un modelo de lenguaje/],
    ["¿Qué vendedor ha vendido menos?", "verkauf.csv", /sin un modelo de lenguaje/],
    ["Quanto é que já paguei desta fatura?", "rechnung.pdf", /sem um modelo de linguagem/],
    ["Põe o céu mais azul nesta imagem", "foto.jpg", /sem um modelo de linguagem/],
    ["Qual vendedor não vendeu nada?", "verkauf.csv", /sem um modelo de linguagem/],
    ["Quanto ho già pagato di questa fattura?", "rechnung.pdf", /senza un modello linguistico/],
    ["Rendi il cielo più azzurro nella foto", "foto.jpg", /senza un modello linguistico/],
    ["Quale cliente non ha comprato niente?", "verkauf.csv", /senza un modello linguistico/],
    ["我已经付了多少钱?", "rechnung.pdf", /没有语言模型/],
    ["把照片里的天空变成蓝色", "foto.jpg", /没有语言模型/],
    ["哪个客户没有买东西?", "verkauf.csv", /没有语言模型/],
    ["Foto unscharf", "foto.jpg", /ohne Sprachmodell/],
  ])("is refused in its language where a word is not known, or it asks for nothing: %s", async (text, file, said) => {
    const reply = await planned(requestOf({ text, files: [file] }));
    expect(reply).toMatchObject({ as: "reply", because: "no-task-fits" });
    expect("text" in reply ? reply.text : "").toMatch(said);
  });
});

describe("inEnglish", () => {
  it.each([
    ["Wann ist die Rechnung fällig?", "When is the invoice due?"],
    ["bis wann muss ich die Rechnung bezahlen", "By when do I have to pay the invoice?"],
    ["Wie hoch ist der Betrag, und wann ist das fällig?", "What is the amount and when is it due?"],
    ["Quel est le montant total dans it ?", "What is the total amount?"],
    ["¿Quién envió esta factura?", "Who sent this invoice?"],
    ["我要付多少钱，什么时候付？", "How much do I have to pay and by when do I have to pay?"],
    ["这张发票是谁寄的？", "Who sent this invoice?"],
  ])("%s", (words, english) => {
    expect(inEnglish(words)).toBe(english);
  });

  it.each([
    ["Bild weichzeichnen bitte", ["blur"]],
    ["drehe foto.jpg um 90 Grad nach links und mach es grau", ["rotate", "greyscale"]],
    ["verkleinere das Bild auf 50 %", ["scale"]],
    ["mets la photo en noir et blanc, puis tourne l'image à droite", ["greyscale", "rotate"]],
    ["recorta la imagen en un cuadrado", ["crop"]],
    ["espelha a foto horizontalmente", ["flip"]],
    ["rendi la foto un po' più scura", ["brightness"]],
    ["把照片变成黑白，然后向左旋转90度", ["greyscale", "rotate"]],
    ["把照片反色", ["invert"]],
  ])("is a change that the image expert reads: %s", (words, filters) => {
    expect(readFilters(inEnglish(words) ?? "")?.map(({ filter }) => filter)).toEqual(filters);
  });

  it.each([
    "Wer muss wann bezahlen?",
    "Wie viel muss ich nicht bezahlen?",
    "dreh das Bild um",
    "mach das Bild 0,5 % heller",
    "Preis der Rechnung",
    "不要把照片变成黑白",
    "总金额是多少税",
    "Make it black and white",
    "What is the total?",
    "the total",
    "",
  ])("knows nothing for sure of: %s", (words) => {
    expect(inEnglish(words)).toBeNull();
  });
});

describe("the language of a request", () => {
  it.each([
    ["Fasse das bitte kurz zusammen", "de"],
    ["Summarize this, please", null],
    ["Thu 80 Fri 210 Sat 95 show that", null],
    ["which languages are these\n1) Tack så mycket för hjälpen\n2) Muito obrigado pela sua ajuda", null],
    ["Lies den Brief vor, und was steht darin? OK?", "de"],
    ["avg score?", null],
    ["tot qty", null],
    ["subtot per dept", null],
    ["tot amt incl vat", null],
    ["hvor mange hunde", "da"],
    ["kuinka monta koiraa", "fi"],
    ["опиши картину", "ru"],
    ["zhrň tento text", "sk"],
    ["spočítej psy", "pl"],
    ["köpekleri say", "tr"],
    ["combien chiens", "fr"],
    ["tel honden", "nl"],
    ["conta cani", "pt"],
    ["fasse zusammen", "de"],
  ])("%s", (text, code) => {
    expect(foreignLanguageOf(readRequest(requestOf({ text })).view.tokens, vectors)?.code ?? null).toBe(code);
  });
});
