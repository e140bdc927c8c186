import { existsSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The fonts of npm packages that extend those of the system: scripts that many servers lack. */
const fontFiles = [
  ...["latin", "latin-ext", "greek", "cyrillic", "vietnamese"].map((part) => ["noto-sans", part]),
  ["noto-sans-arabic", "arabic"],
  ["noto-sans-hebrew", "hebrew"],
  ["noto-sans-devanagari", "devanagari"],
  ...["bengali", "cherokee", "ethiopic", "gujarati", "gurmukhi", "kannada", "khmer", "lao"].map(
    (script) => [`noto-sans-${script}`, script],
  ),
  ...["malayalam", "myanmar", "oriya", "sinhala", "tamil", "telugu", "thai"].map((script) => [
    `noto-sans-${script}`,
    script,
  ]),
  ["noto-serif-tibetan", "tibetan"],
  ["noto-sans-jp", "japanese"],
  ["noto-sans-kr", "korean"],
  ["noto-sans-sc", "chinese-simplified"],
].flatMap(([name, part]) =>
  [400, 700].map((weight) => `@fontsource/${name}/files/${name}-${part}-${weight}-normal.woff`),
);

/**
 * Writes a fontconfig file with these fonts and those of the system, and returns its path. Chromium doesn't
 * read compressed fonts, so they are unpacked once.
 */
export async function prepareFonts(folder: string): Promise<string> {
  const fonts = join(folder, "fonts");
  await mkdir(fonts, { recursive: true });
  for (const file of fontFiles) await unpack(file, fonts);
  await unpack("twemoji-colr-font/twemoji.woff2", fonts);
  const dejavu = findFile("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");
  const path = join(folder, "fonts.conf");
  const folders = [fonts, ...(dejavu ? [dirname(dejavu)] : [])];
  await Bun.write(path, buildConfig(folders, join(folder, "font-cache")));
  return path;
}

async function unpack(file: string, fonts: string): Promise<void> {
  const source = findFile(file);
  if (source === undefined) return;
  const target = join(fonts, `${file.slice(file.lastIndexOf("/") + 1, file.lastIndexOf("."))}.ttf`);
  if (existsSync(target)) return;
  const bytes = await Bun.file(source).bytes();
  const font = file.endsWith(".woff2")
    ? await (await import("woff2-encoder/decompress")).default(bytes)
    : (await import("../../lib/sfnt.ts")).unwrapWoff(bytes);
  const temporaryPath = `${target}.${process.pid}`;
  await Bun.write(temporaryPath, font);
  await rename(temporaryPath, target);
}

function findFile(file: string): string | undefined {
  try {
    const path = fileURLToPath(import.meta.resolve(file));
    return existsSync(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Builds the configuration. The system's settings come first, so that pages look the same as in its own
 * browsers.
 */
function buildConfig(folders: readonly string[], cache: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
${folders.map((folder) => `  <dir>${escapeXml(folder)}</dir>`).join("\n")}
  <cachedir>${escapeXml(cache)}</cachedir>
${[
  preferFamilies("sans-serif", "Noto Sans", "DejaVu Sans"),
  preferFamilies("serif", "DejaVu Serif"),
  preferFamilies("monospace", "DejaVu Sans Mono"),
  preferFamilies("emoji", "Noto Color Emoji", "Twemoji Mozilla"),
].join("\n")}
</fontconfig>
`;
}

function preferFamilies(family: string, ...fonts: string[]): string {
  const list = fonts.map((font) => `<family>${font}</family>`).join("");
  return `  <alias><family>${family}</family><accept>${list}</accept></alias>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
