import { type Static, t } from "hub";
import { contentFields, lookFields } from "../options.ts";

/** The fields of one code of a batch. A look it leaves open is that of the whole batch. */
export const itemSchema = t.Object({
  ...contentFields,
  filename: t.Optional(
    t.String({
      maxLength: 255,
      description: "What to call its file, with or without the extension",
    }),
  ),
  ...t.Partial(t.Object(withoutDefaults(lookFields))).properties,
});

export type Item = Static<typeof itemSchema>;

/** The same fields, none of which is filled in where it is missing. */
function withoutDefaults<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, { ...schema, default: undefined }]),
  ) as Fields;
}
