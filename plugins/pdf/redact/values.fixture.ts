import { writePages } from "./layouts.fixture.ts";
import { createDice, type Dice } from "./random-layouts.fixture.ts";

/** A page with one value in another form than in the request. */
export interface ValuePage {
  /** The kind of value, or `ordinary` for a page with only parts and neighbours of the value. */
  kind: string;
  term?: string;
  regex?: string;
  /** The text as drawn, with `|` for a forced line break. */
  drawn: string;
  /** Letters and digits that must not be left. */
  secrets: readonly string[];
  /** Letters and digits that must be left. */
  others: readonly string[];
}

/** A document of such pages. */
export interface ValueDocument {
  bytes: Uint8Array<ArrayBuffer>;
  pages: readonly ValuePage[];
}

/** The number of pages of a document. Each counts as a document of its own. */
export const pagesOfDocument = 20;

/** Builds a document. Each page has a value that no other page has. */
export function buildValueDocument(seed: number): ValueDocument {
  const dice = createDice(seed);
  const pages = Array.from({ length: pagesOfDocument }, () => {
    const kind = dice.pick(Object.keys(kinds));
    const page = { kind, ...kinds[kind]!(dice) };
    // Every sixth page only has parts and neighbours of the value.
    return kind !== "regex" && dice.chance(1 / 6) ? makeOrdinary(page, dice) : page;
  });
  const contents = pages.map((page) => drawPage(page, dice));
  return { bytes: writePages(contents), pages };
}

/** Returns the letters and digits of a text, for comparison. */
export function letters(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replace(/[^\p{L}\p{N}]/gu, "");
}

type Planned = Omit<ValuePage, "kind">;

const digits = (dice: Dice, count: number) =>
  Array.from({ length: count }, () => dice.integer(0, 9)).join("");

const group = (text: string, size: number, by: string) =>
  (text.match(new RegExp(`.{1,${size}}`, "g")) ?? []).join(by);

/** Breaks a text over lines at one place: at a separator, or within it with or without a hyphen. */
function breakOnce(text: string, dice: Dice, { hyphens = true } = {}): string {
  const places = [...text].flatMap((_, at) => (at > 2 && at < text.length - 3 ? [at] : []));
  if (places.length === 0 || dice.chance(0.4)) return text;
  const spaces = places.filter((at) => text[at] === " ");
  if (spaces.length > 0 && dice.chance(0.7)) {
    const at = dice.pick(spaces);
    return `${text.slice(0, at)}|${text.slice(at + 1)}`;
  }
  const at = dice.pick(places);
  const isInner = /[\p{L}\d]/u.test(text[at - 1] ?? "") && /[\p{L}\d]/u.test(text[at] ?? "");
  if (text[at] === " " || text[at - 1] === " ") return text;
  return `${text.slice(0, at)}${isInner && hyphens && dice.chance(0.5) ? "-" : ""}|${text.slice(at)}`;
}

function halves(text: string): string[] {
  const core = letters(text);
  return core.length < 8 ? [core] : [core.slice(0, core.length >> 1), core.slice(core.length >> 1)];
}

/** Appends the check digits of ISO 7064 MOD 97-10. */
function buildIban(country: string, body: string): string {
  const digitsOf = (text: string) => text.replace(/[A-Z]/g, (c) => String(c.charCodeAt(0) - 55));
  const rest = Number(BigInt(digitsOf(`${body}${country}00`)) % 97n);
  return `${country}${String(98 - rest).padStart(2, "0")}${body}`;
}

function buildCard(dice: Dice): string {
  const body = dice.pick(["4", "51", "37"]).padEnd(2, "5") + digits(dice, 13);
  for (let check = 0; check < 10; check++) {
    const all = `${body}${check}`;
    const sum = [...all].toReversed().reduce((sum, digit, index) => {
      const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return sum + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
    if (sum % 10 === 0) return all;
  }
  return body;
}

const syllables = ["ba", "del", "fen", "gor", "hul", "kim", "lor", "mos", "nir", "pol", "ros"];
syllables.push("tav", "ul", "wen", "zir", "stra", "brun", "eck", "hof", "lind");

function word(dice: Dice, count = 3): string {
  const text = Array.from({ length: count }, () => dice.pick(syllables)).join("");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const firsts = ["Marianne", "Jane", "Konrad", "Peter", "Anna", "Louis", "Sofia", "Henrik"];
const middles = ["Elisabeth", "Maria", "Johann", "Paul", "Luise"];
const months = {
  English: "January February March April May June July August September October November December",
  German: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
  French: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
};

const kinds: Record<string, (dice: Dice) => Planned> = {
  iban(dice) {
    const iban = dice.chance(0.3)
      ? buildIban("GB", `NWBK${digits(dice, 14)}`)
      : buildIban("CH", digits(dice, 17));
    const grouped = group(iban, 4, " ");
    const forms = [iban, grouped, grouped, group(iban, 4, "-"), grouped.replaceAll(" ", "\u00A0")];
    const drawn = breakOnce(dice.pick([...forms, iban.toLowerCase()]), dice);
    const other = buildIban("DE", digits(dice, 18));
    return { term: dice.pick([iban, grouped]), drawn, secrets: halves(iban), others: [other] };
  },
  card(dice) {
    const card = buildCard(dice);
    const grouped = group(card, 4, " ");
    const drawn = breakOnce(dice.pick([card, grouped, group(card, 4, "-")]), dice);
    const term = dice.pick([card, grouped]);
    return { term, drawn, secrets: halves(card), others: [buildCard(dice)] };
  },
  phone(dice) {
    const [area, one, two, three] = [2, 3, 2, 2].map((count) =>
      String(dice.integer(1, 9)).concat(digits(dice, count - 1)),
    );
    const cc = dice.pick(["41", "33", "49", "351"]);
    const all = [
      `+${cc} ${area} ${one} ${two} ${three}`,
      `+${cc}${area}${one}${two}${three}`,
      `+${cc} (0)${area} ${one} ${two} ${three}`,
      `0${area} ${one} ${two} ${three}`,
      `(0${area}) ${one}-${two}-${three}`,
      `0${area}/${one} ${two} ${three}`,
      `0${area}.${one}.${two}.${three}`,
      `00${cc} ${area} ${one}${two}${three}`,
    ];
    const drawn = breakOnce(dice.pick(all), dice);
    // Another digit than the area's last one, so that the number doesn't contain the other.
    const added = area?.endsWith("9") ? 8 : 9;
    const other = `+${cc} ${area} ${added}${one} ${two} ${three}`;
    return {
      term: dice.pick([all[0]!, all[1]!, all[3]!]),
      drawn,
      secrets: [`${area}${one}${two}${three}`],
      others: [letters(other)],
    };
  },
  email(dice) {
    const address = `${word(dice, 2)}.${word(dice, 2)}@${word(dice, 2)}.example`.toLowerCase();
    const form = dice.pick([address, address, address.toUpperCase(), `<${address}>`]);
    const drawn = breakOnce(form, dice);
    const term = dice.pick([address, address.toUpperCase()]);
    const local = letters(address.split("@")[0]!);
    return {
      term,
      drawn,
      secrets: [local],
      others: [`${word(dice, 3)}@other.example`.toLowerCase()],
    };
  },
  url(dice) {
    const bare = `${word(dice, 2)}.example/${word(dice, 2)}/${word(dice, 3)}`.toLowerCase();
    const forms = [
      `https://${bare}`,
      `http://www.${bare}`,
      `www.${bare}`,
      `https://${bare}/`,
      bare,
    ];
    const drawn = breakOnce(dice.pick(forms), dice);
    const path = letters(bare.split("/").at(-1)!);
    return { term: dice.pick(forms), drawn, secrets: [path], others: [`${word(dice)}.example/x`] };
  },
  date(dice) {
    const [year, month, day] = [
      dice.integer(1930, 2024),
      dice.integer(1, 12),
      dice.integer(13, 28),
    ];
    const pad = (value: number) => String(value).padStart(2, "0");
    const names = Object.fromEntries(
      Object.entries(months).map(([language, all]) => [language, all.split(" ")[month - 1]]),
    );
    const forms = [
      `${year}-${pad(month)}-${pad(day)}`,
      `${day}.${month}.${year}`,
      `${day}.${pad(month)}.${year}`,
      `${pad(day)}/${pad(month)}/${year}`,
      `${day} ${names.English} ${year}`,
      `${names.English} ${day}, ${year}`,
      `${day}. ${names.German} ${year}`,
      `${day} ${names.French} ${year}`,
    ];
    const form = dice.pick(forms);
    const drawn = form.includes(" ") ? breakAtSpace(form, dice) : form;
    const other = `${day - 1}.${pad(month)}.${year}`;
    return { term: dice.pick(forms), drawn, secrets: [letters(form)], others: [letters(other)] };
  },
  amount(dice) {
    const [whole, cents] = [String(dice.integer(1000, 9_999_999)), digits(dice, 2)];
    const grouped = (by: string) => whole.replace(/\B(?=(?:\d{3})+$)/g, by);
    const forms = [
      `${whole}.${cents}`,
      `${grouped(",")}.${cents}`,
      `${grouped(".")},${cents}`,
      `${grouped(" ")},${cents}`,
      `${grouped("'")}.${cents}`,
    ];
    const drawn = dice.pick(forms);
    const other = `${whole}${dice.integer(0, 9)}.${cents}`;
    return {
      term: dice.pick(forms),
      drawn,
      secrets: [`amount${whole}${cents}of`],
      others: [letters(other)],
    };
  },
  number(dice) {
    const value = `756${digits(dice, 10)}`;
    const dotted = `${value.slice(0, 3)}.${group(value.slice(3, 11), 4, ".")}.${value.slice(11)}`;
    const forms = [value, dotted, dotted.replaceAll(".", " "), dotted.replaceAll(".", "-")];
    const drawn = breakOnce(dice.pick(forms), dice);
    const other = `756${digits(dice, 10)}`;
    return { term: dice.pick(forms), drawn, secrets: halves(value), others: [other] };
  },
  name(dice) {
    const [first, last, middle] = [dice.pick(firsts), word(dice), dice.pick(middles)];
    const forms = [
      `${first} ${last}`,
      `${first} ${middle} ${last}`,
      `${first} ${middle.charAt(0)}. ${last}`,
      `${first} ${middle.charAt(0)}. L. ${last}`,
      `${first.charAt(0)}. ${last}`,
      `${first.charAt(0)}. ${middle.charAt(0)}. ${last}`,
      `${last}, ${first}`,
      `${last}, ${first} ${middle.charAt(0)}.`,
      `${last.toUpperCase()}, ${first}`,
      `${first} ${last.toUpperCase()}`,
      `${first} "Mia" ${last}`,
      `${first} von ${last}`,
    ];
    const drawn = breakAtSpace(dice.pick(forms), dice);
    const term = dice.pick([`${first} ${last}`, `${first} ${last}`.toLowerCase()]);
    const other = `${dice.pick(firsts)} ${word(dice)}`;
    return { term, drawn, secrets: [letters(last)], others: [letters(other)] };
  },
  folded(dice) {
    const base = `${word(dice, 2)}`;
    const [plain, sharp] = [`${base}strasse`, `${base}straße`];
    const forms = [plain, sharp, plain.toUpperCase()];
    return {
      term: dice.pick(forms),
      drawn: dice.pick(forms),
      secrets: [letters(plain)],
      others: [letters(word(dice, 4))],
    };
  },
  regex(dice) {
    const [label, last] = [`Claimant${digits(dice, 4)}`, word(dice)];
    const regex = dice.pick([
      `${label}: .*`,
      `${label}: .*$`,
      `(?m)^${label}.*$`,
      `^${label}: .+`,
      `${label}: [^\\n]*`,
      `${label}: \\p{L}+`,
    ]);
    const others = ["Docket", "Filed"].map((word) => `${word} ${digits(dice, 5)}`);
    const drawn = `|${others[0]}|${label}: ${last}|${others[1]}|`;
    return { regex, drawn, secrets: [letters(last)], others };
  },
};

function breakAtSpace(text: string, dice: Dice): string {
  const spaces = [...text].flatMap((letter, at) => (letter === " " ? [at] : []));
  if (spaces.length === 0 || dice.chance(0.6)) return text;
  const at = dice.pick(spaces);
  return `${text.slice(0, at)}|${text.slice(at + 1)}`;
}

/** Keeps the term of a page and draws only parts of it, apart from each other. */
function makeOrdinary({ kind, term, others }: ValuePage, dice: Dice): ValuePage {
  const words = (term ?? "").split(/[ ,]+/).filter((one) => one.length > 1);
  const drawn = words
    .map((one) => (kind === "name" ? `${one} ${word(dice, 2)}` : ""))
    .filter(Boolean)
    .join(` wrote to the office about the ${dice.pick(["rent", "loan", "delivery"])}. Later, `);
  return { kind: "ordinary", ...(term && { term }), drawn, secrets: [], others };
}

const sentences = [
  "The new office opened in May and the data team moved in.",
  "The protection of the roof is not yet paid, as the board decided.",
  "Please call the desk at the front door or write a letter.",
  "The net price includes the delivery, but the total does not.",
  "An order of the other kind takes a week longer than usual.",
  "A new roof costs more than the total of all other repairs.",
  "Tenants may keep a cat. Dogs need the consent of the owner.",
  "Invoice 4711 of 3 May 2025 over 98.40 was paid on time.",
];

/** Wraps words into lines. `|` forces a break. */
function wrap(text: string, width: number): string[] {
  return text.split("|").flatMap((paragraph, index, all) => {
    const lines = [""];
    // The first line continues the one before the break.
    for (const one of paragraph.split(" ").filter(Boolean)) {
      const line = lines.at(-1)!;
      if (line.length + one.length >= width && line !== "") lines.push(one);
      else lines[lines.length - 1] = line === "" ? one : `${line} ${one}`;
    }
    return index < all.length && lines[0] === "" ? [] : lines;
  });
}

function drawPage({ drawn, others, kind }: ValuePage, dice: Dice): string {
  const prose = () => dice.pick(sentences);
  const label = { iban: "IBAN", phone: "Tel.", email: "E-mail:", amount: "amount" }[kind] ?? "of";
  const planted = kind === "amount" ? `the amount ${drawn} of it` : `${label} ${drawn}`;
  const neighbours = kind === "regex" ? [] : others.map((other) => `and not ${other}.`);
  const layout = dice.pick(["prose", "columns", "cell"]);
  const style = {
    size: dice.integer(8, 11),
    font: dice.pick(["F", "G"]),
    mode: dice.integer(0, 2),
  };
  const text = `${prose()} See ${planted} in the file. ${prose()} ${neighbours.join(" ")} ${prose()}`;
  if (layout === "prose")
    return drawLines(wrap(text, dice.integer(40, 60)), { x: 30, y: 360 }, style);
  if (layout === "columns") {
    const width = kind === "regex" ? 34 : dice.integer(26, 32);
    const [left, right] = [wrap(text, width), wrap(`${prose()} ${prose()}`, width)];
    const [first, second] = dice.chance(0.5) ? [left, right] : [right, left];
    return [
      drawLines(first, { x: 30, y: 360 }, { ...style, size: 9 }),
      drawLines(second, { x: 220, y: 360 }, { ...style, size: 9 }),
    ].join("\n");
  }
  const cell = wrap(planted, kind === "regex" ? 34 : 24);
  return [
    drawLines(["Item", "Roof", "", ""], { x: 30, y: 360 }, { ...style, size: 9 }),
    drawLines(["Detail", ...cell], { x: 110, y: 360 }, { ...style, size: 9 }),
    drawLines(["Price", "98.40"], { x: 300, y: 360 }, { ...style, size: 9 }),
    drawLines(wrap(`${prose()} ${neighbours.join(" ")}`, 50), { x: 30, y: 240 }, style),
  ].join("\n");
}

interface Drawing {
  size: number;
  font: string;
  /** How a line is drawn: 0 as one string, 1 with kerning, 2 word by word. */
  mode: number;
}

function drawLines(
  lines: readonly string[],
  { x, y }: { x: number; y: number },
  { size, font, mode }: Drawing,
): string {
  return lines
    .map((line, index) => {
      const from = `BT /${font} ${size} Tf 1 0 0 1 ${x} ${(y - index * size * 1.25).toFixed(2)} Tm`;
      if (mode === 1 && line.length > 4)
        return `${from} [${encode(line.slice(0, 3))} -12 ${encode(line.slice(3))}] TJ ET`;
      if (mode === 2)
        return `${from} ${line
          .split(" ")
          .map((one, at) => `${encode(at > 0 ? ` ${one}` : one)} Tj`)
          .join(" ")} ET`;
      return `${from} ${encode(line)} Tj ET`;
    })
    .join("\n");
}

/** Writes a string in WinAnsiEncoding. */
function encode(text: string): string {
  return `(${text.replace(/[()\\]/g, "\\$&")})`;
}
