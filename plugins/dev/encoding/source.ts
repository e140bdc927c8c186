import { file, t } from "hub";
import { reading } from "../json/reading.ts";
import dev from "../plugin.ts";
import { base64, hex as hexadecimal } from "./alphabets.ts";
import { utf8 } from "./bytes.ts";
import { decodeDigits } from "./digits.ts";

/** The fields of a body that gives bytes in one of four ways, of which a caller picks one. */
export function sourceFields({ textMax, fileMax }: { textMax: number; fileMax: number }) {
  const text = (description: string) => t.Optional(t.String({ maxLength: textMax, description }));
  return {
    text: text("The input as a text: its UTF-8"),
    hex: text("The input in hexadecimal digits"),
    data_base64: text("The input in base64, with padding"),
    file: t.Optional(
      file({ maxBytes: fileMax, description: "The input as a file: a part of a form" }),
    ),
  };
}

/** What to say of the fields of `sourceFields`. */
export const sourceNote = "Takes one of `text`, `hex`, `data_base64` and `file`.";

/** The same where the body may also be the bytes themselves. */
export const rawNote = `${sourceNote} The input may also be the whole body, as \`text/plain\` or \`application/octet-stream\`, with the other fields in the query.`;

/** The media types that are taken as they are: also a text, so that no byte of it is read over. */
export const rawTypes = { "text/plain": "file", "application/octet-stream": "file" } as const;

interface Source {
  text?: string | undefined;
  hex?: string | undefined;
  data_base64?: string | undefined;
  file?: File | undefined;
}

/** The bytes a body gives, whichever way it does. */
export async function sourceBytes({ text, hex, data_base64, file }: Source) {
  const given = [text, hex, data_base64, file].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw dev.error(
      "invalid_input",
      `body must have one of text, hex, data_base64 and file: it has ${given.length}`,
      { at: "body" },
    );
  if (file) return file.bytes();
  if (text !== undefined) return reading(text, "body.text", () => utf8(text));
  const [at, data, digits] =
    hex !== undefined
      ? ["body.hex", hex, hexadecimal]
      : ["body.data_base64", data_base64 ?? "", base64];
  return reading(data, at, () => decodeDigits(data, digits, { strict: true }));
}
