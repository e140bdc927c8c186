import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { decodePercent } from "./uri.ts";

/** Visual separators between digits: those of RFC 3966, spaces and slashes. */
const separators = " -.()/";

/** Error for an invalid telephone number. */
export const phoneFault =
  "must be a telephone number such as +49 30 123456, without (0) after the country code";

export const telSchema = t.Object(
  {
    type: kind("tel"),
    number: text(40, "The number, preferably with + and the country code"),
    extension: t.Optional(text(20, "Extension to dial once the call is answered")),
    context: t.Optional(
      text(253, "For a number without +: the prefix or domain in which it is valid"),
    ),
  },
  { additionalProperties: false, description: "A number to call" },
);

/** Returns a `tel:` URI (RFC 3966) without visual separators, which some diallers don't support. */
export function telText({ number, extension, context }: Static<typeof telSchema>, refuse: Refuse) {
  const digits = readNumber(number);
  if (!digits) refuse("number", phoneFault, number);
  if (extension !== undefined && !/^\d+$/.test(extension))
    refuse("extension", "must be digits", extension);
  if (context !== undefined) {
    if (digits.startsWith("+"))
      refuse("context", "must be omitted if the number starts with +", context);
    if (!/^(\+\d[\d.()-]*|[a-z0-9.-]*[a-z][a-z0-9-]*)$/i.test(context))
      refuse("context", "must be a prefix such as +49, or a domain", context);
  }
  const ext = extension === undefined ? "" : `;ext=${extension}`;
  return `tel:${digits}${ext}${context === undefined ? "" : `;phone-context=${context}`}`;
}

/** Parses a `tel:` URI. The number keeps its separators. */
export function parseTel(text: string): Parsed | undefined {
  if (text.slice(0, 4).toLowerCase() !== "tel:") return undefined;
  const [number = "", ...parameters] = text.slice(4).split(";");
  const parameter = (name: string) =>
    parameters.find((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  return present({
    type: "tel",
    number: decodePercent(number),
    extension: parameter("ext"),
    context: parameter("phone-context"),
  });
}

/**
 * Returns a number without separators: digits, optionally after `+`. Returns undefined if it is invalid, and for "+49
 * (0)30": the zero is only dialled within the country, so no interpretation is safe.
 */
export function readNumber(number: string): string | undefined {
  let digits = "";
  for (const char of number.trim())
    if ((char === "+" && digits === "") || (char >= "0" && char <= "9")) digits += char;
    else if (!separators.includes(char)) return undefined;
  const international = digits.startsWith("+");
  if (international && number.includes("(0)")) return undefined;
  // ITU-T E.164 limits international numbers to 15 digits.
  const { length } = international ? digits.slice(1) : digits;
  return length >= (international ? 3 : 1) && length <= (international ? 15 : 20)
    ? digits
    : undefined;
}
