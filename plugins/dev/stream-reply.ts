import { reply } from "hub";

const jsonType = "application/json;charset=utf-8";

interface StreamedText {
  /** The response field with the text. */
  field: string;
  /** Returns the text in pieces of whole characters. */
  write(): AsyncIterable<string>;
  /** Returns the other fields. Called after the last piece. */
  finish(): object;
  /** Whether the text is also a response as `application/octet-stream`, in UTF-8. */
  allowsBytes?: boolean;
  /** Returns the response for callers who accept JSON, if it fits into memory. */
  answerWhole?: (() => Promise<object>) | undefined;
}

/** Creates a reply with a text that isn't in memory: JSON, or only the text as `text/plain`. */
export function replyWithText(text: StreamedText) {
  const { field, write, finish, answerWhole, allowsBytes = false } = text;
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
    alternatives: {
      "text/plain": () => streamText(write()),
      ...(allowsBytes && { "application/octet-stream": () => streamText(write()) }),
    },
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

interface EncodedBytes {
  /** Returns the bytes in chunks. */
  write(): AsyncIterable<Uint8Array>;
  /** Returns the fields after `data_base64`. Called after the last chunk. */
  finish(): object;
}

/** Creates a reply with bytes that aren't in memory: base64 in JSON, or only the bytes. */
export function replyWithBase64({ write, finish }: EncodedBytes) {
  async function* writeJson() {
    yield '{"success":true,"data_base64":"';
    yield* encodeBase64(write());
    yield `",${JSON.stringify(finish()).slice(1)}`;
  }
  return reply(streamText(writeJson()), {
    type: jsonType,
    buffered: true,
    alternatives: { "application/octet-stream": () => toStream(write()) },
  });
}

/** Encodes bytes of any size as base64. */
async function* encodeBase64(chunks: AsyncIterable<Uint8Array>) {
  let rest: Uint8Array = new Uint8Array();
  for await (const chunk of chunks) {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = bytes.length - (bytes.length % 3);
    yield bytes.subarray(0, end).toBase64();
    rest = bytes.slice(end);
  }
  yield rest.toBase64();
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
