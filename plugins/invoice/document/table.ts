import type { TotalLine } from "../money/totals.ts";
import { sum } from "../money/totals.ts";
import type { Column, Content, Row } from "./content.ts";
import type { Document } from "./document.ts";

interface Figure extends Column {
  /** What stands in it for a line. */
  cell(line: TotalLine, index: number): string;
}

/** The lines as they are printed, and the columns they stand in. */
export function tableOf(document: Document): Pick<Content, "columns" | "rows" | "sumUpTo"> {
  const { body, totals, labels, formats } = document;
  const figures = figuresOf(document);
  const rows = totals.lines.map((line, index): Row => {
    const { description, sku } = body.items[index]!;
    const [title = "", ...more] = description.split("\n").filter((text) => text.trim() !== "");
    const optional = line.optional ? ` (${labels.optional})` : "";
    return {
      title: `${title}${optional}`,
      details: sku ? [sku, ...more] : more,
      optional: line.optional,
      cells: figures.map(({ cell }) => cell(line, index)),
    };
  });
  return {
    columns: [{ label: labels.description, most: 1 }, ...figures],
    rows,
    sumUpTo(row) {
      const lines = totals.lines.slice(0, row + 1).filter(({ optional }) => !optional);
      return formats.money(sum(lines.map(({ amount }) => amount)));
    },
  };
}

function figuresOf({ body, totals, labels, formats }: Document): Figure[] {
  const figures: Figure[] = [
    {
      label: labels.quantity,
      most: 0.16,
      cell: ({ quantity }, index) => {
        const { unit } = body.items[index]!;
        return unit ? `${formats.quantity(quantity)} ${unit}` : formats.quantity(quantity);
      },
    },
    { label: labels.unit_price, most: 0.2, cell: ({ unitPrice }) => formats.price(unitPrice) },
  ];
  if (totals.lines.some(({ discount }) => !discount.isZero()))
    figures.push({
      label: labels.discount,
      most: 0.16,
      cell: ({ discount }) => (discount.isZero() ? "" : formats.amount(discount.neg())),
    });
  const rates = new Set(totals.lines.map(({ rate, category }) => `${category}${rate}`));
  if (rates.size > 1)
    figures.push({
      label: body.tax_label ?? labels.tax,
      most: 0.12,
      cell: ({ rate }) => formats.rate(rate),
    });
  const amount = ({ amount }: TotalLine) => formats.amount(amount);
  return [...figures, { label: labels.amount, most: 0.24, cell: amount }];
}
