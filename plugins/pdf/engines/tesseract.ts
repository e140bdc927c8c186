import plainWasm from "tesseract.js-core/tesseract-core.wasm" with { type: "file" };
import simdWasm from "tesseract.js-core/tesseract-core-simd.wasm" with { type: "file" };
import { compileOnce } from "./compile.ts";

/** The engine's name in responses. */
export const tesseractName = "tesseract 5.1.0 (tesseract.js-core 7.0.0)";

/** The part of the package's API that is used here. It has no types. */
interface Core {
  FS: { writeFile(path: string, bytes: Uint8Array): void };
  TessBaseAPI: new () => Api;
  OSResults: new () => OrientationResults;
}

interface Api {
  /** Returns -1 if the language data can't be used. */
  Init(folder: string | null, languages: string, mode: number, config: string | null): number;
  SetVariable(name: string, value: string): boolean;
  /** Reads `/input`. Returns 1 if it isn't an image. */
  SetImageFile(orientation: number, radians: number): number;
  Recognize(monitor: null): number;
  GetJSONText(): string;
  DetectOS(results: OrientationResults): boolean;
  Clear(): void;
  End(): void;
}

interface OrientationResults {
  best_result: { orientation_id: number; oconfidence: number };
}

type CoreOptions = Partial<{ [Name in "print" | "printErr"]: (line: string) => void }> & object;
type CreateCore = (options: CoreOptions) => Promise<Core>;

/** A module that returns a vector: only processors with SIMD accept it. */
const simdModule = Uint8Array.of(
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0],
  ...[10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11],
);
const hasSimd = WebAssembly.validate(simdModule);

async function loadCore(): Promise<CreateCore> {
  const loaded = hasSimd
    ? await import("tesseract.js-core/tesseract-core-simd")
    : await import("tesseract.js-core/tesseract-core");
  return loaded.default as CreateCore;
}

const silent = { print() {}, printErr() {} };

const compiled = compileOnce(async () => {
  const wasm = hasSimd ? simdWasm : plainWasm;
  return (await loadCore())({ ...silent, locateFile: () => wasm } as CoreOptions);
});

/** A picture in shades of grey: one byte per pixel, row by row from the top. */
export interface GrayPicture {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A rectangle in pixels from the upper left corner. */
export interface PixelBox {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

interface RecognisedWord {
  text: string;
  /** From 0 to 100. */
  confidence: number;
  bbox: PixelBox;
  symbols: { text: string; bbox: PixelBox }[];
}

export interface RecognisedLine {
  words: RecognisedWord[];
  /** The two ends of the baseline. */
  baseline: PixelBox;
  /** The height of the line, and its part below the baseline, in pixels. */
  rowAttributes: { rowHeight: number; descenders: number };
}

/** Language data by name, such as "eng". */
export type LanguageData = ReadonlyMap<string, Uint8Array>;

/** An engine with languages loaded. */
export interface Tesseract {
  /**
   * Detects the clockwise rotation, in degrees, that makes the text of a picture upright. Returns
   * undefined if there is too little text.
   */
  detectRotation(picture: GrayPicture): { degrees: number; confidence: number } | undefined;
  /** Recognises the text of a picture. `sparse` finds scattered words in any order. */
  recognise(picture: GrayPicture, options: { dpi: number; sparse?: boolean }): RecognisedLine[];
}

/** Tesseract's numbers for its engine modes and page segmentation modes. */
const modes = { legacy: 0, lstm: 1 } as const;
const segmentation = { auto: "3", sparse: "11" } as const;
/** The rotation that makes text of each of Tesseract's orientations upright. */
const rotations = [0, 270, 180, 90] as const;

/**
 * Starts an engine of its own for these languages, runs `work`, and ends it. `osd` in the data is
 * used to detect rotation.
 */
export async function withTesseract<Result>(
  languages: LanguageData,
  work: (engine: Tesseract) => Result | Promise<Result>,
): Promise<Result> {
  const create = await loadCore();
  const core = await create({ ...silent, ...(await compiled()) });
  const apis: Api[] = [];
  const open = (names: readonly string[], mode: number) => {
    for (const name of names)
      core.FS.writeFile(`/${name}.traineddata`, languages.get(name) ?? new Uint8Array());
    const api = new core.TessBaseAPI();
    if (api.Init("/", names.join("+"), mode, null) === -1)
      throw new Error(`Cannot read the language data of ${names.join(", ")}`);
    apis.push(api);
    return api;
  };
  const show = (api: Api, { width, height, pixels }: GrayPicture) => {
    const head = new TextEncoder().encode(`P5 ${width} ${height} 255\n`);
    core.FS.writeFile("/input", Buffer.concat([head, pixels]));
    if (api.SetImageFile(1, 0) === 1) throw new Error("Cannot load the picture of a page");
  };
  let reader: Api | undefined;
  let orienter: Api | undefined;
  try {
    return await work({
      detectRotation(picture) {
        if (!languages.has("osd")) return undefined;
        orienter ??= open(["osd"], modes.legacy);
        show(orienter, picture);
        const results = new core.OSResults();
        if (!orienter.DetectOS(results)) return undefined;
        const { orientation_id, oconfidence } = results.best_result;
        return { degrees: rotations[orientation_id] ?? 0, confidence: oconfidence };
      },
      recognise(picture, { dpi, sparse = false }) {
        reader ??= open(
          [...languages.keys()].filter((name) => name !== "osd"),
          modes.lstm,
        );
        show(reader, picture);
        reader.SetVariable("user_defined_dpi", String(Math.round(dpi)));
        reader.SetVariable(
          "tessedit_pageseg_mode",
          sparse ? segmentation.sparse : segmentation.auto,
        );
        reader.Recognize(null);
        const { blocks } = JSON.parse(reader.GetJSONText()) as RecognisedPage;
        return (blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap(({ lines }) => lines));
      },
    });
  } finally {
    for (const api of apis) api.End();
  }
}

interface RecognisedPage {
  blocks: { paragraphs: { lines: RecognisedLine[] }[] }[] | null;
}
