import { tmpdir } from "node:os";

/** Whether the machine has a program; a test that needs it is skipped where not. */
export function has(program: string): boolean {
  return Bun.which(program) !== null;
}

/** What qpdf finds wrong with a PDF; nothing where all is well. */
export async function faultsByQpdf(bytes: Uint8Array): Promise<string> {
  const { code, output } = await run("qpdf", (file) => ["--check", file], bytes);
  return code === 0 ? "" : output;
}

/** The text of a PDF as poppler reads it. */
export async function textByPoppler(bytes: Uint8Array): Promise<string> {
  return (await run("pdftotext", (file) => ["-layout", file, "-"], bytes)).output;
}

/** The text of a PDF as MuPDF reads it. */
export async function textByMupdf(bytes: Uint8Array): Promise<string> {
  return (await run("mutool", (file) => ["draw", "-q", "-F", "txt", file], bytes)).output;
}

/** The first page of a PDF as poppler draws it: a PNG of 72 dpi, cut as it is seen. */
export async function drawnByPoppler(bytes: Uint8Array): Promise<Uint8Array> {
  const args = (file: string) => [
    "-cropbox",
    "-r",
    "72",
    "-png",
    "-singlefile",
    file,
    `${file}.out`,
  ];
  const { file } = await run("pdftoppm", args, bytes);
  return Bun.file(`${file}.out.png`).bytes();
}

async function run(program: string, args: (file: string) => string[], bytes: Uint8Array) {
  const file = `${tmpdir()}/utilhub-pdf-${Bun.randomUUIDv7()}/file.pdf`;
  await Bun.write(file, bytes);
  const child = Bun.spawn([program, ...args(file)], { stdout: "pipe", stderr: "pipe" });
  const [output, faults, code] = await Promise.all([
    child.stdout.text(),
    child.stderr.text(),
    child.exited,
  ]);
  return { code, output: output + (code === 0 ? "" : faults), file };
}
