import { file, t } from "hub";

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
