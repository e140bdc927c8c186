import { expect, test } from "bun:test";
import { parseCurrency } from "./currency.ts";

test.each([
  ["EUR", 2],
  ["JPY", 0],
  ["KWD", 3],
  ["CLF", 4],
])("%s has the decimals of ISO 4217: %i", (code, digits) => {
  expect(parseCurrency(code)).toEqual({ code, digits });
  expect(parseCurrency(code.toLowerCase())).toEqual({ code, digits });
});

test.each(["XYZ", "", "EURO", "DEM"])("rejects %p as a currency", (given) => {
  const message = `body.currency must be an ISO 4217 currency code, such as EUR: it is "${given}"`;
  const errors = [{ location: "body.currency", message }];
  expect(() => parseCurrency(given)).toThrow(
    expect.objectContaining({ code: "invalid_input", errors }),
  );
});
