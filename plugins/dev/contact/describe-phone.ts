import { isSupportedCountry, parsePhoneNumberWithError } from "libphonenumber-js/max";
import dev from "../plugin.ts";

/** Describes a phone number. A number without a country code needs a country. */
export function describePhone({ value, country }: { value: string; country?: string | undefined }) {
  const region = country?.toUpperCase();
  if (region !== undefined && !isSupportedCountry(region))
    throw dev.error("invalid_input", `query.country is unknown: "${country}"`, {
      at: "query.country",
    });
  let number: ReturnType<typeof parsePhoneNumberWithError>;
  try {
    number = parsePhoneNumberWithError(value, region);
  } catch (cause) {
    const isOpen = region === undefined && (cause as Error).message === "INVALID_COUNTRY";
    const hint = isOpen ? ": a number without + needs a country" : "";
    throw dev.error("syntax_error", `query.value is not a phone number${hint}: "${value}"`, {
      at: "query.value",
      cause,
    });
  }
  return {
    is_valid: number.isValid(),
    country: number.country ?? null,
    calling_code: String(number.countryCallingCode),
    type: number.getType()?.toLowerCase() ?? null,
    e164: String(number.number),
    international: number.formatInternational(),
    national: number.formatNational(),
    uri: number.getURI(),
  };
}
