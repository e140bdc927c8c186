import { domainToAscii } from "../../../plugins/dev/encoding/punycode.ts";
import { askPython, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

interface IdnHostname {
  idnHostname(host: string): string;
}

/** Languages with the scripts that domain names use most. */
const languages =
  "ar bg bn cs da de el es et fa fi fr gu he hi hu hy is ja ka kn ko lt lv ml mr nb pl ro ru sk sr sv ta te th tr uk ur vi zh".split(
    " ",
  );

export default {
  engine: "dev/encoding/punycode",
  ours: ["plugins/dev/encoding/punycode.ts"],
  theirs: ["idn-hostname"],
  async measure() {
    const { idnHostname } = await importPackage<IdnHostname>("idn-hostname");
    const labels = listLabels();
    const right = askPython<(string | null)[]>(
      `import idna
def encode(label):
  try: return idna.encode(label, uts46=True).decode()
  except idna.IDNAError: return None
print(json.dumps([encode(label) for label in json.load(sys.stdin)]))`,
      labels,
      ["idna"],
    );
    const valid = labels.flatMap((label, index) =>
      right[index] ? [{ label, domain: right[index] }] : [],
    );
    const count = (encode: (label: string) => string) =>
      valid.filter(({ label, domain }) => attempt(encode, label) === domain).length;
    return [
      {
        set: "names of countries in 41 languages; Python's idna is the judge",
        inputs: valid.length,
        figure: "right domain names",
        ours: count(domainToAscii),
        theirs: { "idn-hostname": count(idnHostname) },
      },
    ];
  },
} satisfies Row;

/** Returns the names of countries that the runtime's copy of CLDR has, without spaces and marks. */
function listLabels(): string[] {
  const countries =
    "AT BR CH CN DE DZ EG ES FR GB GR IN IR IS JP KE KR MA NL NO PL RU SE TR US VN ZA".split(" ");
  const labels = languages.flatMap((language) => {
    const names = new Intl.DisplayNames([language], { type: "region" });
    return countries.map((country) =>
      (names.of(country) ?? "").replaceAll(/[^\p{L}\p{M}]/gu, "").toLowerCase(),
    );
  });
  return [...new Set(labels)].filter((label) => /[^ -~]/.test(label));
}

function attempt(encode: (label: string) => string, label: string): string | undefined {
  try {
    return encode(label);
  } catch {
    return undefined;
  }
}
