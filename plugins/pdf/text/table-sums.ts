import type { sumRules } from "./formats.ts";

/** A relation that is true in most rows of a table, and the rows in which it isn't. */
export interface Sums {
  rule: (typeof sumRules)[number];
  /** The columns of the rule, in its order. */
  columns: number[];
  rows_checked: number;
  wrong: { row: number; found: string; expected: string }[];
}

type Rule = Pick<Sums, "rule" | "columns"> & { isReversed?: boolean };

/** A row with amounts in hundredths. */
interface AmountRow {
  row: number;
  amounts: readonly (number | undefined)[];
}

/** The minimum number and share of rows in which a rule is true. */
const [rightMin, rightShare] = [3, 0.75];
/** The number of rows that decide which rule a table follows, and of columns that are tried. */
const [sampleRows, columnsMax] = [200, 12];

/** Finds the columns of a table that add up, and the rows in which they don't. */
export function checkSums(rows: readonly string[][]): Sums | null {
  const all = rows.map((row, index) => ({ row: index, amounts: row.map(parseAmount) }));
  const sample = all.slice(0, sampleRows);
  const columns = Array.from(rows[0] ?? [], (_, column) => column).filter(
    (column) => sample.filter(({ amounts }) => amounts[column] !== undefined).length > 0,
  );
  let best: { rule: Rule; right: number } | undefined;
  for (const rule of listRules(columns.slice(0, columnsMax))) {
    const { checked, wrong } = checkRule(rule, sample);
    const right = checked - wrong.length;
    if (right >= rightMin && right >= rightShare * checked && right > (best?.right ?? 0))
      best = { rule, right };
  }
  if (!best) return null;
  const { isReversed: _, ...rule } = best.rule;
  const { checked, wrong } = checkRule(best.rule, all);
  const describe = ({ row, expected }: Wrong) => ({
    row,
    found: rows[row]?.[rule.columns[0] ?? 0] ?? "",
    expected: (expected / 100).toFixed(2),
  });
  return {
    ...rule,
    rows_checked: checked,
    wrong: wrong.toSorted((one, other) => one.row - other.row).map(describe),
  };
}

/** Lists the rules that columns may follow. Statements run from old to new, or from new to old. */
function listRules(columns: readonly number[]): Rule[] {
  return columns.flatMap((first) => {
    const rest = columns.filter((one) => one !== first);
    const pairs = rest.flatMap((one) =>
      rest.flatMap((other) => (one === other ? [] : [[first, one, other]])),
    );
    const balances: Rule[] = [
      ...rest.map((amount) => ({
        rule: "balance = previous + amount" as const,
        columns: [first, amount],
      })),
      ...pairs.map((columns) => ({
        rule: "balance = previous + credit - debit" as const,
        columns,
      })),
    ];
    return [
      ...balances,
      ...balances.map((rule) => ({ ...rule, isReversed: true })),
      ...pairs.flatMap((columns) => ({ rule: "total = quantity * price" as const, columns })),
    ];
  });
}

interface Wrong {
  row: number;
  /** In hundredths. */
  expected: number;
}

function checkRule({ rule, columns, isReversed }: Rule, rows: readonly AmountRow[]) {
  return rule === "total = quantity * price"
    ? checkProducts(rows, columns)
    : checkBalances(isReversed ? rows.toReversed() : rows, columns);
}

/** Checks that each balance follows from the one before it. Only the first of a series is wrong. */
function checkBalances(
  rows: readonly AmountRow[],
  [balance = 0, credit = 0, debit]: readonly number[],
) {
  const wrong: Wrong[] = [];
  let checked = 0;
  /** The balances that the next one may follow: the printed one, and that which was expected. */
  let before: number[] = [];
  for (const { row, amounts } of rows) {
    const [plus, minus] = [amounts[credit], debit === undefined ? undefined : amounts[debit]];
    const expected = before.map((one) => one + (plus ?? 0) - Math.abs(minus ?? 0));
    const now = amounts[balance];
    const isChecked = now !== undefined && (plus ?? minus) !== undefined;
    const [first] = expected;
    if (isChecked && first !== undefined) {
      checked++;
      if (expected.includes(now)) before = [now];
      else {
        wrong.push({ row, expected: first });
        before = [now, first];
      }
      // A row without balance adds to the next one.
    } else before = now === undefined ? expected : [now];
  }
  return { checked, wrong };
}

function checkProducts(
  rows: readonly AmountRow[],
  [total = 0, quantity = 0, price = 0]: readonly number[],
) {
  const wrong: Wrong[] = [];
  let checked = 0;
  for (const { row, amounts } of rows) {
    const [found, count, each] = [amounts[total], amounts[quantity], amounts[price]];
    if (found === undefined || count === undefined || each === undefined) continue;
    checked++;
    const expected = Math.round((count * each) / 100);
    if (found !== expected) wrong.push({ row, expected });
  }
  return { checked, wrong };
}

/** The signs and marks of amounts, by whether they make it negative. */
const signs = new Map([
  ...["", "+", "H", "C", "CR"].map((sign) => [sign, 1] as const),
  ...["-", "−", "–", "()", "S", "D", "DR"].map((sign) => [sign, -1] as const),
]);
const textMax = 20;

/** Parses an amount, such as `1,234.50`, `1.234,50 S`, `(12.00)` or `12.00-`, into hundredths. */
export function parseAmount(text: string): number | undefined {
  const trimmed = text.trim();
  if (trimmed.length > textMax || !/\d/.test(trimmed)) return undefined;
  const sign = trimmed.replaceAll(/[\d., '’\u00A0\u202F]/g, "");
  const factor = signs.get(sign);
  const isOutside = trimmed.startsWith(sign) || trimmed.endsWith(sign) || sign === "()";
  if (factor === undefined || !isOutside) return undefined;
  const digits = trimmed.replaceAll(/[^\d., '’\u00A0\u202F]/g, "").trim();
  const groups = digits.split(/\D/);
  const separators = digits.replaceAll(/[^.,]/g, "");
  const last = groups.at(-1) ?? "";
  const hasDecimals = separators !== "" && last !== "" && last.length < 3;
  const whole = hasDecimals ? groups.slice(0, -1) : groups;
  if (whole.slice(1).some((group) => group.length !== 3)) return undefined;
  const value = Number(whole.join("")) * 100 + (hasDecimals ? Number(last.padEnd(2, "0")) : 0);
  return Number.isSafeInteger(value) ? factor * value : undefined;
}
