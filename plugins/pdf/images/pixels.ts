import pdf from "../plugin.ts";

/** How large a page becomes. */
export interface PixelSize {
  page: number;
  width: number;
  height: number;
}

/** How many pixels the pages take, by a resolution or by a width for all; refuses too many. */
export function pixelSizes(
  pages: readonly { page: number; width: number; height: number }[],
  { dpi, width }: { dpi: number; width?: number | undefined },
): PixelSize[] {
  const sizes = pages.map((page) => {
    const scale = width === undefined ? dpi / 72 : width / page.width;
    return {
      page: page.page,
      width: width ?? Math.max(1, Math.round(page.width * scale)),
      height: Math.max(1, Math.round(page.height * scale)),
    };
  });
  const { pagePixelsMax, jobPixelsMax } = pdf.limits;
  for (const { page, width, height } of sizes)
    if (width * height > pagePixelsMax)
      throw tooMany("page_pixels", {
        max: pagePixelsMax,
        is: `page ${page} would have ${width} × ${height}`,
      });
  const sum = sizes.reduce((sum, { width, height }) => sum + width * height, 0);
  if (sum > jobPixelsMax)
    throw tooMany("job_pixels", { max: jobPixelsMax, is: `the pages would have ${sum} together` });
  return sizes;
}

function tooMany(limit: string, { max, is }: { max: number; is: string }) {
  const what = limit === "page_pixels" ? "a page" : "all pages";
  return pdf.error(
    "pdf_limit_exceeded",
    `body must ask for at most ${max} pixels of ${what}: ${is}`,
    {
      at: "body",
      members: { limit, max },
    },
  );
}
