import { escapeXml } from "hub/drawing";
import type { Decimal } from "../money/decimal.ts";

/** A piece of XML, whose texts were escaped when it was made. */
export class Xml {
  constructor(readonly text: string) {}
}

type Child = Xml | string | undefined | readonly Child[];

/**
 * An element; undefined where it has nothing in it, as an empty one breaks the rules of both syntaxes.
 * Attributes stand in a pair with the name: `["cbc:Amount", { currencyID: "EUR" }]`.
 */
export function element(
  named: string | readonly [name: string, attributes: Readonly<Record<string, string>>],
  ...children: readonly Child[]
): Xml | undefined {
  const [name, attributes] = typeof named === "string" ? [named, {}] : named;
  const inner = children
    .flat(Number.POSITIVE_INFINITY as 1)
    .map(writeChild)
    .join("");
  if (inner === "") return undefined;
  const said = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return new Xml(`<${name}${said.join("")}>${inner}</${name}>`);
}

/** A document with its one element. */
export function xmlDocument(root: Xml | undefined): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.text ?? ""}`;
}

function writeChild(child: Child): string {
  if (child instanceof Xml) return child.text;
  return typeof child === "string" ? escapeXml(child) : "";
}

/** An amount with two decimals, or with those that it has beyond. */
export function moneyText(value: Decimal): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

/** The same, where nothing is written for nothing. */
export function moneyTextIfAny(value: Decimal): string | undefined {
  return value.isZero() ? undefined : moneyText(value);
}
