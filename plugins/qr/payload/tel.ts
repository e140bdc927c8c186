import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { readNumber, phoneFault } from "./phone.ts";
import { decodePercent } from "./uri.ts";

export const telSchema = t.Object(
  {
    type: kind("tel"),
    number: text(40, "The number, best with + and the country code"),
    extension: t.Optional(text(20, "Digits to dial once the call is answered")),
    context: t.Optional(
      text(253, "For a number without +: the prefix or the domain within which it is valid"),
    ),
  },
  { additionalProperties: false, description: "A number to call" },
);

/** Writes a `tel:` URI (RFC 3966) without visual separators, which some diallers stumble over. */
export function telText({ number, extension, context }: Static<typeof telSchema>, refuse: Refuse) {
  const digits = readNumber(number);
  if (!digits) refuse("number", phoneFault, number);
  if (extension !== undefined && !/^\d+$/.test(extension))
    refuse("extension", "must be digits", extension);
  if (context !== undefined) {
    if (digits.startsWith("+"))
      refuse("context", "must be left out where the number begins with +", context);
    if (!/^(\+\d[\d.()-]*|[a-z0-9.-]*[a-z][a-z0-9-]*)$/i.test(context))
      refuse("context", "must be a prefix such as +49, or a domain", context);
  }
  const ext = extension === undefined ? "" : `;ext=${extension}`;
  return `tel:${digits}${ext}${context === undefined ? "" : `;phone-context=${context}`}`;
}

/** Reads a `tel:` URI; the number keeps the separators it has. */
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
