import wasm from "harfbuzzjs/dist/harfbuzz-subset.wasm" with { type: "file" };
import { compileWasm } from "hub/wasm";

/** The functions of HarfBuzz. Objects, sets and bytes are addresses in its memory. */
interface HarfBuzz {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(length: number): number;
  hb_blob_create(data: number, length: number, mode: number, user: 0, destroy: 0): number;
  hb_blob_get_data(blob: number, length: 0): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: 0): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_set(input: number, kind: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_or_fail(face: number, input: number): number;
}

const writable = 2;
/** The kinds of sets in `hb-subset.h`. */
const sets = { glyphs: 0, unchangedTables: 2, droppedTables: 3 };
/** HB_SUBSET_FLAGS_RETAIN_GIDS, NOTDEF_OUTLINE and NO_LAYOUT_CLOSURE. */
const flags = 0x2 | 0x40 | 0x200;

/** Tables for shaping, signatures and names of glyphs, which PDF viewers ignore. */
const unneeded =
  "BASE DSIG FFTM GDEF GPOS GSUB JSTF LTSH PCLT VDMX feat hdmx kern kerx mort morx".split(" ");

interface SubsetOptions {
  glyphs: Iterable<number>;
  /** Whether characters are looked up in the font. All its character maps then stay the same. */
  needsMaps: boolean;
}

/** Removes all but some glyphs from a TrueType font. The others keep their numbers. Returns nothing for a damaged font. */
export type Subset = (font: Uint8Array, options: SubsetOptions) => Uint8Array | undefined;

/** Loads the engine. */
export async function loadSubsetter(): Promise<Subset> {
  const module = await compileWasm(wasm);
  return (font, options) => {
    // A font may damage the memory, which no instance returns. So each has its own.
    const { exports } = new WebAssembly.Instance(module);
    return subset(exports as unknown as HarfBuzz, font, options);
  };
}

function subset(
  hb: HarfBuzz,
  font: Uint8Array,
  { glyphs, needsMaps }: SubsetOptions,
): Uint8Array | undefined {
  hb._initialize();
  const data = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, data);
  const face = hb.hb_face_create(hb.hb_blob_create(data, font.length, writable, 0, 0), 0);
  const input = hb.hb_subset_input_create_or_fail();
  const add = (kind: number, values: Iterable<number>) => {
    const set = hb.hb_subset_input_set(input, kind);
    for (const value of values) hb.hb_set_add(set, value);
  };
  hb.hb_subset_input_set_flags(input, flags);
  add(sets.glyphs, glyphs);
  // HarfBuzz drops character maps for symbols and for the Macintosh, which a PDF may rely on, and refuses fonts with
  // a short table OS/2.
  const unchanged = needsMaps ? ["OS/2", "cmap", "name"] : ["OS/2"];
  const dropped = needsMaps ? unneeded : [...unneeded, "cmap", "name", "post"];
  add(sets.unchangedTables, unchanged.map(tag));
  add(sets.droppedTables, dropped.map(tag));
  const result = hb.hb_subset_or_fail(face, input);
  if (result === 0) return undefined;
  const blob = hb.hb_face_reference_blob(result);
  const start = hb.hb_blob_get_data(blob, 0);
  return new Uint8Array(hb.memory.buffer).slice(start, start + hb.hb_blob_get_length(blob));
}

function tag(name: string): number {
  return Buffer.from(name, "latin1").readUInt32BE();
}
