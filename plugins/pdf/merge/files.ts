import { checkSize, decodeBase64 } from "../input/open.ts";
import pdf from "../plugin.ts";
import type { MergeBody } from "./request.ts";

/** A file as sent. */
export interface Sent {
  bytes: Uint8Array<ArrayBuffer>;
  name: string | undefined;
  /** Its location in the request. */
  at: string;
  index: number;
}

/** Reads the files of a request, in the order sent. */
export async function readFiles(
  { files, files_base64, names = [] }: Pick<MergeBody, "files" | "files_base64" | "names">,
  { filesMin }: { filesMin: number },
): Promise<Sent[]> {
  const given = files ?? files_base64;
  if (!given || (files && files_base64))
    throw pdf.error("invalid_input", "body must have one of files and files_base64", {
      at: "body",
    });
  const field = files ? "files" : "files_base64";
  if (given.length < filesMin)
    throw pdf.error(
      "invalid_input",
      `body.${field} must have at least ${filesMin} file${filesMin > 1 ? "s" : ""}: it has ${given.length}`,
      { at: `body.${field}` },
    );
  const sent = await Promise.all(
    given.map(async (file, index) => {
      const at = `body.${field}.${index}`;
      const bytes = file instanceof File ? await file.bytes() : decodeBase64(file as string, at);
      const name =
        names[index] ??
        (file instanceof File && file.name !== "body" ? file.name || undefined : undefined);
      return { bytes, name, at, index };
    }),
  );
  for (const { bytes, at } of sent) checkSize(bytes, at);
  return sent;
}
