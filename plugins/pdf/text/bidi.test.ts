import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { sampleBase64 } from "../sample.ts";
import { orderCharacters } from "./bidi.ts";
import type { Character } from "./text-page.ts";

const hub = await testHub(`${import.meta.dir}/..`);

/** Places the letters of a line as displayed, from left to right. */
function display(...pieces: string[]): Character[] {
  return Array.from(pieces.join(""), (text, index) => ({
    ...{ index, text, left: 6 * index, right: 6 * index + 5, bottom: 0, top: 7 },
    ...{ originX: 6 * index, originY: 0, size: 10, font: "F", angle: 0 },
    ...{ isGenerated: false, isLineHyphen: false },
  }));
}

function reverse(text: string): string {
  return [...text].reverse().join("");
}

const read = (line: readonly Character[]) =>
  orderCharacters(line)
    .map(({ text }) => text)
    .join("");

describe("orders a displayed line", () => {
  test.each<[string, Character[], string]>([
    ["from right to left", display(reverse("שלום לכולם.")), "שלום לכולם."],
    ["with a number", display("1234", reverse("מספר ")), "מספר 1234"],
    ["with a full stop behind a number", display(".1234", reverse("מספר ")), "מספר 1234."],
    ["with a date", display("01.02.2026", reverse("מיום ")), "מיום 01.02.2026"],
    ["with two numbers", display("20 10", reverse("בין ")), "בין 10 20"],
    ["with a percentage", display("15%", reverse("הנחה ")), "הנחה 15%"],
    ["with an amount", display("$US 99.50", reverse("בסך ")), "בסך $US 99.50"],
    [
      "with Latin words",
      display(reverse(" בברלין"), "Acme GmbH", reverse("חברת ")),
      "חברת Acme GmbH בברלין",
    ],
    ["with a Latin code", display("INV-77", reverse("חשבונית ")), "חשבונית INV-77"],
    ["with brackets as meant", display("(", reverse("סוגריים"), ")"), "(סוגריים)"],
    ["with mirrored brackets", display(")", reverse("סוגריים"), "("), "(סוגריים)"],
    [
      "with a name in brackets before a number",
      display("12 (Acme)", reverse("שלום לכולם ")),
      "שלום לכולם (Acme) 12",
    ],
    [
      "with a Latin name that ends with brackets",
      display("Acme (Ltd)", reverse("לכבוד חברת ")),
      "לכבוד חברת Acme (Ltd)",
    ],
    ["with a bracket alone", display(reverse("א) ראשון")), "א) ראשון"],
    [
      "from left to right with a word from right to left",
      display("The word ", reverse("שלום"), " means peace"),
      "The word שלום means peace",
    ],
    [
      "from left to right with two words and a number between",
      display("for ", reverse("דוד"), " 12 ", reverse("כהן"), " (Tel Aviv)"),
      "for כהן 12 דוד (Tel Aviv)",
    ],
    ["without letters from right to left", display("INV-77 (a)"), "INV-77 (a)"],
  ])("%s", (_, line, expected) => {
    expect(read(line)).toBe(expected);
  });
});

test("joins a line that is broken at a letter of another font", () => {
  const [word, sign] = [display(reverse("שלום")), display("(")];
  const broken = [
    ...word,
    ...["\r", "\n"].map((text) => ({ ...display(text)[0]!, isGenerated: true })),
    ...sign.map((one) => ({ ...one, left: 26, right: 30 })),
  ];
  expect(read(broken)).toBe("(שלום");
});

async function stampAndRead(text: string, format: string): Promise<string> {
  const stamp = { text, rotation: 0, opacity: 1, font_size: 9, pages: "1", position: "center" };
  const stamped = await hub.post("/api/pdf/watermark", { file_base64: sampleBase64, ...stamp });
  const body = { file_base64: (await stamped.bytes()).toBase64(), pages: "1", format };
  const { pages } = await json(await hub.post("/api/pdf/extract-text", body));
  return pages[0].text;
}

const lines = [
  "שלום לכולם",
  "החשבונית INV-77 מיום 01.02.2026 בסך 99.90 שקל.",
  "הנחה של 15% על 3 פריטים",
  "פגישה עם Anna Schmidt בשעה 10:30",
  "The word שלום means peace",
  "فاتورة رقم 123 بتاريخ 01/02/2026",
  "شركة Acme GmbH في برلين",
  "لا إله إلا الله",
];

describe("reads back as written", () => {
  test.each(sampleCases(lines, 4))("%s", async (line) => {
    expect(await stampAndRead(line, "text")).toContain(line);
  });

  test.each(sampleCases(["layout", "markdown", "words", "json"], 2))(
    "a line from right to left with the format %s",
    async (format) => {
      const line = "החשבונית INV77 מיום 01.02.2026 בסך 99 שקל";
      const text = (await stampAndRead(line, format)).replace(/\\|\n/g, "").replace(/ +/g, " ");
      expect(text).toContain(line);
    },
  );
});
