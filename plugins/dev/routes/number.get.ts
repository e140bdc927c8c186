import { oneOf, t } from "hub";
import { widths } from "../numbers/request.ts";
import dev from "../plugin.ts";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const base = (description: string) =>
  t.Optional(t.Integer({ minimum: 2, maximum: 36, description }));

export default dev.route({
  summary: "Convert a number between bases, and show its bits",
  keywords:
    "base converter, binary to decimal, hex to decimal, integer base converter, decimal to binary, octal, bitwise, roman numerals, number base, two's complement, ieee 754, ieee754, float to hex",
  description:
    "Returns a number of any size in binary, octal, decimal, hexadecimal and another base, with `bits` also in two's complement, and the nearest floats of IEEE 754 with their exact values. With `bits`, the bits of an integer are read as floats, too: `0x40490fdb` is about π.",
  query: t.Object({
    value: t.String({
      minLength: 1,
      maxLength: 300,
      description:
        "The number: an integer of any base, or a decimal number such as `0.1`, `-1.5e3` or `1/3`",
    }),
    from: base("Base of the value; that of the prefix `0x`, `0o` or `0b` by default, otherwise 10"),
    to: base("A further base to convert integers to"),
    bits: t.Optional(oneOf(widths, { description: "Width of the integer in bits" })),
  }),
  response: t.Object({
    decimal: t.String({ description: "The number in base 10" }),
    is_exact: t.Boolean({ description: "Whether `decimal` was not rounded" }),
    binary: nullable("The integer in base 2; null for other numbers"),
    octal: nullable("The integer in base 8"),
    hexadecimal: nullable("The integer in base 16"),
    converted: nullable("The number in base `to`; null without it"),
    roman: nullable("Roman numeral of integers from 1 to 3999"),
    fixed_width: t.Union(
      [
        t.Object({
          bits: t.Integer({ description: "Width in bits" }),
          unsigned: t.String({ description: "Value of the bits without a sign" }),
          signed: t.String({ description: "Value of the bits in two's complement" }),
          binary: t.String({ description: "The bits" }),
          hexadecimal: t.String({ description: "The bits in base 16" }),
          little_endian: t.String({ description: "The bytes in base 16, the lowest first" }),
          as_floats: t.Array(
            t.Object({
              format: t.String({ description: "Format of the float" }),
              value: t.String({ description: "Exact value" }),
            }),
            { description: "The bits read as floats of that width" },
          ),
        }),
        t.Null(),
      ],
      { description: "The bits of the integer; null without `bits`" },
    ),
    floats: t.Array(
      t.Object({
        format: t.String({ description: "`float16`, `bfloat16`, `float32` or `float64`" }),
        hexadecimal: t.String({ description: "The bits in base 16" }),
        value: t.String({ description: "Exact value of the float" }),
        is_exact: t.Boolean({ description: "Whether the float has the value of the number" }),
      }),
      { description: "The nearest float of each format" },
    ),
  }),
  plain: "decimal",
  example: { query: { value: "0xff", to: 3, bits: "8" } },
  async handler({ query }) {
    const { describeNumber } = await import("../numbers/describe-number.ts");
    return describeNumber(query);
  },
});
