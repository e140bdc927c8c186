import { HubError, zip } from "hub";
import { formatContent } from "../../content.ts";
import type { QrAppearance } from "../../design.ts";
import qr from "../../plugin.ts";
import type { BatchItem, LogoOptions } from "../../request.ts";
import { composeCode } from "../compose.ts";
import { type Drawing, verifyDrawing } from "../drawing.ts";
import { uniqueNames } from "./names.ts";

const { batchMax, batchPixelsMax } = qr.limits;

/** Options of a batch. */
interface BatchOptions {
  defaults: QrAppearance;
  format: "png" | "svg" | "webp" | "pdf" | "eps";
  /** Whether a code that cannot be drawn fails the batch or is skipped. */
  onError: "fail" | "skip";
  strict: boolean;
  /** The logo of all codes. */
  logo?: LogoOptions | undefined;
  /** Whether two decoders read each image. */
  verify: boolean;
}

/** Draws codes into a ZIP archive with a manifest, and counts the skipped ones. */
export async function drawBatch(items: readonly BatchItem[], options: BatchOptions) {
  checkSize(items, options);
  const requestedNames = items.map(({ filename }) => filename);
  const names = uniqueNames(requestedNames, options.format);
  const files: Record<string, Uint8Array> = {};
  const manifest: object[] = [];
  const failures: Failure[] = [];
  for (const [index, item] of items.entries()) {
    const filename = names[index] ?? "";
    const result = await tryDraw(() => drawItem(item, { ...options, index }));
    if (result instanceof HubError) {
      failures.push({ index, error: result });
      const error = { code: result.code, message: result.message };
      manifest.push({ index, filename: null, data: item.data ?? null, error });
      continue;
    }
    files[filename] = result.file;
    manifest.push(manifestEntry({ index, filename }, result));
  }
  if (failures.length > 0 && options.onError === "fail")
    throw createBatchError(failures, items.length);
  files["manifest.json"] = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  return { archive: await zip(files), count: items.length, failed: failures.length };
}

interface Failure {
  index: number;
  error: HubError;
}

interface DrawnItem {
  drawing: Drawing;
  file: Uint8Array;
}

function checkSize(items: readonly BatchItem[], { defaults }: BatchOptions): void {
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

/** Returns the error of one code as a value: the batch decides what it means. */
async function tryDraw(draw: () => Promise<DrawnItem>): Promise<DrawnItem | HubError> {
  try {
    return await draw();
  } catch (error) {
    if (error instanceof HubError && error.status < 500) return error;
    throw error;
  }
}

async function drawItem(
  { data, payload, encoding, caption, filename: _, ...overrides }: BatchItem,
  { defaults, format, logo, strict, verify, index }: BatchOptions & { index: number },
): Promise<DrawnItem> {
  const appearance = { ...defaults, ...overrides, format };
  const additions = { logo, caption, at: `body.items.${index}` };
  const unread = await composeCode({ data, payload, encoding }, appearance, additions);
  const drawing = strict || verify ? await verifyDrawing(unread, { strict }) : unread;
  const image = await drawing.image();
  return { drawing, file: typeof image === "string" ? Buffer.from(image) : image };
}

function manifestEntry(
  entry: { index: number; filename: string },
  { drawing: { content, picture, verdict }, file }: DrawnItem,
): object {
  return {
    ...entry,
    data: formatContent(content),
    version: picture.matrix.version,
    ecc: picture.matrix.level,
    verified: verdict.verified,
    sha256: new Bun.CryptoHasher("sha256").update(file).digest("hex"),
  };
}

function createBatchError(failures: readonly Failure[], count: number): HubError {
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
