const imageFormats = ["png", "jpeg", "webp"] as const;

/** The formats that return what is in a page. */
export const contentFormats = ["html", "text", "accessibility", "har"] as const;

export type ImageType = (typeof imageFormats)[number];

/** A format of a captured file. */
export type CaptureType = ImageType | (typeof contentFormats)[number] | "pdf";

const text = "text/plain; charset=utf-8";

/** Extension and media type of each format. HTML is text: the page must not run again at the hub's address. */
export const fileTypes: Readonly<Record<CaptureType, readonly [extension: string, type: string]>> =
  {
    png: ["png", "image/png"],
    jpeg: ["jpg", "image/jpeg"],
    webp: ["webp", "image/webp"],
    pdf: ["pdf", "application/pdf"],
    html: ["html", text],
    text: ["txt", text],
    accessibility: ["json", "application/json"],
    har: ["har", "application/json"],
  };

export function isImage(type: CaptureType): type is ImageType {
  return (imageFormats as readonly string[]).includes(type);
}
