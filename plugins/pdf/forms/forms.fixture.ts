import { stream, writePdf } from "../sample.ts";

/** A field, and its expected text after it is drawn. */
interface FieldCase {
  /** Entries of the field, which are also its widget's. */
  entries: string;
  /** The expected text, or "" for none. */
  says: string;
}

/** Fields without appearances, by description. */
export const fieldCases: Readonly<Record<string, FieldCase>> = {
  "a text": { entries: "/FT/Tx/V(Anna)", says: "Anna" },
  "a text of automatic size": {
    entries: "/FT/Tx/V(Automatic)/DA(/Helv 0 Tf 0 g)",
    says: "Automatic",
  },
  "a text without an appearance string": { entries: "/FT/Tx/V(Bare)/DA()", says: "Bare" },
  "a text at the right": { entries: "/FT/Tx/V(Right)/Q 2", says: "Right" },
  "a text in the middle": { entries: "/FT/Tx/V(Middle)/Q 1", says: "Middle" },
  "a text in red": { entries: "/FT/Tx/V(Red)/DA(/Helv 10 Tf 1 0 0 rg)", says: "Red" },
  "a text in UTF-16": { entries: "/FT/Tx/V<FEFF0141006F0064017A>", says: "Łodź" },
  "a text in UTF-8": { entries: "/FT/Tx/V<EFBBBFC3A9E280A6>", says: "é…" },
  "a text in Japanese": { entries: "/FT/Tx/V<FEFF65E5672C>", says: "日本" },
  "a text that may not be changed": { entries: "/FT/Tx/V(Fixed)/Ff 1", says: "Fixed" },
  "a text of several lines": {
    entries: "/FT/Tx/V(One\\nTwo)/Ff 4096/DA(/Helv 6 Tf 0 g)",
    says: "One\nTwo",
  },
  "a text of lines that break": {
    entries: "/FT/Tx/V(alpha beta gamma delta epsilon zeta)/Ff 4096/DA(/Helv 0 Tf 0 g)",
    says: "alpha beta gamma delta epsilon zeta",
  },
  "a comb": { entries: "/FT/Tx/V(AB12)/Ff 16777216/MaxLen 8", says: "AB12" },
  "a password": { entries: "/FT/Tx/V(abc)/Ff 8192", says: "***" },
  "a turned text": { entries: "/FT/Tx/V(Turned)/MK<</R 180/BG[1 1 0]/BC[0 0 1]>>", says: "Turned" },
  "a text in a stream": { entries: "/FT/Tx/V 5 0 R", says: "Streamed" },
  "a closed list": {
    entries: "/FT/Ch/Ff 131072/V(de)/Opt[[(en)(English)][(de)(German)]]",
    says: "German",
  },
  "a closed list with an answer of one's own": {
    entries: "/FT/Ch/Ff 393216/V(Latin)/Opt[(English)(German)]",
    says: "Latin",
  },
  "an open list": {
    entries: "/FT/Ch/V(Two)/Opt[(One)(Two)(Three)]/DA(/Helv 6 Tf 0 g)",
    says: "One\nTwo\nThree",
  },
  "an open list that was scrolled": {
    entries: "/FT/Ch/TI 1/I[1]/Opt[(One)(Two)(Three)]/DA(/Helv 6 Tf 0 g)",
    says: "Two\nThree",
  },
  "a ticked box": { entries: "/FT/Btn/V/Yes/AS/Yes", says: "✔" },
  "a ticked box that says it in its field alone": { entries: "/FT/Btn/V/On", says: "✔" },
  "a box that is crossed": { entries: "/FT/Btn/V/On/MK<</CA(8)>>", says: "✘" },
  "a box with a mark that has no look": {
    entries: "/FT/Btn/V/On/MK<</CA(constructor)>>",
    says: "✔",
  },
  "an empty box": { entries: "/FT/Btn/V/Off/AS/Off/MK<</BC[0]>>", says: "" },
  "a chosen radio button": { entries: "/FT/Btn/Ff 32768/V/a/AS/a", says: "●" },
  "a button": { entries: "/FT/Btn/Ff 65536/MK<</CA(Send)/BG[.8]>>", says: "Send" },
  "an empty text": { entries: "/FT/Tx", says: "" },
  "a hidden text": { entries: "/FT/Tx/V(Hidden)/F 2", says: "" },
};

/** Builds a page with these fields below each other, none of which has an appearance. */
export function undrawnForm(fields: readonly string[], form = ""): Uint8Array<ArrayBuffer> {
  const first = 6;
  const refs = fields.map((_, index) => `${first + index} 0 R`).join(" ");
  const height = 40 * fields.length + 40;
  return writePdf([
    `<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[${refs}]/DR<</Font<</Helv 4 0 R>>>>/DA(/Helv 12 Tf 0 g)${form}>>>>`,
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 ${height}]/Annots[${refs}]>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    stream("Streamed"),
    ...fields.map((entries, index) => {
      const top = height - 20 - 40 * index;
      const own = entries.includes("/F ") ? "" : "/F 4";
      return `<</T(field${index})/Type/Annot/Subtype/Widget/Rect[20 ${top - 24} 180 ${top}]/P 3 0 R${own}${entries}>>`;
    }),
  ]);
}
