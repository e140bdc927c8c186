import { escapeXml } from "hub/drawing";
import type { Decimal } from "../money/decimal.ts";

/** An XML fragment with escaped texts. */
export class Xml {
  constructor(readonly text: string) {}
}

type Child = Xml | string | undefined | readonly Child[];

/**
 * Creates an element. Returns undefined if it would be empty, because both syntaxes forbid empty elements. Attributes
 * are paired with the name: `["cbc:Amount", { currencyID: "EUR" }]`.
 */
export function element(
  tag: string | readonly [name: string, attributes: Readonly<Record<string, string>>],
  ...children: readonly Child[]
): Xml | undefined {
  const [name, attributes] = typeof tag === "string" ? [tag, {}] : tag;
  const inner = children
    .flat(Number.POSITIVE_INFINITY as 1)
    .map(writeChild)
    .join("");
  if (inner === "") return undefined;
  const attributeTexts = Object.entries(attributes).map(
    ([key, value]) => ` ${key}="${escapeXml(value)}"`,
  );
  return new Xml(`<${name}${attributeTexts.join("")}>${inner}</${name}>`);
}

/** Returns an XML document with the given root element. */
export function xmlDocument(root: Xml | undefined): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${root?.text ?? ""}`;
}

function writeChild(child: Child): string {
  if (child instanceof Xml) return child.text;
  return typeof child === "string" ? escapeXml(child) : "";
}

/** Formats an amount with two decimals, or more if it has more. */
export function moneyText(value: Decimal): string {
  return value.toFixed(Math.max(2, value.decimalPlaces()));
}

/** Formats an amount. Returns undefined for zero. */
export function moneyTextIfAny(value: Decimal): string | undefined {
  return value.isZero() ? undefined : moneyText(value);
}
