import createQpdf from "@neslinesli93/qpdf-wasm";
import wasm from "@neslinesli93/qpdf-wasm/dist/qpdf.wasm" with { type: "file" };
import { getDocumentProxy } from "unpdf";

/** A text run with the start and end of its baseline. The baseline of slanted text rises. */
interface Piece {
  text: string;
  page: number;
  x: number;
  y: number;
  size: number;
  width: number;
  /** In radians. */
  angle: number;
}

/** Reads a file with pdf.js, which is independent of the code that wrote it. */
export async function readPdf(bytes: Uint8Array) {
  // pdf.js takes ownership of the bytes.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const pages: string[] = [];
    const pieces: Piece[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const { items } = await page.getTextContent();
      let text = "";
      for (const item of items) {
        if (!("str" in item)) continue;
        text += item.str + (item.hasEOL ? "\n" : "");
        const [a, b, , , x, y] = item.transform as number[];
        if (a === undefined || b === undefined || x === undefined || y === undefined) continue;
        const [size, angle] = [Math.hypot(a, b), Math.atan2(b, a)];
        pieces.push({ text: item.str, page: number, x, y, size, width: item.width, angle });
      }
      pages.push(text);
    }
    const { metadata } = await document.getMetadata();
    const attached: Record<string, string> = {};
    for (const [id, { filename }] of (await document.getAttachments()) ?? [])
      attached[filename] = new TextDecoder().decode(
        (await document.getAttachmentContent(id)) ?? undefined,
      );
    return { pages, pieces, metadata: String(metadata?.getRaw() ?? ""), attached };
  } finally {
    await document.loadingTask.destroy();
  }
}

/** An element of the structure tree, with the text of it and its kids. */
export interface TagNode {
  role: string;
  text: string;
  alt: string | undefined;
  kids: TagNode[];
}

/** Reads the structure tree of each page with pdf.js, and the text outside of it. */
export async function readTags(bytes: Uint8Array) {
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    const outside: string[] = [];
    const links: { url: string; text: string }[] = [];
    const roots: TagNode[] = [];
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number);
      const texts = new Map<string, string>();
      const open: { id?: string | null; tag?: string }[] = [];
      for (const item of (await page.getTextContent({ includeMarkedContent: true })).items) {
        if ("str" in item) {
          const id = open.findLast(({ id }) => typeof id === "string")?.id;
          if (id) texts.set(id, (texts.get(id) ?? "") + item.str);
          else if (!open.some(({ tag }) => tag === "Artifact")) outside.push(item.str);
        } else if (item.type === "endMarkedContent") open.pop();
        else open.push(item);
      }
      roots.push(buildNode((await page.getStructTree()) as StructNode, texts));
      for (const { url, contentsObj } of await page.getAnnotations())
        links.push({ url, text: contentsObj.str });
    }
    const root: TagNode = { role: "Root", text: "", alt: undefined, kids: roots };
    return { root, pages: roots, outside, links };
  } finally {
    await document.loadingTask.destroy();
  }
}

interface StructNode {
  role: string;
  alt?: string;
  children: (StructNode | { id: string })[];
}

function buildNode(node: StructNode, texts: ReadonlyMap<string, string>): TagNode {
  const kids: TagNode[] = [];
  let text = "";
  for (const kid of node.children) {
    if ("role" in kid) {
      const own = buildNode(kid, texts);
      kids.push(own);
      text += own.text;
    } else text += texts.get(kid.id) ?? "";
  }
  return { role: node.role, text: text.trim(), alt: node.alt, kids };
}

/** Lists the elements of a role in reading order. */
export function listTags(node: TagNode, role: string): TagNode[] {
  const kids = node.kids.flatMap((kid) => listTags(kid, role));
  return node.role === role ? [node, ...kids] : kids;
}

/** Returns the output of `qpdf --check`. */
export async function checkPdf(bytes: Uint8Array): Promise<string> {
  const output: number[] = [];
  const write = (code: number | null) => {
    if (code !== null) output.push(code);
  };
  const qpdf = await createQpdf({
    locateFile: () => wasm,
    // The package's types lack this option and the files below. By default it writes to the test output.
    preRun: [
      ({ FS }: { FS: { init(...channels: unknown[]): void } }) => FS.init(null, write, write),
    ],
  } as unknown as Parameters<typeof createQpdf>[0]);
  const files = qpdf.FS as unknown as { writeFile(path: string, bytes: Uint8Array): void };
  files.writeFile("/in.pdf", bytes);
  const { process } = globalThis;
  const { exitCode } = process;
  qpdf.callMain(["--check", "/in.pdf"]);
  // The engine sets the exit code of the process.
  process.exitCode = exitCode ?? 0;
  return Buffer.from(output).toString();
}
