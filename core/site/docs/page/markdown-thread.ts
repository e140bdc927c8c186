/**
 * Converts pages to Markdown in another thread, which ends afterwards: the library leaves many times the memory of its
 * result.
 */
export async function convertInThread(pages: readonly string[]): Promise<string[]> {
  const worker = new Worker(new URL("markdown-worker.ts", import.meta.url), { smol: true });
  const { promise, resolve, reject } = Promise.withResolvers<string[]>();
  worker.onmessage = ({ data }: MessageEvent<string[]>) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(pages);
  try {
    return await promise;
  } finally {
    worker.terminate();
  }
}
