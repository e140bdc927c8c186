import { reply } from "hub";

const jsonType = "application/json;charset=utf-8";

interface StreamedText {
  /** The response field with the text. */
  field: string;
  /** Returns the text in pieces of whole characters. */
  write(): AsyncIterable<string>;
  /** Returns the other fields. Called after the last piece. */
  finish(): object;
  /** Returns the response for callers who accept JSON, if it fits into memory. */
  answerWhole?: (() => Promise<object>) | undefined;
}

/** Creates a reply with a text that isn't in memory: JSON, or only the text as `text/plain`. */
export function replyWithText({ field, write, finish, answerWhole }: StreamedText) {
  async function* writeJson() {
    if (answerWhole) {
      yield JSON.stringify({ success: true, ...(await answerWhole()) });
      return;
    }
    yield `{"success":true,${JSON.stringify(field)}:"`;
    for await (const piece of write()) yield JSON.stringify(piece).slice(1, -1);
    yield `",${JSON.stringify(finish()).slice(1)}`;
  }
  return reply(streamText(writeJson()), {
    type: jsonType,
    buffered: true,
    alternatives: { "text/plain": () => streamText(write()) },
  });
}

interface StreamedBytes {
  /** Returns the bytes in chunks. */
  write(): AsyncIterable<Uint8Array>;
  /** The error for a caller that accepts only JSON. */
  jsonError: Error;
}

/** Creates a reply with bytes that aren't in memory. JSON can't hold them. */
export function replyWithBytes({ write, jsonError }: StreamedBytes) {
  const refusal = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(jsonError) });
  return reply(refusal, {
    type: jsonType,
    buffered: true,
    alternatives: { "application/octet-stream": () => toStream(write()) },
  });
}

function streamText(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  return toStream(encodePieces(pieces));
}

async function* encodePieces(pieces: AsyncIterable<string>) {
  for await (const piece of pieces) if (piece !== "") yield Buffer.from(piece);
}

function toStream(chunks: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: () => void iterator.return?.(),
    },
    { highWaterMark: 0 },
  );
}
