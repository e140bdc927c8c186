import { type Browser, cleanFileName, HubError, reply, zip } from "hub";
import { answerRequest } from "./answer-request.ts";
import { invalid, readAddress } from "./page/checks.ts";
import { fileTypes } from "./page/formats.ts";
import screenshot from "./plugin.ts";
import { readPostOptions } from "./request.ts";
import type { CaptureDoors } from "./response.ts";
import type { ListedShot } from "./shots.ts";

const { archiveBytesMax, shotsAtOnce } = screenshot.limits;

type Doors = CaptureDoors & { browser: Browser };

/** The entry of a shot in `shots.json`. */
interface ShotResult {
  file?: string;
  url?: string | undefined;
  final_url?: string | undefined;
  page_status?: number;
  settled?: boolean;
  bytes?: number;
  error?: { code: string; detail: string };
}

/** Captures the pages of a list, a few at a time. Returns a ZIP archive of the files and of what failed. */
export async function captureShots(shots: readonly ListedShot[], doors: Doors) {
  const names = nameFiles(shots);
  const files: Record<string, Uint8Array> = {};
  const results: ShotResult[] = [];
  const queue = [...shots.entries()];
  let bytesLeft = archiveBytesMax;
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, shot] = next;
      const [name = "", url] = [names[index], shot.url];
      try {
        const { body, ...facts } = await capture(shot, { ...doors, part: `body.shots.${index}` });
        if (body.length > bytesLeft)
          throw screenshot.error(
            "archive_full",
            `The archive would have more than ${archiveBytesMax} bytes`,
          );
        bytesLeft -= body.length;
        files[name] = body;
        results[index] = { file: name, url, ...facts, bytes: body.length };
      } catch (error) {
        if (doors.signal.aborted || !(error instanceof HubError)) throw error;
        results[index] = { file: name, url, error: { code: error.code, detail: error.message } };
      }
    }
  };
  await Promise.all(Array.from({ length: shotsAtOnce }, work));
  const failed = results.filter(({ error }) => error).length;
  files["shots.json"] = Buffer.from(JSON.stringify(results, null, 2));
  return reply(await zip(files), {
    type: "application/zip",
    headers: {
      "cache-control": "no-store",
      "x-capture-count": String(shots.length - failed),
      "x-capture-failed": String(failed),
    },
  });
}

async function capture(
  { url, html, output, ...options }: ListedShot,
  doors: Doors & { part: string },
) {
  const { part } = doors;
  if ((url === undefined) === (html === undefined))
    throw invalid(part, "have exactly one of url and html");
  const source =
    url === undefined ? { html: html ?? "" } : { url: readAddress(url, `${part}.url`) };
  const { body, headers } = await answerRequest(source, readPostOptions(options, part), doors);
  return {
    body: body as Uint8Array,
    final_url: headers["x-final-url"],
    page_status: Number(headers["x-page-status"]),
    settled: headers["x-screenshot-settled"] === "true",
  };
}

/** Names the files of shots. Throws `invalid_input` if two have the same name. */
function nameFiles(shots: readonly ListedShot[]): string[] {
  const names = shots.map(({ output, format }, index) => {
    const [extension] = fileTypes[format];
    const name = cleanFileName(output ?? String(index + 1).padStart(2, "0"));
    return name.toLowerCase().endsWith(`.${extension}`) ? name : `${name}.${extension}`;
  });
  const seen = new Set(["shots.json"]);
  for (const [index, name] of names.entries()) {
    const key = name.toLowerCase();
    if (seen.has(key))
      throw invalid(`body.shots.${index}.output`, `name no file twice: "${name}" is another one`);
    seen.add(key);
  }
  return names;
}
