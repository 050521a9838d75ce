/** More is no everyday question, and would take longer to look up than it is worth. */
const MAX_CHARS = 300;

/** Everyday words and phrases of a language with their English, which is empty for a word that English leaves out. */
const GLOSSARIES: Readonly<Record<string, string>> = {
  de: "wie viel=how much; wieviel=how much; wie viele=how many; wie hoch ist=what is; was ist=what is; wie viel ist zu zahlen=how much do i have to pay; was ist zu zahlen=how much do i have to pay; wer ist=who is; wer hat=who has; von wem ist=who sent; wann ist=when is; bis wann ist=by when is; wann=when; bis wann=by when; muss ich=do i have to; soll ich=do i have to; habe ich zu=do i have to; das bezahlen=pay it; das zahlen=pay it; sie bezahlen=pay it; bezahlen=pay; zahlen=pay; das fällig=it due; es fällig=it due; sie fällig=it due; fällig=due; fälligkeitsdatum=due date; zahlungsfrist=payment deadline; rechnungsnummer=invoice number; rechnungsdatum=invoice date; datum=date; betrag=amount; rechnungsbetrag=total amount; gesamtbetrag=total amount; gesamtsumme=total; endbetrag=total amount; nettobetrag=net amount; summe=sum; summe der=sum of the; durchschnitt=average; durchschnitt der=average of the; durchschnittspreis=average price; durchschnittliche=average; höchste=highest; niedrigste=lowest; preis=price; preise=prices; beträge=amounts; spalte=column; zeilen=rows; gibt es=are there; steuer=tax; mehrwertsteuer=vat; absender=sender; empfänger=recipient; kunde=customer; geschickt=sent; gesendet=sent; ausgestellt=issued; rechnung=invoice; brief=letter; der rechnung=of the invoice; in der rechnung=in the invoice; in=in; auf der rechnung=on the invoice; der=the; die=the; das=the; den=the; diese=this; dieser=this; diesen=this; meine=my; ich=i; und=and; dann=then; bitte=; mach=make; mache=make; bild=picture; foto=picture; es=it; grau=grey; schwarzweiß=black and white; schwarz-weiß=black and white; schwarz weiß=black and white; in schwarzweiß=black and white; schwarzweiss=black and white; in graustufen=grey; heller=brighter; dunkler=darker; schärfer=sharper; schärfe=sharpen; schärfen=sharpen; unscharf=blurred; weichzeichnen=blur; etwas=a bit; ein bisschen=a bit; drehe=rotate; dreh=rotate; drehen=rotate; nach links=to the left; nach rechts=to the right; um=by; grad=degrees; spiegle=mirror; spiegeln=mirror; horizontal=horizontally; vertikal=vertically; waagerecht=horizontally; senkrecht=vertically; schneide=crop; zuschneiden=crop; quadratisch=to a square; auf=to; verkleinere=shrink; verkleinern=shrink; vergrößere=enlarge; vergrößern=enlarge; pixel=pixels; prozent=percent; invertiere=invert; invertieren=invert; mehr kontrast=more contrast; weniger kontrast=less contrast",
  fr: "combien=how much; combien de=how many; quel est=what is; quelle est=what is; c'est quoi=what is; qui est=who is; qui a=who has; quand=when; quand est=when is; pour quand=by when; avant quand=by when; jusqu'à quand=by when; pour quelle date=by when; dois-je=do i have to; je dois=do i have to; est-ce que je dois=do i have to; faut-il=do i have to; il faut=do i have to; payer=pay; la payer=pay it; le payer=pay it; à payer=to pay; montant à payer=amount due; date d'échéance=due date; date limite de paiement=due date; échéance=due date; numéro de facture=invoice number; numéro de la facture=invoice number; date de facture=invoice date; date de la facture=invoice date; date=date; montant=amount; montants=amounts; total=total; somme=sum; moyenne=average; moyen=average; le plus élevé=highest; la plus élevée=highest; plus élevé=highest; le plus haut=highest; le plus bas=lowest; le plus petit=lowest; plus bas=lowest; prix=price; des prix=of the prices; colonne=column; lignes=rows; y a-t-il=are there; taxe=tax; tva=vat; expéditeur=sender; destinataire=recipient; client=customer; envoyé=sent; émis=issued; facture=invoice; lettre=letter; le=the; la=the; les=the; l'=the; cette=this; ce=this; ma=my; de=of; de la=of the; de l'=of the; du=of the; des=of the; sur la=on the; sur=on; dans=in; et=and; puis=then; s'il te plaît=; s'il vous plaît=; svp=; mets=make; rends=make; mettez=make; passe=make; image=picture; photo=picture; gris=grey; en gris=grey; en noir et blanc=black and white; plus clair=brighter; plus claire=brighter; plus lumineuse=brighter; plus sombre=darker; plus foncée=darker; plus nette=sharper; éclaircis=brighten; assombris=darken; floute=blur; floue=blurred; un peu=a bit; tourne=rotate; fais pivoter=rotate; pivote=rotate; à gauche=to the left; vers la gauche=to the left; à droite=to the right; vers la droite=to the right; degrés=degrees; horizontalement=horizontally; verticalement=vertically; recadre=crop; rogne=crop; en carré=to a square; au carré=to a square; à=to; réduis=shrink; agrandis=enlarge; pixels=pixels; inverse les couleurs=invert the colours; plus de contraste=more contrast; moins de contraste=less contrast",
  es: "cuánto=how much; cuanto=how much; cuántos=how many; cuántas=how many; cuál es=what is; cual es=what is; qué es=what is; cuánto es=how much is; quién es=who is; quién=who; quién ha=who has; cuándo=when; cuándo es=when is; para cuándo=by when; hasta cuándo=by when; antes de cuándo=by when; cuándo vence=when is it due; tengo que=do i have to; debo=do i have to; hay que=do i have to; pagar=pay; pagarla=pay it; pagarlo=pay it; importe a pagar=amount due; fecha de vencimiento=due date; vencimiento=due date; fecha límite de pago=due date; número de factura=invoice number; número de la factura=invoice number; fecha de factura=invoice date; fecha de la factura=invoice date; fecha=date; importe=amount; importes=amounts; monto=amount; total=total; suma=sum; media=average; promedio=average; medio=average; más alto=highest; más alta=highest; más bajo=lowest; más baja=lowest; precio=price; precios=prices; columna=column; filas=rows; hay=are there; impuesto=tax; iva=vat; remitente=sender; destinatario=recipient; cliente=customer; envió=sent; enviado=sent; ha enviado=sent; emitió=issued; factura=invoice; carta=letter; el=the; la=the; los=the; las=the; esta=this; este=this; mi=my; de=of; del=of the; de la=of the; de los=of the; de las=of the; en=in; y=and; luego=then; por favor=; pon=make; haz=make; imagen=picture; foto=picture; gris=grey; en gris=grey; en blanco y negro=black and white; más clara=brighter; más claro=brighter; más brillante=brighter; más oscura=darker; más oscuro=darker; más nítida=sharper; aclara=brighten; oscurece=darken; desenfoca=blur; borrosa=blurred; un poco=a bit; gira=rotate; rota=rotate; a la izquierda=to the left; hacia la izquierda=to the left; a la derecha=to the right; hacia la derecha=to the right; grados=degrees; voltea=flip; refleja=mirror; horizontalmente=horizontally; verticalmente=vertically; recorta=crop; en cuadrado=to a square; en un cuadrado=to a square; a=to; reduce=shrink; amplía=enlarge; píxeles=pixels; invierte los colores=invert the colours; más contraste=more contrast; menos contraste=less contrast",
  pt: "quanto=how much; quantos=how many; quantas=how many; qual é=what is; qual e=what is; quanto é=how much is; quem é=who is; quem=who; quando=when; quando é=when is; até quando=by when; para quando=by when; quando vence=when is it due; tenho de=do i have to; tenho que=do i have to; devo=do i have to; preciso=do i have to; pagar=pay; valor a pagar=amount due; data de vencimento=due date; vencimento=due date; prazo de pagamento=payment deadline; número da fatura=invoice number; número de fatura=invoice number; número da nota fiscal=invoice number; data da fatura=invoice date; data=date; valor=amount; montante=amount; valores=amounts; total=total; soma=sum; média=average; médio=average; mais alto=highest; mais alta=highest; mais baixo=lowest; mais baixa=lowest; preço=price; preços=prices; coluna=column; linhas=rows; há=are there; imposto=tax; iva=vat; remetente=sender; destinatário=recipient; cliente=customer; enviou=sent; mandou=sent; emitiu=issued; fatura=invoice; conta=bill; carta=letter; o=the; a=the; os=the; as=the; esta=this; este=this; minha=my; de=of; da=of the; do=of the; dos=of the; das=of the; em=in; na=in the; e=and; depois=then; por favor=; põe=make; coloca=make; deixa=make; deixe=make; torna=make; imagem=picture; foto=picture; cinza=grey; em cinza=grey; a preto e branco=black and white; em preto e branco=black and white; preto e branco=black and white; mais clara=brighter; mais claro=brighter; mais escura=darker; mais escuro=darker; mais nítida=sharper; clareia=brighten; escurece=darken; desfoca=blur; desfocada=blurred; um pouco=a bit; gira=rotate; gire=rotate; roda=rotate; para a esquerda=to the left; à esquerda=to the left; para a direita=to the right; à direita=to the right; graus=degrees; espelha=mirror; horizontalmente=horizontally; verticalmente=vertically; recorta=crop; corta=crop; em quadrado=to a square; para=to; reduz=shrink; amplia=enlarge; pixels=pixels; inverte as cores=invert the colours; mais contraste=more contrast; menos contraste=less contrast",
  it: "quanto=how much; quanti=how many; quante=how many; qual è=what is; qual'è=what is; quanto è=how much is; chi è=who is; chi ha=who has; quando=when; quando è=when is; entro quando=by when; per quando=by when; quando scade=when is it due; devo=do i have to; bisogna=do i have to; pagare=pay; pagarla=pay it; pagarlo=pay it; importo da pagare=amount due; data di scadenza=due date; scadenza=due date; numero di fattura=invoice number; numero della fattura=invoice number; numero fattura=invoice number; data della fattura=invoice date; data=date; importo=amount; importi=amounts; totale=total; somma=sum; media=average; medio=average; più alto=highest; più alta=highest; più basso=lowest; più bassa=lowest; prezzo=price; prezzi=prices; colonna=column; righe=rows; ci sono=are there; imposta=tax; iva=vat; mittente=sender; destinatario=recipient; cliente=customer; inviato=sent; mandato=sent; spedito=sent; emesso=issued; fattura=invoice; lettera=letter; il=the; lo=the; la=the; l'=the; i=the; gli=the; le=the; questa=this; questo=this; la mia=my; di=of; del=of the; della=of the; dello=of the; dei=of the; delle=of the; degli=of the; in=in; nella=in the; sulla=on the; e=and; ed=and; poi=then; per favore=; per piacere=; metti=make; rendi=make; fai=make; immagine=picture; foto=picture; grigio=grey; in grigio=grey; in bianco e nero=black and white; più chiara=brighter; più chiaro=brighter; più luminosa=brighter; più scura=darker; più scuro=darker; più nitida=sharper; schiarisci=brighten; scurisci=darken; sfoca=blur; sfocata=blurred; un po'=a bit; ruota=rotate; gira=rotate; a sinistra=to the left; verso sinistra=to the left; a destra=to the right; verso destra=to the right; gradi=degrees; specchia=mirror; rifletti=mirror; orizzontalmente=horizontally; verticalmente=vertically; ritaglia=crop; in quadrato=to a square; in un quadrato=to a square; a=to; riduci=shrink; ingrandisci=enlarge; pixel=pixels; inverti i colori=invert the colours; più contrasto=more contrast; meno contrasto=less contrast",
  zh: "我要付多少钱=how much do i have to pay; 我需要付多少钱=how much do i have to pay; 要付多少钱=how much do i have to pay; 应付多少钱=how much do i have to pay; 要付多少=how much do i have to pay; 一共多少钱=how much is the total; 总共多少钱=how much is the total; 什么时候付=by when do i have to pay; 什么时候要付=by when do i have to pay; 什么时候付款=by when do i have to pay; 什么时候之前付=by when do i have to pay; 什么时候到期=when is it due; 最晚什么时候付=by when do i have to pay; 是多少=what is; 是什么=what is; 是什么时候=what is; 是哪天=what is; 是谁=who is; 谁寄的=who sent it; 是谁寄的=who sent it; 是谁开的=who issued it; 谁开的=who issued it; 发票的=; 这张发票的=; 账单的=; 发票=the invoice; 这张发票=this invoice; 账单=the bill; 信=the letter; 总金额=the total amount; 总额=the total amount; 合计=the total; 总计=the total; 应付金额=the amount due; 金额=the amount; 发票号码=the invoice number; 发票号=the invoice number; 发票编号=the invoice number; 发票日期=the invoice date; 开票日期=the invoice date; 到期日=the due date; 到期日期=the due date; 付款截止日期=the due date; 截止日期=the due date; 日期=the date; 价格=the price; 单价=the price; 最高价格=the highest price; 最高的价格=the highest price; 最低价格=the lowest price; 最低的价格=the lowest price; 平均价格=the average price; 价格的总和=the sum of the prices; 价格总和=the sum of the prices; 平均金额=the average amount; 最高金额=the highest amount; 最低金额=the lowest amount; 税=the tax; 税额=the tax; 增值税=the vat; 寄件人=the sender; 发件人=the sender; 收件人=the recipient; 客户=the customer; 有多少行=how many rows are there; 和=and; 并=and; 然后=then; 再=then; 请=; 把=; 将=; 图片=the picture; 照片=the picture; 这张照片=the picture; 这张图片=the picture; 图像=the picture; 它=it; 变成=make; 改成=make; 转成=make; 变=make; 弄=make; 黑白=black and white; 黑白的=black and white; 灰色=grey; 灰度=grey; 亮一点=a bit brighter; 调亮=brighter; 调亮一点=a bit brighter; 调暗=darker; 调暗一点=a bit darker; 暗一点=a bit darker; 更亮=brighter; 更暗=darker; 模糊=blur; 锐化=sharpen; 一下=; 旋转=rotate; 向左旋转=rotate to the left; 向右旋转=rotate to the right; 向左=to the left; 向右=to the right; 顺时针=clockwise; 逆时针=counterclockwise; 度=degrees; 水平翻转=flip horizontally; 垂直翻转=flip vertically; 上下翻转=flip vertically; 左右翻转=flip horizontally; 裁剪成正方形=crop to a square; 裁成正方形=crop to a square; 缩小=shrink; 放大=enlarge; 到=to; 像素=pixels; 反色=invert the colours; 增加对比度=more contrast; 降低对比度=less contrast",
};

/** What a paper is called, and what stands for a file in a question, which is English already. */
const PAPER = "(?:the|this|my) (?:invoice|bill|receipt|letter|document|table)";
const THING =
  "(?:total amount|total|amounts?|amount due|net amount|prices?|tax|vat|invoice number|invoice date|due date|payment deadline|date|sender|recipient|customer)";
const DEGREE = "(?:highest|lowest|average|total)";

/** Puts the order of words that other languages have into the English one. */
const REORDERED: readonly (readonly [RegExp, string])[] = [
  [/ (?:in|on|of|from) it$/, ""],
  [/\b(amount|price|date) (highest|lowest|average|total)\b/g, "$2 $1"],
  [/\b(of the) (price|amount)$/, "$1 $2s"],
  [/^what is (highest|lowest|average) /, "what is the $1 "],
  [/^(the .+) ((?:what|who) is)$/, "$2 $1"],
  [new RegExp(`^(${PAPER}) who (sent|issued) it$`), "who $2 $1"],
  [/^who has ((?:the|this|my) \w+) (sent|issued)$/, "who $2 $1"],
  [/^who has (sent|issued) /, "who $1 "],
  [/^((?:by )?when) (do i have to) ((?:the|this|my) \w+) pay$/, "$1 $2 pay $3"],
  [/^((?:by )?when) is ((?:the|this|my) \w+) due$/, "$1 is $2 due"],
  [/^the (?:invoice|bill) ((?:by )?when .+|how much .+)$/, "$1"],
  [/^make ((?:the |this |my )?picture|it) to a square$/, "crop $1 to a square"],
];

/** Questions of one meaning, of those that a paper and a table are asked most. */
const QUESTIONS: readonly RegExp[] = [
  /^how much do i have to pay$/,
  new RegExp(`^(?:by )?when do i have to pay(?: it| ${PAPER})?$`),
  new RegExp(`^(?:by )?when is (?:it|${PAPER}) due$`),
  new RegExp(`^who (?:sent|issued) (?:it|${PAPER})$`),
  new RegExp(`^(?:what|who|how much) is (?:the|my) (?:${DEGREE} )?${THING}(?: (?:of|on|in) ${PAPER})?$`),
  /^what is the (?:sum|average)(?: of the (?:prices|amounts|column "[^"]+"))?$/,
  /^how many rows are there$/,
];
/** What may go on after a question: "and by when", "and the due date". */
const FURTHER: readonly RegExp[] = [...QUESTIONS, /^(?:by )?when$/, new RegExp(`^the ${THING}$`)];

const CHANGE =
  "brighter|darker|brighten|darken|sharper|sharpen|blur|grey|black and white|rotate|mirror|flip|crop|shrink|enlarge|invert(?: the colours)?|(?:more|less) contrast";
const HOW =
  "make|(?:the|this|my) picture|picture|it|a bit|to the left|to the right|to a square|(?:(?:to|by) )?\\d+ ?(?:%|°|px|percent|pixels|degrees)|horizontally|vertically|clockwise|counterclockwise|[\\w-]+\\.(?:png|jpe?g|webp)";
/** One change of a whole picture, with how and how much. "The picture is blurred" is none, but a complaint. */
const PICTURE_CHANGE = new RegExp(
  `^(?:(?:${HOW}) )*(?:${CHANGE})(?: (?:${HOW}))*$|^make (?:(?:${HOW}) )*blurred(?: (?:${HOW}))*$`,
);

const JOINTS = /(?: ,)*(?: and then| and(?! white\b)| then)|(?: ,)+/;

/**
 * Everyday words of German, French, Spanish, Portuguese, Italian or Chinese in English. No language need be told: a few
 * words are taken for a neighbouring one easily, and what makes sense in one of them means the same in the next.
 * @param words a question or an instruction, in a request's own words
 * @returns null where a word is not known, or where it is no question or change of a picture that is known to be asked
 */
export function inEnglish(words: string): string | null {
  if (words.length > MAX_CHARS) return null;
  const readings = Object.keys(GLOSSARIES).map((code) => readIn(words, code));
  const [english = null, ...others] = new Set(readings.filter((reading) => reading !== null));
  return others.length > 0 ? null : english;
}

/** The English of words that are taken for one language. */
function readIn(words: string, code: string): string | null {
  const pieces = piecesOf(words, code);
  if (pieces === null) return null;
  const parts = pieces.split(JOINTS).map((part) => reordered(part.trim().replaceAll(/\s+/g, " ")));
  const isAsked = parts.every((part, at) => (at === 0 ? QUESTIONS : FURTHER).some((shape) => shape.test(part)));
  const joined = parts.join(" and ");
  if (isAsked) return `${joined.slice(0, 1).toUpperCase()}${joined.slice(1).replaceAll(/\bi\b/g, "I")}?`;
  return parts.every((part) => PICTURE_CHANGE.test(part)) ? joined : null;
}

const reordered = (part: string): string =>
  REORDERED.reduce((rest, [order, english]) => rest.replace(order, english), part);

/** Kept as they are; a number with a point or a comma in it may be read in two ways. */
const KEPT = /"[^"]+"|[\w-]+\.(?:png|jpe?g|webp|pdf|csv|txt)(?![\w.])|\d+(?![\d.,]*\d)(?: ?(?:%|°|px))?/y;
/** What stands for a file in a question. */
const STAND_IN = new RegExp(`(?:it|${PAPER})(?![\\p{L}\\p{N}-])`, "uy");
const IDLE = /[\s¿¡?!？！。.…]+/y;
const COMMA = /[,，、;；]/y;

/** The English for each phrase, in the order of the words; null where one is not known. */
function piecesOf(words: string, code: string): string | null {
  const phrases = phrasesOf(code);
  const text = words
    .normalize("NFC")
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'");
  const lower = text.toLowerCase();
  // A letter that is longer in small ones would put the two out of step.
  if (lower.length !== text.length) return null;
  const pieces: string[] = [];
  for (let at = 0; at < lower.length; ) {
    const idle = matchAt(IDLE, lower, at);
    if (idle !== null) {
      at += idle.length;
      continue;
    }
    const kept = matchAt(KEPT, text, at) ?? matchAt(STAND_IN, lower, at);
    const comma = kept === null ? matchAt(COMMA, lower, at) : null;
    const phrase = kept === null && comma === null ? phrases.find(([said]) => standsAt(said, lower, at)) : undefined;
    const piece = kept ?? (comma === null ? phrase?.[1] : ",");
    if (piece === undefined) return null;
    if (piece !== "") pieces.push(piece);
    at += (kept ?? comma ?? phrase?.[0] ?? " ").length;
  }
  return pieces.join(" ");
}

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? null;
}

const WITHIN_WORD = /[\p{L}\p{N}-]/u;

/** Whether a phrase stands here as a whole: Chinese has no blanks between words, and "l'" none behind it. */
const standsAt = (said: string, text: string, at: number): boolean =>
  text.startsWith(said, at) &&
  (/'$|\p{Script=Han}$/u.test(said) || !WITHIN_WORD.test(text.charAt(at + said.length) || " "));

type Phrase = readonly [said: string, english: string];
const phrasesByCode = new Map<string, readonly Phrase[]>();

/** The longest first. */
function phrasesOf(code: string): readonly Phrase[] {
  const known = phrasesByCode.get(code);
  if (known) return known;
  const phrases = (GLOSSARIES[code] ?? "")
    .normalize("NFC")
    .split("; ")
    .map((entry): Phrase => {
      const [said = "", english = ""] = entry.split("=");
      return [said, english];
    })
    .filter(([said]) => said !== "")
    .toSorted(([a], [b]) => b.length - a.length);
  phrasesByCode.set(code, phrases);
  return phrases;
}
