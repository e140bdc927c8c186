import { t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";

const { encodeBytesMax } = dev.limits;

export default dev.route({
  summary: "Show the tree of ASN.1",
  keywords:
    "asn.1, asn1, asn1parse, der decoder, ber decoder, parse asn.1 hex string, asn.1 decoder, oid lookup",
  description: `Reads DER or BER, also in PEM, and writes a line for each element with its type and value. Object identifiers have their names, and elements inside strings of octets and bits are shown. ${rawNote}`,
  body: t.Object(sourceFields({ textMax: encodeBytesMax, fileMax: encodeBytesMax })),
  raw: rawTypes,
  response: t.Object({
    tree: t.String({ description: "The elements, one in a line, indented by their depth" }),
    elements: t.Integer({ description: "Number of elements" }),
    warnings: t.Array(t.String(), { description: "Bytes behind the first element" }),
  }),
  plain: "tree",
  heavy: true,
  background: false,
  example: {
    body: {
      text: "-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=\n-----END PUBLIC KEY-----\n",
    },
  },
  async handler({ body }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { describeAsn1 } = await import("../certificate/describe-asn1.ts");
    return describeAsn1(await sourceBytes(body));
  },
});
