// Writes the contents of statements and price lists: the tables, and the text around them. The tables are the truth
// that readers are measured with; makers.ts draws them.
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A way to print one kind of document. */
export interface Layout {
  number: number;
  maker: string;
  kind: string;
  rules: string;
  language: string;
  font: string;
  size: number;
  traits: string[];
}

export interface Cell {
  /** Lines as they are printed. Chromium wraps them by itself. */
  text: string;
  colspan?: number;
  rowspan?: number;
}

export interface Column {
  /** In points. */
  width: number;
  align: "left" | "right" | "center";
}

export interface Table {
  columns: Column[];
  header: Cell[][];
  rows: Cell[][];
}

export interface Statement {
  layout: Layout;
  name: string;
  before: string[];
  tables: Table[];
  after: string[];
  /** The balance that was changed, if one was. */
  wrong?: string;
}

type Random = () => number;

interface Words {
  columns: Record<string, string>;
  point: string;
  group: string;
}

const languages: Record<string, Words> = {
  en: { point: ".", group: ",", columns: {} },
  de: {
    point: ",",
    group: ".",
    columns: {
      Date: "Datum",
      "Value date": "Valuta",
      Description: "Buchungstext",
      Reference: "Referenz",
      Debit: "Soll",
      Credit: "Haben",
      Balance: "Saldo",
      Amount: "Betrag",
      Amounts: "Beträge",
      "Opening balance": "Anfangssaldo",
      "Carried forward": "Übertrag",
      "Closing balance": "Endsaldo",
      "Item no": "Art.-Nr.",
      Item: "Artikel",
      Unit: "Einheit",
      Price: "Preis",
      Quantity: "Menge",
      Total: "Gesamt",
      "Unit price": "Einzelpreis",
      Pos: "Pos.",
      Region: "Region",
      Branch: "Filiale",
      Turnover: "Umsatz",
      Subtotal: "Zwischensumme",
      "Price per unit": "Stückpreis",
    },
  },
  fr: {
    point: ",",
    group: " ",
    columns: {
      Date: "Date",
      "Value date": "Valeur",
      Description: "Libellé",
      Reference: "Référence",
      Debit: "Débit",
      Credit: "Crédit",
      Balance: "Solde",
      Amount: "Montant",
      Amounts: "Montants",
      "Opening balance": "Ancien solde",
      "Carried forward": "Report",
      "Closing balance": "Nouveau solde",
      "Item no": "Réf.",
      Item: "Désignation",
      Unit: "Unité",
      Price: "Prix",
      Quantity: "Quantité",
      Total: "Total",
      "Unit price": "Prix unitaire",
      Pos: "N°",
      Region: "Région",
      Branch: "Agence",
      Turnover: "Chiffre",
      Subtotal: "Sous-total",
      "Price per unit": "Prix par pièce",
    },
  },
};
languages.ch = { ...languages.de, point: ".", group: "'" } as Words;

const merchants = [
  "SUPERMARKET",
  "Bakery Müller",
  "City Transport",
  "ACME AG",
  "Hotel Post",
  "Garage Meier & Co",
  "Water works",
  "Café Central",
  "Book shop No. 5",
  "Dr. A. Weber",
  "Insurance 24",
  "Pharmacy",
  "Telecom Ltd",
];
const actions = [
  "Card payment",
  "Standing order",
  "Salary",
  "Transfer",
  "Direct debit",
  "Cash withdrawal",
  "Refund",
  "Fee",
];
const places = ["Zurich", "Berlin", "Lyon", "London", "Graz", "Basel", "Köln", "Nantes", "Leeds"];
const goods = [
  "Copy paper A4",
  "Ball pen blue",
  "Desk lamp",
  "Stapler",
  "Folder 8 cm",
  "Toner black",
  "Mouse pad",
  "USB cable 2 m",
  "Note book",
  "Waste bin 15 l",
  "Chair mat",
  "White board",
  "Marker set",
  "Glue stick",
  "Tape",
];
const details = [
  "recycled, 80 g/m2",
  "pack of 10",
  "with 3 year guarantee",
  "colour: grey",
  "fits models 200 to 450",
  "only while stocks last",
  "min. order 5",
  "refill no. 77",
];
const units = ["pc", "box", "pack", "kg", "set"];
const regions = ["North", "South", "East", "West", "Centre"];
const letter = [
  "Example Bank plc, 12 High Street, London EC1A 1AA",
  "Mr John Smith",
  "14 Mill Lane",
  "Leeds LS1 4AP",
  "Statement of your account 12-345678-9",
  "Dear customer, please find below the entries of the last period. We ask you to check all entries at once and to tell us within thirty days if something is not in order.",
];
const terms = [
  "Please note that interest is charged at 9.5 % a year on overdrafts. This paper was printed by a machine and is valid without a signature.",
  "Questions? Call 0800 123 456 from Monday to Friday.",
];

/** Reads the layouts. */
export function readLayouts(): Layout[] {
  const lines = readFileSync(join(import.meta.dir, "layouts.tsv"), "utf8")
    .trim()
    .split("\n");
  return lines
    .filter((line) => !line.startsWith("#"))
    .slice(1)
    .map((line) => {
      const [number, maker, kind, rules, language, font, size, traits] = line.split("\t") as [
        string,
        string,
        string,
        string,
        string,
        string,
        string,
        string,
      ];
      return {
        number: Number(number),
        maker,
        kind,
        rules,
        language,
        font,
        size: Number(size),
        traits: traits.split(" "),
      };
    });
}

/** Writes the document with an index from 0 in a layout. */
export function writeStatement(layout: Layout, index: number): Statement {
  const random = createRandom(layout.number * 1000 + index);
  const writer = new Writer(layout, random);
  const tables = writer.write();
  const inLetter = layout.traits.includes("letter");
  return {
    layout,
    name: `${String(layout.number).padStart(2, "0")}-${index}`,
    before: inLetter ? letter : ["Overview of the entries"],
    tables,
    after: inLetter ? terms : [],
    ...(writer.wrong !== undefined && { wrong: writer.wrong }),
  };
}

/** Returns the cells that a reader should return, row by row. Spanned cells are empty but for their first. */
export function listCells(table: Table): string[][] {
  const rows = [...table.header, ...table.rows];
  const grid: (string | undefined)[][] = rows.map(() =>
    Array(table.columns.length).fill(undefined),
  );
  rows.forEach((row, top) => {
    let left = 0;
    for (const cell of row) {
      while (grid[top]?.[left] !== undefined) left++;
      for (let down = 0; down < (cell.rowspan ?? 1); down++)
        for (let right = 0; right < (cell.colspan ?? 1); right++) {
          const line = grid[top + down];
          if (line) line[left + right] = down + right === 0 ? cell.text.replaceAll("\n", " ") : "";
        }
    }
  });
  return grid.map((row) => row.map((cell) => cell ?? ""));
}

class Writer {
  wrong: string | undefined;
  readonly #layout: Layout;
  readonly #random: Random;
  readonly #words: Words;

  constructor(layout: Layout, random: Random) {
    this.#layout = layout;
    this.#random = random;
    this.#words = languages[layout.language] as Words;
  }

  write(): Table[] {
    const kinds: Record<string, () => Table[]> = {
      balance: () => [
        this.#entries([
          ["Date", 50, "left"],
          ["Description", 210, "left"],
          ["Debit", 70, "right"],
          ["Credit", 70, "right"],
          ["Balance", 80, "right"],
        ]),
      ],
      signed: () => [
        this.#entries([
          ["Date", 50, "left"],
          ["Value date", 55, "left"],
          ["Description", 210, "left"],
          ["Amount", 75, "right"],
          ["Balance", 85, "right"],
        ]),
      ],
      sided: () => [
        this.#entries([
          ["Date", 60, "left"],
          ["Description", 250, "left"],
          ["Amount", 90, "right"],
          ["Balance", 90, "right"],
        ]),
      ],
      values: () => [
        this.#entries([
          ["Date", 55, "left"],
          ["Value date", 60, "left"],
          ["Description", 230, "left"],
          ["Reference", 90, "left"],
          ["Debit", 75, "right"],
          ["Credit", 75, "right"],
          ["Balance", 85, "right"],
        ]),
      ],
      spanning: () => {
        const table = this.#entries([
          ["Date", 50, "left"],
          ["Description", 210, "left"],
          ["Debit", 70, "right"],
          ["Credit", 70, "right"],
          ["Balance", 80, "right"],
        ]);
        const [date, text, ...amounts] = table.header[0] as [Cell, Cell, ...Cell[]];
        const over = { text: this.#word("Amounts"), colspan: 3 };
        return [
          { ...table, header: [[{ ...date, rowspan: 2 }, { ...text, rowspan: 2 }, over], amounts] },
        ];
      },
      prices: () => [this.#prices()],
      tiers: () => [this.#tiers()],
      groups: () => [this.#groups()],
      invoice: () => [this.#invoice()],
    };
    return (kinds[this.#layout.kind] as () => Table[])();
  }

  #entries(columns: [string, number, Column["align"]][]): Table {
    const { traits, kind } = this.#layout;
    const count = traits.includes("pages") ? 45 + this.#integer(40) : 8 + this.#integer(12);
    let balance = 50_000 + this.#integer(900_000);
    let day = 0;
    const rows: Cell[][] = [];
    const add = (values: Record<string, string>) =>
      rows.push(columns.map(([name]) => ({ text: values[name] ?? "" })));
    add({
      Date: this.#date(day),
      Description: this.#word("Opening balance"),
      Balance: this.#balance(balance),
    });
    const wrongAt = this.#random() < 0.1 && kind !== "values" ? 2 + this.#integer(count - 3) : -1;
    for (let index = 0; index < count; index++) {
      day += this.#integer(3);
      const amount =
        (1 + this.#integer(index % 7 === 0 ? 400_000 : 30_000)) * (this.#random() < 0.3 ? 1 : -1);
      balance += amount;
      if (index === wrongAt) {
        balance += 1000;
        this.wrong = this.#balance(balance);
      }
      const sided = kind === "sided" ? (amount < 0 ? " S" : " H") : "";
      add({
        Date: this.#date(day),
        "Value date": this.#date(day + this.#integer(3)),
        Description: this.#description(),
        Reference: `${this.#integer(900) + 100}-${this.#integer(90_000) + 10_000}`,
        ...(amount < 0 ? { Debit: this.#number(-amount) } : { Credit: this.#number(amount) }),
        Amount: sided ? this.#number(Math.abs(amount)) + sided : this.#signed(amount),
        Balance: this.#balance(balance),
      });
    }
    add({
      Date: this.#date(day),
      Description: this.#word("Closing balance"),
      Balance: this.#balance(balance),
    });
    return this.#table(columns, rows);
  }

  #prices(): Table {
    const count = this.#layout.traits.includes("pages")
      ? 60 + this.#integer(30)
      : 10 + this.#integer(12);
    const rows = Array.from({ length: count }, () => [
      { text: `${this.#integer(90) + 10}.${this.#integer(900) + 100}` },
      { text: this.#good() },
      { text: this.#pick(units) },
      { text: this.#number(100 + this.#integer(20_000)) },
    ]);
    return this.#table(
      [
        ["Item no", 60, "left"],
        ["Item", 230, "left"],
        ["Unit", 60, "left"],
        ["Price", 80, "right"],
      ],
      rows,
    );
  }

  #tiers(): Table {
    const rows = Array.from({ length: 8 + this.#integer(12) }, () => {
      const price = 300 + this.#integer(20_000);
      return [
        { text: this.#good() },
        ...[1, 0.9, 0.8].map((factor) => ({ text: this.#number(Math.round(price * factor)) })),
      ];
    });
    const table = this.#table(
      [
        ["Item", 220, "left"],
        ["1-9", 75, "right"],
        ["10-49", 75, "right"],
        ["50+", 75, "right"],
      ],
      rows,
    );
    const [item, ...tiers] = table.header[0] as [Cell, ...Cell[]];
    return {
      ...table,
      header: [
        [
          { ...item, rowspan: 2 },
          { text: this.#word("Price per unit"), colspan: 3 },
        ],
        tiers,
      ],
    };
  }

  #groups(): Table {
    const rows: Cell[][] = [];
    const rounds = this.#layout.traits.includes("pages") ? 5 : 1;
    for (let round = 0; round < rounds; round++)
      for (const region of regions) {
        const size = 2 + this.#integer(3);
        for (let index = 0; index < size; index++)
          rows.push([
            ...(index === 0
              ? [{ text: rounds > 1 ? `${region} ${round + 1}` : region, rowspan: size }]
              : []),
            { text: `${this.#pick(places)} ${this.#integer(90) + 10}` },
            { text: String(this.#integer(50) + 1) },
            { text: this.#number(this.#integer(9_000_000)) },
          ]);
      }
    return this.#table(
      [
        ["Region", 90, "left"],
        ["Branch", 150, "left"],
        ["Quantity", 80, "right"],
        ["Turnover", 110, "right"],
      ],
      rows,
    );
  }

  #invoice(): Table {
    let total = 0;
    const rows: Cell[][] = Array.from({ length: 5 + this.#integer(10) }, (_, index) => {
      const [count, price] = [1 + this.#integer(20), 100 + this.#integer(20_000)];
      total += count * price;
      return [
        { text: String(index + 1) },
        { text: this.#good() },
        { text: String(count) },
        { text: this.#number(price) },
        { text: this.#number(count * price) },
      ];
    });
    rows.push([{ text: this.#word("Subtotal"), colspan: 4 }, { text: this.#number(total) }]);
    rows.push([
      { text: `${this.#word("Total")} EUR`, colspan: 4 },
      { text: this.#number(Math.round(total * 1.2)) },
    ]);
    return this.#table(
      [
        ["Pos", 35, "left"],
        ["Description", 210, "left"],
        ["Quantity", 55, "right"],
        ["Unit price", 80, "right"],
        ["Total", 80, "right"],
      ],
      rows,
    );
  }

  #table(columns: [string, number, Column["align"]][], rows: Cell[][]): Table {
    return {
      columns: columns.map(([, width, align]) => ({ width, align })),
      header: [columns.map(([name]) => ({ text: this.#word(name) }))],
      rows,
    };
  }

  #description(): string {
    const first = `${this.#pick(actions)} ${this.#pick(merchants)}`;
    if (!this.#layout.traits.includes("tall")) return first;
    const more = [
      `${this.#pick(places)} ref ${this.#integer(9000) + 1000}`,
      `Invoice ${this.#integer(90_000) + 10_000} of ${this.#date(this.#integer(28))}`,
      "Thank you for your order",
    ];
    return [first, ...more.slice(0, this.#integer(4))].join("\n");
  }

  #good(): string {
    const first = this.#pick(goods);
    const tall = this.#layout.traits.includes("tall");
    return [
      first,
      ...(tall ? details.slice(this.#integer(6)).slice(0, this.#integer(3)) : []),
    ].join("\n");
  }

  #word(name: string): string {
    return this.#words.columns[name] ?? name;
  }

  #date(day: number): string {
    const date = new Date(Date.UTC(2026, 0, 3 + day));
    const two = (value: number) => String(value).padStart(2, "0");
    const [year, month, dayOfMonth] = [
      date.getUTCFullYear(),
      two(date.getUTCMonth() + 1),
      two(date.getUTCDate()),
    ];
    if (this.#layout.language === "fr") return `${dayOfMonth}/${month}/${year}`;
    return this.#layout.language === "en"
      ? `${dayOfMonth}.${month}.`
      : `${dayOfMonth}.${month}.${String(year).slice(2)}`;
  }

  #number(cents: number): string {
    const whole = String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, this.#words.group);
    return `${whole}${this.#words.point}${String(cents % 100).padStart(2, "0")}`;
  }

  #signed(cents: number): string {
    return `${cents < 0 ? "-" : ""}${this.#number(Math.abs(cents))}`;
  }

  #balance(cents: number): string {
    if (this.#layout.kind !== "sided") return this.#signed(cents);
    return `${this.#number(Math.abs(cents))} ${cents < 0 ? "S" : "H"}`;
  }

  #integer(below: number): number {
    return Math.floor(this.#random() * below);
  }

  #pick(list: readonly string[]): string {
    return list[this.#integer(list.length)] as string;
  }
}

/** Returns a source of numbers below 1 (mulberry32). */
function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
