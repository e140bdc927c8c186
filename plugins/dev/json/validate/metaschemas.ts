import applicator2019 from "ajv/dist/refs/json-schema-2019-09/meta/applicator.json" with {
  type: "json",
};
import content2019 from "ajv/dist/refs/json-schema-2019-09/meta/content.json" with { type: "json" };
import core2019 from "ajv/dist/refs/json-schema-2019-09/meta/core.json" with { type: "json" };
import format2019 from "ajv/dist/refs/json-schema-2019-09/meta/format.json" with { type: "json" };
import metadata2019 from "ajv/dist/refs/json-schema-2019-09/meta/meta-data.json" with {
  type: "json",
};
import validation2019 from "ajv/dist/refs/json-schema-2019-09/meta/validation.json" with {
  type: "json",
};
import schema2019 from "ajv/dist/refs/json-schema-2019-09/schema.json" with { type: "json" };
import applicator2020 from "ajv/dist/refs/json-schema-2020-12/meta/applicator.json" with {
  type: "json",
};
import content2020 from "ajv/dist/refs/json-schema-2020-12/meta/content.json" with { type: "json" };
import core2020 from "ajv/dist/refs/json-schema-2020-12/meta/core.json" with { type: "json" };
import format2020 from "ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json" with {
  type: "json",
};
import metadata2020 from "ajv/dist/refs/json-schema-2020-12/meta/meta-data.json" with {
  type: "json",
};
import unevaluated2020 from "ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json" with {
  type: "json",
};
import validation2020 from "ajv/dist/refs/json-schema-2020-12/meta/validation.json" with {
  type: "json",
};
import schema2020 from "ajv/dist/refs/json-schema-2020-12/schema.json" with { type: "json" };
import draft6 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import draft7 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import draft4 from "ajv-draft-04/dist/refs/json-schema-draft-04.json" with { type: "json" };
import { fromPlain, type Json } from "../tree.ts";

const vocabulary = "https://json-schema.org/draft/2020-12";

/** The package lacks this part of 2020-12. It is like the one for annotation. */
const assertion2020 = {
  ...format2020,
  $id: `${vocabulary}/meta/format-assertion`,
  $vocabulary: { [`${vocabulary}/vocab/format-assertion`]: true },
};

const listed: readonly { id?: string; $id?: string }[] = [
  draft4,
  draft6,
  draft7,
  schema2019,
  core2019,
  applicator2019,
  validation2019,
  metadata2019,
  format2019,
  content2019,
  schema2020,
  core2020,
  applicator2020,
  unevaluated2020,
  validation2020,
  metadata2020,
  format2020,
  assertion2020,
  content2020,
];

/** The metaschemas of all drafts and their parts by URI, without a trailing `#`. */
export const metaschemas: ReadonlyMap<string, Json> = new Map(
  listed.map((one) => [(one.$id ?? one.id ?? "").replace(/#$/, ""), fromPlain(one)]),
);
