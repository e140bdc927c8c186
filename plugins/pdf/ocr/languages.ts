import type { DataDoor, DatasetVersion } from "hub";
import { type LanguageData, withTesseract } from "../engines/tesseract.ts";
import pdf from "../plugin.ts";

/** The name of language data for detecting rotation. It reads no text. */
const orientation = "osd";

/** The files of language data by name. */
type Files = Readonly<Record<string, Uint8Array>>;

const suffix = ".traineddata";

/** Returns the language of a file, such as "deu" for "deu.traineddata.gz". */
function parseLanguage(name: string): string | undefined {
  const [, language] = /^([a-z]{3}(?:_[a-z]{1,12}){0,2})\.traineddata(?:\.gz)?$/i.exec(name) ?? [];
  return language?.toLowerCase();
}

/**
 * Finds languages, and returns a function that loads their data and that of rotation. Throws if the
 * hub lacks one of them.
 */
export async function findLanguages(
  languages: readonly string[],
  { data, at }: { data: DataDoor; at: string },
): Promise<() => Promise<LanguageData>> {
  const version = await data.get("ocr-languages");
  const files = new Map(
    Object.keys(version.paths).map((file) => [parseLanguage(file), file] as const),
  );
  const available = [...files.keys()].filter((name) => name !== orientation).sort();
  for (const language of languages)
    if (language === orientation || !files.has(language))
      throw pdf.error(
        "ocr_language_missing",
        `${at} must name languages of this hub, ${available.join(", ")}: it has "${language}", which the operator can add with "bun run data import pdf ${language}${suffix}"`,
        { at, members: { language, available } },
      );
  return async () => {
    const loaded = new Map<string, Uint8Array>();
    for (const name of [...languages, orientation]) {
      const file = files.get(name);
      if (file) loaded.set(name, unzip(await version.bytes(file)));
    }
    return loaded;
  };
}

/** Adds a language that an operator imports to those of the hub. */
export async function addLanguage(
  { name, bytes }: { name: string; bytes: Uint8Array },
  kept: DatasetVersion | undefined,
): Promise<Files> {
  const language = parseLanguage(name);
  if (!language)
    throw new Error(
      `Cannot import "${name}": its name must be that of a language, such as "deu${suffix}"`,
    );
  const files: Record<string, Uint8Array> = {};
  for (const file of Object.keys(kept?.paths ?? {}))
    if (kept && parseLanguage(file) !== language) files[file] = await kept.bytes(file);
  return {
    ...files,
    [`${language}${suffix}.gz`]: isZipped(bytes) ? bytes : Bun.gzipSync(Uint8Array.from(bytes)),
  };
}

/** Checks language data by loading it, and returns the number of files. Throws if one is damaged. */
export async function checkLanguages(files: Files): Promise<number> {
  for (const [file, bytes] of Object.entries(files)) {
    const name = parseLanguage(file) ?? "";
    try {
      const loaded = new Map([[name, unzip(bytes)]]);
      await withTesseract(loaded, (engine) =>
        name === orientation ? engine.detectRotation(blank) : engine.recognise(blank, { dpi: 300 }),
      );
    } catch (cause) {
      throw new Error(
        `Cannot use "${file}": it must be undamaged language data of Tesseract 4 or newer`,
        { cause },
      );
    }
  }
  return Object.keys(files).length;
}

const blank = { width: 64, height: 64, pixels: new Uint8Array(64 * 64).fill(255) };

function unzip(bytes: Uint8Array): Uint8Array {
  return isZipped(bytes) ? Bun.gunzipSync(Uint8Array.from(bytes)) : bytes;
}

function isZipped(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
