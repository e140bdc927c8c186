import { t } from "hub";
import dev from "../plugin.ts";

const unit = (description: string) => t.String({ minLength: 1, maxLength: 40, description });

export default dev.route({
  summary: "Convert a value between units",
  keywords:
    "celsius, miles to km, unit converter, fahrenheit, kg to lbs, inches to cm, temperature converter, bytes to mb, length converter, celsius to fahrenheit, convert distance, convert mass, convert speed, convert area, convert data units, data size",
  description:
    "Converts lengths, areas, volumes, masses, times, speeds, temperatures, amounts and rates of data, pressures, energies, powers, forces, angles, frequencies and fuel economies with exact numbers. Without `to` it returns the value in all units of the quantity. Units are symbols or English names. Case counts if it has a meaning: `mW` and `MW`.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 200,
      default: "1",
      description: "A decimal number such as `-1.5e3`, or a fraction such as `22/7`",
    }),
    from: unit("The unit of the value, such as `mi`, `°F` or `mebibyte`"),
    to: t.Optional(unit("The unit to convert to; all of the quantity by default")),
    digits: t.Integer({
      minimum: 1,
      maximum: 100,
      default: 15,
      description: "Maximum number of significant digits",
    }),
  }),
  response: t.Object({
    result: t.String({ description: "The value in `to`, or in the base unit of the quantity" }),
    quantity: t.String({ description: "The quantity, such as `length`" }),
    from: t.String({ description: "Symbol of the given unit" }),
    from_name: t.String({ description: "Name of the given unit" }),
    conversions: t.Array(
      t.Object({
        unit: t.String({ description: "Symbol of the unit" }),
        name: t.String({ description: "Name of the unit" }),
        value: t.String({ description: "The value in that unit" }),
        is_exact: t.Boolean({ description: "Whether the value was not rounded" }),
      }),
      { description: "The value in `to`, or in all units of the quantity" },
    ),
    notes: t.Array(t.String(), { description: "Meaning of names that have several" }),
  }),
  plain: "result",
  example: { query: { value: "26.2", from: "mi", to: "km" } },
  async handler({ query }) {
    const { convertUnit } = await import("../units/convert-unit.ts");
    return convertUnit(query);
  },
});
