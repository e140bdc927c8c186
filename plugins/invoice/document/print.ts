import type { PDFDocument } from "pdf-lib";
import { makePdf as fileOf, type Raster } from "../pdf/file.ts";
import { Ink } from "../pdf/ink.ts";
import type { Page } from "../pdf/page.ts";
import invoice from "../plugin.ts";
import { drawSheets } from "../templates/render.ts";
import { contentOf, type Extras } from "./build.ts";
import type { Content } from "./content.ts";
import type { Document } from "./document.ts";

const { pagesMax } = invoice.limits;

/** Draws a document; answers the open PDF and how many pages it has. */
export async function printDocument(
  document: Document,
  { extras, now, draw = drawOnSheets }: { extras: Extras; now: number; draw?: typeof drawOnSheets },
): Promise<{ pdf: PDFDocument; pages: number }> {
  const { body, number } = document;
  const content = contentOf(document, extras);
  const ink = new Ink({ rtl: content.rtl });
  const pages = draw(content, ink, document);
  if (ink.missing.size > 0) throw glyphError([...ink.missing]);
  const images: Record<string, Raster> = extras.logo ? { Logo: extras.logo } : {};
  const title = `${content.title} ${number}`;
  const about = { title, author: body.from.name, language: body.locale, now };
  return { pdf: await fileOf(pages, { ink, images, about }), pages: pages.length };
}

function drawOnSheets(content: Content, ink: Ink, { body }: Document): Page[] {
  return drawSheets(content, ink, { ...body, tooMany });
}

function tooMany(pages: number): void {
  if (pages > pagesMax)
    throw invoice.error("too_many_pages", `The document may have at most ${pagesMax} pages`);
}

function glyphError(characters: readonly string[]) {
  const listed = characters.slice(0, 20).map((character) => {
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
    return `"${character}" (U+${code})`;
  });
  const more = characters.length > 20 ? ` and ${characters.length - 20} more` : "";
  return invoice.error("glyph_missing", `No font has a glyph for ${listed.join(", ")}${more}`, {
    members: { characters: characters.slice(0, 100) },
  });
}
