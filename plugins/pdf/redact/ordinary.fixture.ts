import { at, byRow, column, writePages } from "./layouts.fixture.ts";

/** An ordinary document without the whole term, and the terms to look for. */
export interface OrdinaryDocument {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Terms whose words occur in these documents, but not next to each other. */
export const ordinaryTerms = [
  "Anna Schmidt",
  "Maria Lopez",
  "data protection",
  "New York",
  "net total",
  "Johnny",
  "another",
  "Rosenberger",
  "+49 30 901820",
];

const sentences = [
  "The new office opened in May and Anna moved in with the data team.",
  "Mr Schmidt wrote that the protection of the roof is not yet paid.",
  "All data of the year are kept in York, as the board decided.",
  "Maria called on Monday; Dr Lopez answered on the next morning.",
  "The net price includes the delivery, but the total does not.",
  "An order of the other kind takes a week longer than usual.",
  "John and his sister live near the rose garden on the hill.",
  "Please call 49 30 or write to the desk at the front door.",
  "A new roof costs more than the total of all other repairs.",
  "The report of Anna lists what the net of sensors has measured.",
];

/** Breaks sentences into lines of a number of letters, starting with one of them. */
function wrap(first: number, count: number, width: number): string[] {
  const words = Array.from(
    { length: count },
    (_, at) => sentences[(first + at) % sentences.length] ?? "",
  )
    .join(" ")
    .split(" ");
  const lines = [""];
  for (const word of words) {
    const line = lines.at(-1) ?? "";
    if (line.length + word.length >= width) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines;
}

const people = [
  ["Anna", "Meyer", "Berlin"],
  ["Bob", "Schmidt", "York"],
  ["Maria", "Weber", "Bonn"],
  ["John", "Lopez", "New Town"],
  ["Rosa", "Berger", "Ulm"],
];

const kinds: Readonly<Record<string, (seed: number) => string[]>> = {
  letter: (seed) => [
    [
      ...column(["Anna Meyer", "12 Hill Road", "York"], { x: 40, y: 380 }),
      at(280, 330, "3 May 2026"),
      ...column(wrap(seed, 8, 62), { x: 40, y: 290 }),
      ...column(["Yours", "Maria Weber"], { x: 40, y: 120 }),
    ].join("\n"),
  ],
  "two columns": (seed) => [
    [
      at(40, 380, "News of the office", { size: 16 }),
      ...column(wrap(seed, 9, 32), { x: 40, y: 350 }),
      ...column(wrap(seed + 5, 9, 32), { x: 215, y: 350 }),
    ].join("\n"),
  ],
  "three columns by row": (seed) => [
    byRow(
      column(wrap(seed, 7, 22), { x: 20, y: 380 }),
      column(wrap(seed + 3, 7, 22), { x: 145, y: 380 }),
      column(wrap(seed + 6, 7, 22), { x: 270, y: 380 }),
    ),
  ],
  "a directory": (seed) => [
    [
      at(40, 380, "Members"),
      ...people.flatMap(([first = "", last = "", city = ""], row) => {
        const y = 350 - (14 + 3 * (seed % 5)) * row;
        return [at(40, y, first), at(120, y, last), at(220, y, city)];
      }),
    ].join("\n"),
  ],
  "an invoice": (seed) => [
    [
      at(40, 380, `Invoice ${100 + seed}`, { size: 16 }),
      ...column(["Anna Meyer", "Schmidt Street 4", "York"], { x: 40, y: 350 }),
      ...column(["Date", "Number", "Customer"], { x: 220, y: 350 }),
      ...column(["3 May 2026", `${seed}`, "Weber"], { x: 300, y: 350 }),
      ...["Roof", "Data cable", "New door", "Protection film"].flatMap((item, row) => [
        at(40, 280 - 16 * row, item),
        at(220, 280 - 16 * row, `${row + 1}`),
        at(300, 280 - 16 * row, `${10 * seed + row}.00`),
      ]),
      ...column(["Net", "Tax", "Total"], { x: 220, y: 200, leading: 16 }),
      ...column(["90.00", "9.00", "99.00"], { x: 300, y: 200, leading: 16 }),
    ].join("\n"),
  ],
  "a form": (seed) => [
    [
      ...column(["First name: Anna", "Last name: Meyer", "City: York"], {
        x: 40,
        y: 360,
        leading: 18,
      }),
      ...column(["Witness: Bob Schmidt", "Phone: 49 30 1234", "Data: none"], {
        x: 40,
        y: 280,
        leading: 18,
      }),
      ...column(wrap(seed, 4, 60), { x: 40, y: 200 }),
    ].join("\n"),
  ],
  "several pages": (seed) =>
    [0, 1, 2].map((page) =>
      [
        at(40, 385, "Report of the office"),
        ...column(wrap(seed + 3 * page, 14, 62), { x: 40, y: 350 }),
        at(180, 15, `Page ${page + 1} of 3`),
      ].join("\n"),
    ),
  "a list": (seed) => [
    wrap(seed, 9, 48)
      .flatMap((line, row) => [at(40, 370 - 16 * row, `${row + 1}.`), at(62, 370 - 16 * row, line)])
      .join("\n"),
  ],
};

/** Forty ordinary documents: five of each kind. */
export const ordinaryDocuments: readonly OrdinaryDocument[] = Object.entries(kinds).flatMap(
  ([name, build]) =>
    [0, 2, 4, 6, 8].map((seed) => ({ name: `${name} ${seed}`, bytes: writePages(build(seed)) })),
);
