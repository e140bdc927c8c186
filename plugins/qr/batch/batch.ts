import { HubError, zip } from "hub";
import { composeCode } from "../compose.ts";
import type { QrAppearance } from "../design.ts";
import { checkVerified, createDrawing, type Drawing } from "../drawing.ts";
import type { Item } from "../options.ts";
import { resolveContent } from "../payload/payload.ts";
import qr from "../plugin.ts";
import { uniqueNames } from "./names.ts";

const { batchMax, batchPixelsMax } = qr.limits;

/** How to draw a batch. */
interface BatchOptions {
  defaults: QrAppearance;
  format: "png" | "svg" | "webp";
  /** Whether a code that cannot be drawn fails the batch, or is left out of it. */
  onError: "fail" | "skip";
  strict: boolean;
}

/** Draws codes into an archive with a list of them, and counts those it had to leave out. */
export async function drawBatch(items: readonly Item[], options: BatchOptions) {
  checkSize(items, options);
  const wanted = items.map(({ filename }) => filename);
  const names = uniqueNames(wanted, options.format);
  const files: Record<string, Uint8Array> = {};
  const manifest: object[] = [];
  const failures: Failure[] = [];
  for (const [index, item] of items.entries()) {
    const filename = names[index] ?? "";
    const drawn = await attempt(() => drawItem(item, { ...options, index }));
    if (drawn instanceof HubError) {
      failures.push({ index, error: drawn });
      const error = { code: drawn.code, message: drawn.message };
      manifest.push({ index, filename: null, data: item.data ?? null, error });
      continue;
    }
    files[filename] = drawn.file;
    manifest.push(manifestEntry({ index, filename }, drawn));
  }
  if (failures.length > 0 && options.onError === "fail") throw batchFailure(failures, items.length);
  files["manifest.json"] = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  return { archive: await zip(files), count: items.length, failed: failures.length };
}

interface Failure {
  index: number;
  error: HubError;
}

interface Drawn {
  drawing: Drawing;
  file: Uint8Array;
}

function checkSize(items: readonly Item[], { defaults }: BatchOptions): void {
  if (items.length > batchMax)
    throw qr.error(
      "batch_too_large",
      `A batch must have at most ${batchMax} codes: it has ${items.length}`,
      { members: { batch_max: batchMax } },
    );
  const pixels = items.reduce((sum, { size = defaults.size }) => sum + size * size, 0);
  if (pixels > batchPixelsMax)
    throw qr.error(
      "batch_too_large",
      `A batch must have at most ${batchPixelsMax} pixels in all its images: it has ${pixels}`,
      { members: { pixels_max: batchPixelsMax } },
    );
}

/** The failure of one code becomes a value: what it means is the batch's to say. */
async function attempt(draw: () => Promise<Drawn>): Promise<Drawn | HubError> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof HubError && error.status < 500) return error;
    throw error;
  }
}

async function drawItem(
  { data, payload, filename: _, ...overrides }: Item,
  { defaults, format, strict, index }: BatchOptions & { index: number },
): Promise<Drawn> {
  const text = resolveContent({ data, payload }, `body.items.${index}`);
  const look = { ...defaults, ...overrides, strict: false, format };
  let drawing = createDrawing(text, look);
  // What is of a kind that is known to scan need not be read back fifty times.
  if (!drawing.verdict.verified) drawing = await composeCode(text, look);
  if (strict) checkVerified(drawing.verdict);
  const image = await drawing.image();
  return { drawing, file: typeof image === "string" ? Buffer.from(image) : image };
}

function manifestEntry(
  place: { index: number; filename: string },
  { drawing: { data, picture, verdict }, file }: Drawn,
): object {
  return {
    ...place,
    data,
    version: picture.matrix.version,
    ecc: picture.matrix.level,
    verified: verdict.verified,
    sha256: new Bun.CryptoHasher("sha256").update(file).digest("hex"),
  };
}

function batchFailure(failures: readonly Failure[], count: number): HubError {
  const errors = failures.flatMap(({ index, error }) => {
    const location = `body.items.${index}`;
    return error.errors.length > 0
      ? error.errors
      : [{ location, message: `${location}: ${error.message}` }];
  });
  return qr.error("batch_failed", `${failures.length} of ${count} codes cannot be drawn`, {
    errors,
    members: {
      failed: failures.map(({ index, error }) => ({ index, code: error.code, ...error.members })),
    },
  });
}
