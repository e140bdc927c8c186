import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { readNumber } from "./tel.ts";
import { buildQuery } from "./uri.ts";
import { webAddress } from "./url.ts";

export const whatsappSchema = t.Object(
  {
    type: kind("whatsapp"),
    number: text(40, "Number of the recipient, with + and the country code"),
    message: t.Optional(text(1600, "Text of the message")),
  },
  { additionalProperties: false, description: "A WhatsApp chat" },
);

/** Returns a `https://wa.me/` link, WhatsApp's "click to chat". */
export function whatsappText(
  { number, message }: Static<typeof whatsappSchema>,
  refuse: Refuse,
): string {
  const digits = readNumber(number);
  if (!digits?.startsWith("+") || digits.length < 8 || digits.length > 16)
    refuse("number", "must be a number with + and the country code, without (0) after it", number);
  return `https://wa.me/${digits.slice(1)}${buildQuery({ text: message })}`;
}

/** Parses a `https://wa.me/` link with a number. */
export function parseWhatsapp(text: string): Parsed | undefined {
  const url = webAddress(text);
  const [, digits] = (url?.hostname === "wa.me" && /^\/(\d{7,15})$/.exec(url.pathname)) || [];
  if (!url || digits === undefined) return undefined;
  const message = url.searchParams.get("text") || undefined;
  return present({ type: "whatsapp", number: `+${digits}`, message });
}
