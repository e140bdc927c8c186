import { binary, reply, t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";

const { compressionBytesMax } = dev.limits;

const sample =
  "UEsDBAoAAAAAAAAAIQCGphA2BQAAAAUAAAAJAAAAaGVsbG8udHh0aGVsbG9QSwECFAAKAAAAAAAAACEAhqYQNgUAAAAFAAAACQAAAAAAAAAAAAAAAAAAAAAAaGVsbG8udHh0UEsFBgAAAAABAAEANwAAACwAAAAAAA==";

export default dev.route({
  summary: "List the files in a ZIP or tar archive, or extract one",
  keywords:
    "unzip, untar, zip viewer, tar, list zip, extract zip, archive viewer, tar.gz, zip file",
  description: `Lists the entries of a ZIP, tar or tar.gz archive of up to ${compressionBytesMax / 1_048_576} MB, 10,000 at most. With \`path\` and \`Accept: application/octet-stream\` it returns the content of one file. ${rawNote}`,
  body: t.Object({
    ...sourceFields({ textMax: compressionBytesMax * 1.5, fileMax: compressionBytesMax }),
    path: t.Optional(
      t.String({ minLength: 1, maxLength: 1000, description: "The file to extract, as listed" }),
    ),
  }),
  raw: {
    ...rawTypes,
    "application/zip": "file",
    "application/gzip": "file",
    "application/x-tar": "file",
  },
  response: t.Union([
    t.Object({
      format: t.String({ description: "`zip`, `tar` or `tar.gz`" }),
      count: t.Integer({ description: "Number of entries" }),
      entries: t.Array(
        t.Object({
          path: t.String({ description: "Path in the archive" }),
          type: t.String({ description: "`file`, `directory` or another type of tar" }),
          bytes: t.Integer({ description: "Size that the archive states" }),
          packed_bytes: t.Integer({ description: "Compressed size" }),
          modified: t.Union([t.String(), t.Null()], {
            description: "Time of the last change, for tar",
          }),
        }),
        { description: "The entries" },
      ),
      data_base64: t.Union([t.String(), t.Null()], {
        description: "Content of the file at `path`; null without it",
      }),
    }),
    binary("application/octet-stream"),
  ]),
  heavy: true,
  bodyBytesMax: compressionBytesMax * 1.5 + 65_536,
  example: {
    body: {
      file: new File([Uint8Array.fromBase64(sample)], "hello.zip", { type: "application/zip" }),
      path: "hello.txt",
    },
  },
  async handler({ body: { path, ...source } }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { listArchive } = await import("../archive/list-archive.ts");
    const { answer, content } = await listArchive(await sourceBytes(source), path);
    return reply(
      { ...answer, data_base64: content?.toBase64() ?? null },
      { alternatives: content ? { "application/octet-stream": () => content } : {} },
    );
  },
});
