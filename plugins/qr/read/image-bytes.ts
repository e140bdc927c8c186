import qr from "../plugin.ts";

/** The bytes of whichever of the two was given, and the place of that field in the request. */
export async function imageBytes({
  file,
  image,
}: {
  file: File | undefined;
  image: string | undefined;
}): Promise<{ at: string; bytes: Uint8Array }> {
  if ((file === undefined) === (image === undefined))
    throw qr.error(
      "invalid_input",
      `body must have one of file and image: it has ${file ? "both" : "neither"}`,
      { at: "body" },
    );
  if (file) return { at: "body.file", bytes: await file.bytes() };
  const at = "body.image";
  try {
    return { at, bytes: Uint8Array.fromBase64(base64Of(image ?? "")) };
  } catch (cause) {
    throw qr.error("invalid_input", `${at} must be base64, or a data: URI of base64`, {
      at,
      cause,
    });
  }
}

function base64Of(image: string): string {
  if (image.slice(0, 5).toLowerCase() !== "data:") return image;
  const comma = image.indexOf(",");
  if (!image.slice(0, Math.max(comma, 0)).toLowerCase().endsWith(";base64"))
    throw new SyntaxError("A data: URI that is not base64");
  return image.slice(comma + 1);
}
