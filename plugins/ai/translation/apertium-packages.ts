import { asTable } from "hub";
import { readWords } from "../text/word-lists.ts";
import { getShortLanguage } from "./engine.ts";

/** Debian's packages with translation data. After a ">" the pair has one direction only. */
const packages = readWords(`
  afr-nld arg-cat bel-rus br>fr cat-ita cat-srd dan-nor en-gl eng-cat eng-spa eo-ca eo-en eo-es eo-fr es-gl es-pt
  es-ro eu>en eu>es fr-es fra-cat hbs-eng hbs-mkd hbs-slv ind-zlm isl>eng isl-swe mkd-bul mkd>eng nno-nob oc-ca oc-es
  oci-fra por-cat pt-gl rus-ukr spa-arg spa-ast spa-cat spa-ita srd-ita swe-dan swe-nor urd-hin
`);

/** The codes of Apertium that differ from ours: Serbo-Croatian and Malay are groups of languages. */
const members: Readonly<Record<string, readonly string[]>> = asTable({
  hbs: ["sh", "sr", "hr", "bs"],
  nor: ["no", "nb"],
  nob: ["nb", "no"],
  zlm: ["ms"],
});

interface Edge {
  from: string;
  to: string;
  /** The package, or undefined if the pair is installed. */
  install?: string;
}

const edges: readonly Edge[] = packages.flatMap((row) => {
  const [left = "", right = ""] = row.split(/[->]/);
  const install = `apertium-${left}-${right}`;
  return listCodes(left).flatMap((from) =>
    listCodes(right).flatMap((to) => [
      { from, to, install },
      ...(row.includes(">") ? [] : [{ from: to, to: from, install }]),
    ]),
  );
});

function listCodes(code: string): readonly string[] {
  return members[code] ?? [getShortLanguage(code)];
}

/**
 * Returns the packages to install for a pair: the fewest, with at most one language in between, and a direct pair
 * before an installed detour. Returns undefined if Debian has none.
 */
export function findPackages(
  installed: Iterable<string>,
  { from, to }: { from: string; to: string },
): string[] | undefined {
  const [source, target] = [getShortLanguage(from), getShortLanguage(to)];
  const own = Array.from(installed, (pair): Edge => {
    const [start = "", end = ""] = pair.split("-");
    return { from: start, to: end };
  });
  const all = [...own, ...edges];
  const paths = all
    .filter((edge) => edge.from === source)
    .flatMap((first): Edge[][] =>
      first.to === target
        ? [[first]]
        : all
            .filter((edge) => edge.from === first.to && edge.to === target)
            .map((second) => [first, second]),
    )
    .map((path) => ({ names: path.flatMap(({ install }) => install ?? []), steps: path.length }));
  const [best] = paths.toSorted((a, b) => a.names.length - b.names.length || a.steps - b.steps);
  return best?.names;
}
