import { bytesOfBase64, checkSize } from "../input/bytes.ts";
import pdf from "../plugin.ts";

export interface FilesBody {
  files?: File[] | undefined;
  files_base64?: string[] | undefined;
  names?: string[] | undefined;
}

/** A file as it was sent. */
export interface Sent {
  bytes: Uint8Array<ArrayBuffer>;
  name: string | undefined;
  /** Its place in the request. */
  at: string;
  index: number;
}

const filesMin = 2;

/** The files of a request, in the order they were sent. */
export async function readFiles({ files, files_base64, names = [] }: FilesBody): Promise<Sent[]> {
  if (Boolean(files) === Boolean(files_base64))
    throw pdf.error("invalid_input", "body must have one of files and files_base64", {
      at: "body",
    });
  const field = files ? "files" : "files_base64";
  const count = (files ?? files_base64)!.length;
  if (count < filesMin)
    throw pdf.error(
      "invalid_input",
      `body.${field} must have at least ${filesMin} files: it has ${count}`,
      { at: `body.${field}` },
    );
  const sent = await Promise.all(
    (files ?? files_base64)!.map(async (file, index) => {
      const at = `body.${field}.${index}`;
      const bytes = file instanceof File ? await file.bytes() : bytesOfBase64(file as string, at);
      const name = names[index] ?? (file instanceof File ? file.name || undefined : undefined);
      return { bytes, name, at, index };
    }),
  );
  for (const { bytes, at } of sent) checkSize(bytes, at);
  return sent;
}
