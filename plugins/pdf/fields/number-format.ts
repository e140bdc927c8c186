/** How a field displays its number: the arguments of `AFNumber_Format` or `AFPercent_Format`. */
export interface NumberFormat {
  decimals: number;
  /** 0 for 1,234.56; 1 for 1234.56; 2 for 1.234,56; 3 for 1234,56; 4 for 1'234.56. */
  separators: number;
  /** Whether negative numbers are in parentheses instead of after a minus sign. */
  hasParentheses: boolean;
  /** The currency with its spaces, or the percent sign. */
  unit: string;
  isUnitFirst: boolean;
  isPercent: boolean;
}

const scriptMax = 10_000;
const decimalsMax = 20;

/** Returns the number format in a field's script, such as `AFNumber_Format(2, 0, 0, 0, "", true);`. */
export function findNumberFormat(script: string): NumberFormat | undefined {
  const text = script.slice(0, scriptMax);
  const [, kind, given = ""] =
    /AF(Number|Percent)_(?:Format|Keystroke) ?\(([^()]{1,100})\)/.exec(text) ?? [];
  if (!kind) return undefined;
  const isPercent = kind === "Percent";
  const [decimals = 0, separators = 0, negatives = 0] = given.split(",").map(Number);
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > decimalsMax) return undefined;
  const quoted = /(["'])(.{0,40}?)\1/.exec(given)?.[2] ?? "";
  return {
    decimals,
    separators,
    hasParentheses: !isPercent && (negatives === 2 || negatives === 3),
    unit: isPercent ? "%" : decodeEscapes(quoted),
    isUnitFirst: !isPercent && given.trimEnd().endsWith("true"),
    isPercent,
  };
}

function decodeEscapes(text: string): string {
  return text.replace(/\\u([0-9A-Fa-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const signs: Readonly<Record<number, readonly [group: string, decimal: string]>> = {
  0: [",", "."],
  1: ["", "."],
  2: [".", ","],
  3: ["", ","],
  4: ["'", "."],
};

/** Returns whether a text is a decimal number such as `-1234.5`. */
export function isDecimal(text: string): text is `${number}` {
  return /^-?\d{1,40}(?:\.\d{1,40})?$/.test(text);
}

/** Returns a number as a viewer displays it, or the text itself if it isn't a number. */
export function formatNumber(text: string, format: NumberFormat): string {
  if (!isDecimal(text)) return text;
  const { decimals, separators, hasParentheses, unit, isUnitFirst, isPercent } = format;
  // Given as a text, the number is rounded without floating point.
  const digits = new Intl.NumberFormat("en", {
    style: isPercent ? "percent" : "decimal",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(text);
  const isNegative = digits.startsWith("-") && /[1-9]/.test(digits);
  const [group, decimal] = signs[separators] ?? [",", "."];
  const plain = digits
    .replace(/[-%]/g, "")
    .replace(/[.,]/g, (sign) => (sign === "," ? group : decimal));
  const full = isUnitFirst ? unit + plain : plain + unit;
  if (!isNegative) return full;
  return hasParentheses ? `(${full})` : `-${full}`;
}
