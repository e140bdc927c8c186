import type { DatasetVersion, Net } from "hub";
import { getBaseLanguage } from "../text/words.ts";

/** The files of the dataset by name: `de.aff` and `de.dic` for German. */
type Files = Readonly<Record<string, Uint8Array>>;

interface Package {
  version: string;
  licence: string;
  /** SHA-512 of the package, in Base64, as the registry publishes it. */
  sha512: string;
}

/** Dictionaries of https://github.com/wooorm/dictionaries by language, as packages of the npm registry. */
const packageTable = `
cs 4.0.0 GPL-2.0 foYC1H71sxEx2QwppL4liEFAD+O5wlyJeZkTFqwz7ux85dI8kQFc8sDmWeObPEXsTtksiuwv+OOdfS2mFY1YVA==
da 6.0.0 MPL-1.1 gn0IPPVzFljxOOewzLPIEFQKdsPrtgGHEGCWjJeZArl7tZJpGwjXdbvOpteq1GK6YBl66Ljn91EtuGMlV7+itA==
de 3.0.0 GPL-2.0 0Xbq+YpWTscAL1e18aPPaqfG4goC2o9T595L/54v2OvOPC0/TJFFlclYanxuUoK73wutM5f9EgSuWGkvQXlOXw==
el 4.0.0 MPL-1.1 m8dWp+AIeGnUGBOBH7gx9YeQunMYdoKXKFvdSqzKPuJjz2Tb/pdW7oxG8lIKtASLHTCsf7RZoiuQbVRHJsSNCw==
es 4.0.0 MPL-1.1 8J3IYdaHYmkojxqhB+DneQpek6N/s3MwbVk3bPNGQSTBT5kxJtmbuiT0LSDP0Al6K9Vevo1sjspG8AGP9Yvxiw==
fr 3.0.0 MPL-2.0 fhDRX1cRyHPA69GJg8R4XgNYgSQvbNHj3kr5UqvEG1OS5pJqH6P3GbO7wpTCwvr5KMQ0NxGIsXps9P5NyXRVEg==
hu 3.0.0 MPL-1.1 yTOarR7/KU/E1VbqzCru8hX0TMtQGWo6JF5CBBBbsqodzBhPxO+rHrmRSrXUMlcsPieqm3wWQtXuO/3OjQ95gw==
it 2.0.0 GPL-3.0 klTygBjKRYKEeDmqLfDpI9eDCj334TQhbq2zExKREV4CMPiUsnXnO/0CGMTiRTRL+Wk+qXd0fKfEZbgw+gnjHw==
nb 3.0.0 GPL-2.0 YemD394r1z5BrC1HUsV7iF6zLIalFBbcDfMCn4OV+KP3fRqC5VBLuohGBGmKnCmwwXSJmhOjmzaQY2cbK61iFw==
nl 2.0.0 BSD-3-Clause BJRu3jT52mEjDunbpC9Y1UiQJy22VUuA/N6s2Oc5KuN+hHS3MDCoTQiyjifePd2rlHtZSy0fGZaB0qXiCGh7Vw==
pl 2.0.0 MPL-2.0 jg1j4DM12i6oyp34Re5UeVYZAh2u4Y0Qi8zUfLVQjRmUQA8PsHO41ShoZLDwcQm7mWfeTeZjDPLv9wygPdqj3Q==
pt 4.0.0 MPL-2.0 ryJRhAtsaunBWw9grYXmVFftfab8+BCQ5wwh7fUzWO0oYEeMuR1lW2ubu1AHdvxOL32XP+u5wW/XhbFuoFuq8Q==
ro 3.0.0 MPL-1.1 kcR0BSFq16g1jCKpn15jpyio3ztMMS+O3PK4TE8ird8XjBgSAr2RRH0VoLG4uzMG1CFQNix/cHLne1wBu3CcTg==
ru 3.0.0 BSD-3-Clause tigem0CDnNpxEciW6ktwVH3wWB4FYpuvpwA6IR6UlF7bVu2kez6vOejVNyZgBX1TJIjuYTCTuLxzg/YOls2mRQ==
sv 4.0.0 LGPL-3.0 GJM7IHfEHmSUecp9EbwX5efQe6CVdytFy5vDIJTT4dEDtwuEMyJGs7nqGuuK44Dtic36p4f0duWW5WogK9yzBw==
tr 2.0.0 MIT Du0PHWIqAlNheOUEDgGea0lmEV4L/T57EvG4231IUeSWySSDZ8wj5TKo2Vlkx7j9RVD07XqZQLDCtOZvhll6xA==
uk 4.0.0 GPL-3.0 AgeLt1iIi3lvUQ8DpEvqhikPvnwF+ffYLdjP0lrh+iOhCwTMhmDRvczyPqIksmHAWxRkFfgDcn7Qw/23GJ/GvA==
`;
const packages: ReadonlyMap<string, Package> = new Map(
  packageTable
    .trim()
    .split("\n")
    .map((row) => {
      const [language = "", version = "", licence = "", sha512 = ""] = row.split(" ");
      return [language, { version, licence, sha512 }];
    }),
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
