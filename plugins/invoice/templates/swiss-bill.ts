import { openTable } from "hub/data-file";
import type { SwissBillPart } from "../document/content.ts";
import type { Color, Page, TextStyle } from "../pdf/page.ts";
import { addList, type Tag } from "../pdf/tags.ts";
import type { Canvas } from "./design.ts";

const mm = 72 / 25.4;

/** Height of the receipt and the payment part, in points. */
export const swissBillHeight = 105 * mm;

/** Words in the languages of the Style Guide QR-bill. */
const readWords = openTable(new URL("./swiss-bill.tsv", import.meta.url), {
  language: "text",
  receipt: "text",
  payment: "text",
  creditor: "text",
  reference: "text",
  message: "text",
  debtor: "text",
  emptyDebtor: "text",
  currency: "text",
  amount: "text",
  point: "text",
  separate: "text",
});

/** Returns the words in a language, or in English. */
function getWords(language: string) {
  const known = readWords();
  const found = known.find((one) => one.language === language) ?? known.at(-1);
  if (!found) throw new RangeError(`No words in "${language}"`);
  return found;
}

const black: Color = [0, 0, 0];
const white: Color = [1, 1, 1];

/** A column of headings and values. */
interface BillColumn {
  x: number;
  y: number;
  width: number;
  heading: number;
  value: number;
  list: Tag;
}

/** Draws the receipt and the payment part at the end of an A4 page: Style Guide QR-bill. */
export function drawSwissBill(
  { page, tag }: Pick<Canvas, "page" | "tag">,
  bill: SwissBillPart,
  locale: string,
): void {
  const said = getWords(locale);
  const top = page.height - swissBillHeight;
  const at = (x: number, y: number, width: number) => ({
    x: x * mm,
    y: top + y * mm,
    width: width * mm,
  });
  const note = { size: 7, color: black, align: "center", tag: tag.add("P") } as const;
  page.text(said.separate, at(5, -4.5, 200), note);
  const hairline = { color: black, thickness: 0.5 };
  page.rule(at(0, 0, 210), hairline);
  page.rectangle({ ...at(62, 0, 0), width: 0.5, height: swissBillHeight }, black);
  const [receiptTag, paymentTag] = [tag.add("Sect"), tag.add("Sect")];
  const title = { size: 11, weight: 700, color: black } as const;
  page.text(said.receipt, at(5, 5, 52), { ...title, tag: receiptTag.add("H2") });
  page.text(said.payment, at(67, 5, 51), { ...title, tag: paymentTag.add("H2") });
  const figure = paymentTag.add("Figure", { alt: "Swiss QR Code" });
  drawCode(page, { bill, figure }, at(67, 17, 46));
  const [receiptList, paymentList] = [addList(receiptTag), addList(paymentTag)];
  const receipt = { ...at(5, 12, 52), heading: 6, value: 8, list: receiptList };
  const payment = { ...at(118, 5, 87), heading: 8, value: 10, list: paymentList };
  const parties = [
    [said.creditor, [bill.account, ...bill.creditor]],
    [said.reference, bill.reference ? [bill.reference] : []],
  ] as const;
  drawColumn(
    page,
    [...parties, [bill.debtor.length > 0 ? said.debtor : said.emptyDebtor, bill.debtor]],
    receipt,
  );
  drawColumn(
    page,
    [
      ...parties,
      [said.message, bill.message ? [bill.message] : []],
      [bill.debtor.length > 0 ? said.debtor : said.emptyDebtor, bill.debtor],
    ],
    payment,
  );
  const amounts = { bill, said };
  drawAmount(page, amounts, { ...at(5, 68, 52), heading: 6, value: 8, list: receiptList });
  drawAmount(page, amounts, { ...at(67, 68, 51), heading: 8, value: 10, list: paymentList });
  page.text(said.point, at(5, 82, 52), {
    size: 6,
    weight: 700,
    color: black,
    align: "end",
    tag: receiptTag.add("P"),
  });
}

function drawColumn(
  page: Page,
  groups: readonly (readonly [heading: string, lines: readonly string[]])[],
  { heading, value, list, ...box }: BillColumn,
): void {
  let { y } = box;
  const text = (line: string, style: TextStyle) => {
    y += page.text(line, { ...box, y }, style);
  };
  for (const [title, lines] of groups) {
    if (lines.length === 0) continue;
    const item = list.add("LI");
    text(title, { size: heading, weight: 700, color: black, leading: 1.4, tag: item.add("Lbl") });
    const body = item.add("LBody");
    for (const line of lines)
      text(line, { size: value, color: black, leading: 1.15, tag: body.add("P") });
    y += value * 0.9;
  }
}

function drawAmount(
  page: Page,
  { bill, said }: { bill: SwissBillPart; said: ReturnType<typeof getWords> },
  { heading, value, list, ...box }: BillColumn,
): void {
  const amountBox = { ...box, x: box.x + (heading === 6 ? 13 : 15) * mm };
  const strong = { size: heading, weight: 700, color: black } as const;
  const plain = { size: value, color: black } as const;
  const [currency, amount] = [list.add("LI"), list.add("LI")];
  const height = page.text(said.currency, box, { ...strong, tag: currency.add("Lbl") });
  page.text(said.amount, amountBox, { ...strong, tag: amount.add("Lbl") });
  const y = box.y + height;
  page.text(bill.currency, { ...box, y }, { ...plain, tag: currency.add("LBody") });
  page.text(bill.amount, { ...amountBox, y }, { ...plain, tag: amount.add("LBody") });
}

/** Draws the code with the Swiss cross of 7 mm in its centre. */
function drawCode(
  page: Page,
  { bill: { modules }, figure }: { bill: SwissBillPart; figure: Tag },
  box: { x: number; y: number; width: number },
): void {
  page.modules(modules, box, figure);
  const side = 7 * mm;
  const [x, y] = [box.x + (box.width - side) / 2, box.y + (box.width - side) / 2];
  // Style Guide QR-bill, 3.4, in 448ths of its side.
  const part = (left: number, top: number, [width, height]: readonly [number, number]) => ({
    x: x + (left / 448) * side,
    y: y + (top / 448) * side,
    width: (width / 448) * side,
    height: (height / 448) * side,
  });
  page.rectangle(part(0, 0, [448, 448]), white);
  page.rectangle(part(32, 32, [384, 384]), black);
  page.rectangle(part(188, 104, [72, 240]), white);
  page.rectangle(part(104, 188, [240, 72]), white);
}
