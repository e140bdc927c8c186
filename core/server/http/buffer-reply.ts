import { HubError } from "../../contract/errors.ts";
import { Reply } from "../../contract/reply.ts";
import { chooseStream } from "../../host/handler/choose-stream.ts";
import { Spool } from "../../platform/http/spool.ts";
import { isRemote } from "../../platform/ipc/streams.ts";
import { Accumulator } from "./large-body.ts";

/** The maximum size of a buffered response. */
const bufferedBytesMax = 268_435_456;

interface BufferOptions {
  accept: string | null;
  /** The folder of the temporary file. */
  dir: string | undefined;
}

/** Reads the stream of a reply to its end. Throws the error of the stream. */
export async function bufferReply(given: Reply, { accept, dir }: BufferOptions): Promise<Reply> {
  const reply = chooseStream(given, accept);
  if (!(reply.body instanceof ReadableStream)) return reply;
  const content = new Accumulator({ dir, ownsChunks: isRemote(reply.body) });
  try {
    for await (const chunk of reply.body as ReadableStream<Uint8Array>) {
      if (content.size + chunk.byteLength > bufferedBytesMax)
        throw new HubError(
          "job_memory",
          `The response must have at most ${bufferedBytesMax} bytes`,
          { members: { bytes_max: bufferedBytesMax } },
        );
      await content.add(chunk);
    }
    const body = await content.end();
    if (!(body instanceof Spool)) return new Reply(body, { ...reply, buffered: true });
    const headers = { ...reply.headers, "content-length": String(body.size) };
    return new Reply(body.drain(), { ...reply, headers });
  } catch (error) {
    content.discard();
    throw error;
  }
}
