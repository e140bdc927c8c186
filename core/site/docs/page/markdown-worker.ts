// Converts pages to Markdown in a thread of its own: see markdown-thread.ts.
import { convertToMarkdown } from "./page-markdown.ts";

declare const self: Worker;

self.onmessage = ({ data }: MessageEvent<readonly string[]>) => {
  self.postMessage(data.map(convertToMarkdown));
};
