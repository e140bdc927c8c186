import fc from "fast-check";
import { preferCoding, preferType } from "../../../core/platform/http/accept.ts";
import { askPython, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface Negotiator {
  mediaType(types: readonly string[]): string | undefined;
  encoding(codings: readonly string[], preferred?: readonly string[]): string | undefined;
}

const types = ["application/json", "text/html", "text/markdown", "image/png"] as const;
const codings = ["br", "gzip"] as const;

export default {
  engine: "core/platform/http/accept",
  ours: ["core/platform/http/accept.ts"],
  theirs: ["negotiator"],
  async measure() {
    type Create = new (request: object) => Negotiator;
    const { default: Negotiator } = await importPackage<{ default: Create }>("negotiator");
    const headers = buildHeaders();
    const right = askPython<{ type: string | null; coding: string | null }[]>(
      `from webob.acceptparse import create_accept_header, create_accept_encoding_header
types = ${JSON.stringify(types)}
codings = ${JSON.stringify(codings)}
def best(found):
  if not found: return None
  return found[0][0] if len(found) == 1 or found[0][1] > found[1][1] else ""
print(json.dumps([{
  "type": best(create_accept_header(one["type"]).acceptable_offers(types)),
  "coding": best(create_accept_encoding_header(one["coding"]).acceptable_offers(codings + ["identity"])),
} for one in json.load(sys.stdin)]))`,
      headers,
      ["webob"],
    );
    // Only one type must be best. Without an acceptable type the hub sends its first: RFC 9110 allows both.
    const asked = headers.flatMap(({ type }, index) =>
      right[index]?.type ? [{ type, right: right[index].type }] : [],
    );
    const theirs = (accept: string) => new Negotiator({ headers: { accept } }).mediaType(types);
    const plain = (coding: string | undefined | null) => coding ?? "identity";
    // Without "identity" in the header, the rank of an uncompressed response is undecided.
    const codingsAsked = headers.flatMap(({ coding }, index) => {
      const best = right[index]?.coding;
      return coding.includes("identity") && best !== "" ? [{ coding, right: plain(best) }] : [];
    });
    const countCodings = (find: (header: string) => string | undefined) =>
      codingsAsked.filter((one) => plain(find(one.coding)) === one.right).length;
    return [
      {
        set: "random Accept headers; WebOb is the judge",
        inputs: asked.length,
        figure: "right media types",
        ours: asked.filter((one) => preferType(one.type, types) === one.right).length,
        theirs: { negotiator: asked.filter((one) => theirs(one.type) === one.right).length },
      },
      {
        set: "random Accept-Encoding headers; WebOb is the judge",
        inputs: codingsAsked.length,
        figure: "right codings",
        ours: countCodings((header) => preferCoding(header, codings)),
        theirs: {
          negotiator: countCodings((header) =>
            new Negotiator({ headers: { "accept-encoding": header } }).encoding(
              [...codings, "identity"],
              codings,
            ),
          ),
        },
      },
    ];
  },
} satisfies Row;

/** Returns random headers, in which no name occurs twice. */
function buildHeaders(): { type: string; coding: string }[] {
  const weight = fc.constantFrom("", ";q=0", ";q=0.1", ";q=0.5", ";q=0.8", ";q=1", "; q=0.25");
  const list = (names: readonly string[]) =>
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...names), weight), {
        minLength: 1,
        maxLength: 5,
        selector: ([name]) => name,
      })
      .map((entries) => entries.map((entry) => entry.join("")).join(", "));
  const header = fc.record({
    type: list([...types, "*/*", "text/*", "image/*", "application/xml", "text/plain"]),
    coding: list(["gzip", "br", "deflate", "identity", "zstd"]),
  });
  return fc.sample(header, { numRuns: 1000, seed: 1 });
}
