import { readOrRefuse } from "../json/fault.ts";
import dev from "../plugin.ts";
import { encodeUtf8 } from "./bytes.ts";
import { base64, decodeDigits, hex as hexadecimal } from "./digits.ts";
import { decodeOrTidy, tidyBase64, tidyHex } from "./tidy.ts";

interface Source {
  text?: string | undefined;
  hex?: string | undefined;
  data_base64?: string | undefined;
  file?: File | undefined;
}

/** Returns the input bytes of a body. */
export async function sourceBytes({ text, hex, data_base64, file }: Source) {
  const given = [text, hex, data_base64, file].filter((source) => source !== undefined);
  if (given.length !== 1)
    throw dev.error(
      "invalid_input",
      `body must have one of text, hex, data_base64 and file: it has ${given.length}`,
      { at: "body" },
    );
  if (file) return file.bytes();
  if (text !== undefined) return readOrRefuse(text, "body.text", () => encodeUtf8(text));
  const [at, data, digits] =
    hex !== undefined
      ? ["body.hex", hex, hexadecimal]
      : ["body.data_base64", data_base64 ?? "", base64];
  return readOrRefuse(data, at, () => {
    const decode = (digitText: string) => decodeDigits(digitText, digits, { strict: true });
    const tidy = digits === hexadecimal ? tidyHex(data) : tidyBase64(data);
    return decodeOrTidy(() => decode(data), { tidy, decode }).bytes;
  });
}
