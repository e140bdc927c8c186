import { t } from "hub";

const digits = "#?(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})";

/** The field of a colour, as `ff8800`, `#f80` or, where it says so, one of some words. */
export function colorField<const Word extends string = never>(
  description: string,
  { default: usual, words = [] }: { default: string; words?: readonly Word[] },
) {
  const pattern = `^(?:${[digits, ...words].join("|")})$`;
  const also = words.map((word) => `, or \`${word}\``).join("");
  return t.String({
    pattern,
    maxLength: 16,
    default: usual,
    description: `${description}: hexadecimal digits such as \`ff8800\` or \`f80\`${also}`,
  });
}
