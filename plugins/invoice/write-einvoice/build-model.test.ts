import { expect, test } from "bun:test";
import { Decimal } from "../money/decimal.ts";
import { formatAmount } from "./build-model.ts";

test("formats an amount with two decimals, or with more if necessary", () => {
  const texts = ["5", "5.1", "-5.125", "0"].map((value) => formatAmount(new Decimal(value)));
  expect(texts).toEqual(["5.00", "5.10", "-5.125", "0.00"]);
});
