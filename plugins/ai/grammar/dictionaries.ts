import type { DatasetVersion, Net } from "hub";
import { openTable } from "hub/data-file";
import { getBaseLanguage } from "../text/words.ts";

/** The files of the dataset by name: `de.aff` and `de.dic` for German. */
type Files = Readonly<Record<string, Uint8Array>>;

interface Package {
  version: string;
  licence: string;
  /** SHA-512 of the package, in Base64, as the registry publishes it. */
  sha512: string;
}

/** Dictionaries as packages of the npm registry, by language. */
const readPackages = openTable(new URL("./dictionaries.tsv", import.meta.url), {
  language: "text",
  version: "text",
  licence: "text",
  sha512: "text",
});
const packages: ReadonlyMap<string, Package> = new Map(
  readPackages().map(({ language, ...rest }) => [language, rest]),
);
const packageBytesMax = 30_000_000;
const downloadMs = 50_000;

/** The languages whose dictionaries can be downloaded. */
export const downloadableLanguages: readonly string[] = [...packages.keys()];

/** Returns the languages of a dataset version: those with both files of a dictionary. */
function listDictionaries(paths: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(paths)
    .filter((file) => file.endsWith(".dic") && `${file.slice(0, -4)}.aff` in paths)
    .map((file) => file.slice(0, -4))
    .sort();
}

/** Returns the name of the dictionary for a language. Norwegian counts as Bokmål. */
export function findDictionary(
  language: string,
  paths: Readonly<Record<string, unknown>>,
): string | undefined {
  const base = getBaseLanguage(language);
  const name = base === "no" ? "nb" : base;
  return listDictionaries(paths).includes(name) ? name : undefined;
}

/** Downloads the dictionaries of languages, and adds them to those of the version in use. */
export async function downloadDictionaries(
  languages: readonly string[],
  {
    net,
    kept,
  }: { net: Net<`https://registry.npmjs.org/${string}`>; kept: DatasetVersion | undefined },
): Promise<Files | undefined> {
  if (languages.length === 0) return undefined;
  const wanted = languages.map((language) => ({ language, ...findPackage(language) }));
  let files = await readFiles(kept);
  for (const { language, version, sha512 } of wanted) {
    const name = `dictionary-${language}`;
    const url = `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz` as const;
    const response = await net(url, { bodyBytesMax: packageBytesMax, timeoutMs: downloadMs });
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    const archive = await response.bytes();
    if (new Bun.CryptoHasher("sha512").update(archive).digest("base64") !== sha512)
      throw new Error(`Cannot use ${url}: its SHA-512 differs from the published one`);
    files = { ...files, ...(await unpackPackage(language, archive)) };
  }
  return files;
}

function findPackage(language: string): Package {
  const found = packages.get(language);
  if (!found)
    throw new Error(
      `Cannot download a dictionary for "${language}": the languages are ${downloadableLanguages.join(", ")}`,
    );
  return found;
}

/** Adds a file that an operator imports: a package such as `dictionary-de-3.0.0.tgz`, or `de.aff` or `de.dic`. */
export async function addDictionaryFile(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kept: DatasetVersion | undefined,
): Promise<Files> {
  const files = await readFiles(kept);
  const packed = /^dictionary-([a-z]{2,3})(?:-[\w.-]{1,40})?\.tgz$/.exec(name)?.[1];
  if (packed !== undefined) return { ...files, ...(await unpackPackage(packed, bytes)) };
  const [, language, suffix] = /^([a-z]{2,3})(?:[_-]\w{2,20})?\.(aff|dic)$/.exec(name) ?? [];
  if (language === undefined)
    throw new Error(
      `Cannot import "${name}": it must be a dictionary of Hunspell, such as "de.aff" and "de.dic", or a package such as "dictionary-de-3.0.0.tgz"`,
    );
  return { ...files, [`${language}.${suffix}`]: bytes };
}

async function unpackPackage(language: string, archive: Uint8Array): Promise<Files> {
  const files = await new Bun.Archive(archive).files();
  const taken: Record<string, Uint8Array> = {};
  for (const suffix of ["aff", "dic"]) {
    const file = files.get(`package/index.${suffix}`);
    if (!file)
      throw new Error(`Cannot use the package for "${language}": it lacks "index.${suffix}"`);
    taken[`${language}.${suffix}`] = await file.bytes();
  }
  return taken;
}

/** Checks dictionaries by loading them, and returns their number. */
export async function checkDictionaries(files: Files): Promise<number> {
  const { Hunspell } = await import("./hunspell.ts");
  const languages = listDictionaries(files);
  for (const language of languages) {
    const [aff, dic] = [files[`${language}.aff`], files[`${language}.dic`]];
    if (!aff || !dic) continue;
    const engine = await Hunspell.load(aff, dic);
    const isUsable = engine.isUsable();
    engine.dispose();
    if (!isUsable)
      throw new Error(`Cannot use "${language}.dic": Hunspell finds none of its first words`);
  }
  return languages.length;
}

async function readFiles(kept: DatasetVersion | undefined): Promise<Record<string, Uint8Array>> {
  const files: Record<string, Uint8Array> = {};
  for (const file of Object.keys(kept?.paths ?? {})) if (kept) files[file] = await kept.bytes(file);
  return files;
}
