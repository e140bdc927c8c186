/** What may stand between the digits of a number for the eye: RFC 3966's, blanks and slashes. */
const separators = " -.()/";

/**
 * A number without its separators: `+` and digits, or digits alone. Undefined where it is none,
 * and for "+49 (0)30": its zero is dialled inside the country alone, so no reading is safe.
 */
export function readNumber(number: string): string | undefined {
  let digits = "";
  for (const char of number.trim())
    if ((char === "+" && digits === "") || (char >= "0" && char <= "9")) digits += char;
    else if (!separators.includes(char)) return undefined;
  const international = digits.startsWith("+");
  if (international && number.includes("(0)")) return undefined;
  // ITU-T E.164 gives an international number 15 digits at most.
  const { length } = international ? digits.slice(1) : digits;
  return length >= (international ? 3 : 1) && length <= (international ? 15 : 20)
    ? digits
    : undefined;
}

/** What a refused number should have been. */
export const phoneFault =
  "must be a telephone number such as +49 30 123456, without (0) after the country code";
