import type { ScalarTag, Tags } from "yaml";
import { isSpecial } from "../number.ts";
import { Numeral } from "../tree.ts";
import { numeral, prefixedDigitsMax } from "./numeral.ts";

/** The tags of a schema, with numbers of the core schema (YAML 1.2.2, section 10.3.2) by their digits. */
export function withNumerals(tags: Tags): Tags {
  const isNumber = (tag: Tags[number]) =>
    /:(?:int|float)$/.test(typeof tag === "string" ? tag : tag.tag);
  return [...tags.filter((tag) => !isNumber(tag)), int, float];
}

const int: ScalarTag = {
  tag: "tag:yaml.org,2002:int",
  default: true,
  test: new RegExp(
    `^(?:[-+]?\\d+|0o[0-7]{1,${prefixedDigitsMax}}|0x[\\da-fA-F]{1,${prefixedDigitsMax}})$`,
  ),
  resolve: numeral,
  identify: (value) => value instanceof Numeral,
  stringify: ({ value }) => written((value as Numeral).raw),
};

/** What is said to be a float may be written as an integer. */
const float: ScalarTag = {
  tag: "tag:yaml.org,2002:float",
  default: true,
  test: /^(?:[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/,
  resolve: numeral,
};

function written(raw: string): string {
  if (!isSpecial(raw)) return raw;
  return raw === "NaN" ? ".nan" : raw.replace("Infinity", ".inf");
}
