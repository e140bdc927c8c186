import { ciiInvoice } from "../read/cii-invoice.fixture.ts";
import { categories, makeUbl } from "./ubl-invoice.fixture.ts";

/** Texts that replace the text of an element. */
const texts = [
  ..."abc|0|0.00|-1|1.005|0.125|100|19|7.0|25|S|Z|E|AE|K|G|O|L|M|B|EUR|SEK|XCG|eur|DE|NO|DK|SE|IT|GR|EL|IS|NL|FR|XX".split(
    "|",
  ),
  ..."2026-02-30|2026-01-31|20260131|30|58|59|49|48|380|381|384|326|999|true|false|1|VAT|vat|GST|a@b.example|12345678|5567".split(
    "|",
  ),
  ..."DE89370400440532013000|DE00370400440532013000|FR83404833048|VATEX-EU-AE|VATEX-EU-O|C62|HUR|0088|0192|0007|EM|9999".split(
    "|",
  ),
  ...[
    "",
    " ",
    "#SKONTO#TAGE=14#PROZENT=2.00#\n",
    "#SKONTO#X",
    "application/pdf",
    "102",
    "95",
    "FC",
  ],
];

const attributes =
  "EUR|SEK|XCG||0088|0192|0184|0007|0208|0211|9907|EM|SEPA|VA|FC|XX|C62|HUR|QQQ|102|203|STI|application/pdf".split(
    "|",
  );

const countries = ["DE", "NO", "DK", "SE", "IT", "GR", "IS", "NL", "BE"];

type Random = () => number;

interface Element {
  start: number;
  open: number;
  end: number;
  isLeaf: boolean;
}

/** Returns valid invoices in both syntaxes, changed at one to three places: the same for the same seed. */
export function* makeMutants(count: number, seed: number) {
  const random = createRandom(seed);
  for (let index = 0; index < count; index++) {
    const syntax = index % 2 === 0 ? "ubl" : "cii";
    const category = pick(categories, random);
    let xml = syntax === "ubl" ? makeUbl(category) : ciiInvoice;
    const changes = 1 + Math.floor(random() * 3);
    for (let change = 0; change < changes; change++) xml = mutate(xml, random);
    yield { syntax, xml } as const;
  }
}

function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick<Item>(list: readonly Item[], random: Random): Item {
  return list[Math.floor(random() * list.length)] as Item;
}

/** Removes, repeats or changes an element, an attribute or all countries. */
function mutate(xml: string, random: Random): string {
  const elements = listElements(xml);
  const one = pick(elements, random);
  const kind = random();
  if (kind < 0.2) return xml.slice(0, one.start) + xml.slice(one.end);
  if (kind < 0.3) return xml.slice(0, one.end) + xml.slice(one.start);
  if (kind < 0.45) return changeAttribute(xml, random);
  const country = pick(countries, random);
  if (kind < 0.5) return xml.replace(/(IdentificationCode|CountryID)>[A-Z]{2}</g, `$1>${country}<`);
  const leaf = pick(
    elements.filter(({ isLeaf }) => isLeaf),
    random,
  );
  const close = xml.lastIndexOf("</", leaf.end - 1);
  return (
    xml.slice(0, leaf.open) + changeText(xml.slice(leaf.open, close), random) + xml.slice(close)
  );
}

function changeAttribute(xml: string, random: Random): string {
  const found = [
    ...xml.matchAll(/ (currencyID|schemeID|listID|unitCode|mimeCode|format|name)="[^"]*"/g),
  ];
  const one = pick(found, random);
  const text = random() < 0.4 ? "" : ` ${one[1]}="${pick(attributes, random)}"`;
  return xml.slice(0, one.index) + text + xml.slice(one.index + one[0].length);
}

function changeText(text: string, random: Random): string {
  const kind = random();
  if (kind < 0.15) return ` ${text} `;
  if (kind < 0.25) return text.toLowerCase();
  if (!/^-?\d+\.\d+$/.test(text) || kind < 0.5) return pick(texts, random);
  const cents = Math.round(Number(text) * 100);
  const step = pick([-100, -2, -1, 1, 2, 100], random);
  return pick(
    [((cents + step) / 100).toFixed(2), `${text}5`, `-${text}`, text.replace(/\.\d+/, "")],
    random,
  );
}

/** Returns the elements inside the outermost one. */
function listElements(xml: string): Element[] {
  const found: Element[] = [];
  const open: Element[] = [];
  for (const match of xml.matchAll(/<(\/?)[\w:]+[^<>]*?(\/?)>/g)) {
    const end = match.index + match[0].length;
    if (match[1]) {
      const closed = open.pop();
      if (closed) closed.end = end;
      continue;
    }
    const parent = open.at(-1);
    if (parent) parent.isLeaf = false;
    const element = { start: match.index, open: end, end, isLeaf: match[2] === "" };
    found.push(element);
    if (!match[2]) open.push(element);
  }
  return found.slice(1);
}
