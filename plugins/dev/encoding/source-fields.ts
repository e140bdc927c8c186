import { file, t } from "hub";

interface SourceLimits {
  textMax: number;
  fileMax: number;
}

const fileDescription = "The input as a file upload in a form";

/** Returns body fields for binary input in four alternative encodings. A caller uses one of them. */
export function sourceFields({ textMax, fileMax }: SourceLimits) {
  return {
    ...encodedFields(textMax),
    file: t.Optional(file({ maxBytes: fileMax, description: fileDescription })),
  };
}

/** Returns the same fields for a handler that reads the input as a stream. */
export function streamedFields({ textMax, fileMax }: SourceLimits) {
  return {
    ...encodedFields(textMax),
    file: t.Optional(file({ maxBytes: fileMax, streamed: true, description: fileDescription })),
  };
}

/** Files of more bytes are read as a stream, in a job process. */
const streamBytesMin = 262_144;

/** Returns whether a file is too large for the hub's own process. */
export function isLarge(file: { size: number } | undefined): boolean {
  return file !== undefined && file.size > streamBytesMin;
}

function encodedFields(textMax: number) {
  const text = (description: string) => t.Optional(t.String({ maxLength: textMax, description }));
  return {
    text: text("The input as text, encoded as UTF-8"),
    hex: text("The input as hexadecimal digits"),
    data_base64: text("The input as base64 with padding"),
  };
}

/** Returns body fields for encoded text, of which a caller sends one. */
export function encodedTextFields({ textMax, fileMax }: SourceLimits) {
  return {
    data: t.Optional(t.String({ maxLength: textMax, description: "The encoded text" })),
    file: t.Optional(
      file({
        maxBytes: fileMax,
        streamed: true,
        description: "The encoded text as a file upload in a form",
      }),
    ),
  };
}

/** Description of the fields in `sourceFields`. */
export const sourceNote = "Requires one of `text`, `hex`, `data_base64` and `file`.";

/** Description for endpoints that also accept the raw bytes as the body. */
export const rawNote = `${sourceNote} The input may also be the raw body, as \`text/plain\` or \`application/octet-stream\`, with the other fields in the query.`;

/** Media types accepted as raw bytes. Text is one of them, so that no byte is changed. */
export const rawTypes = { "text/plain": "file", "application/octet-stream": "file" } as const;

/** Builds the file of an example. */
export function buildTextFile(text: string): File {
  return new File([text], "note.txt", { type: "text/plain" });
}
