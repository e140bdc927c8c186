import tts from "../plugin.ts";
import { resample } from "./resample.ts";
import { joinSounds, type Sound, writeWav } from "./wav.ts";

type Run = Parameters<Parameters<typeof tts.route>[0]["handler"]>[0]["run"];

const program = "ffmpeg";
const timeoutMs = 50_000;
const usualRate = 24_000;
/** Bit rates in bits per second. */
const bitrates = { standard: "64k", high: "128k" } as const;

/** Throws if the machine has no AAC encoder. The status is 400, because clients retry after a 5xx. */
export async function findFfmpeg(run: Run): Promise<void> {
  const found = await run(program, ["-version"]).catch((cause) => refuse(cause));
  if (found.exitCode !== 0) refuse(found.stderr);
}

function refuse(cause: unknown): never {
  throw tts.error(
    "format_unavailable",
    `Cannot write "aac": it needs the program "${program}" on the hub's machine; mp3, opus, flac, wav, ogg and pcm work without it`,
    { at: "body.response_format", status: 400, cause },
  );
}

/** Encodes sounds as AAC in an ADTS stream. */
export async function encodeAac(
  sounds: AsyncIterable<Sound>,
  { run, quality }: { run: Run; quality: keyof typeof bitrates },
): Promise<Uint8Array> {
  const all = await Array.fromAsync(sounds);
  const rate = all[0]?.rate ?? usualRate;
  const sound = joinSounds(
    all.map((one) => resample(one, rate)),
    rate,
  );
  const input = ["-hide_banner", "-loglevel", "error", "-f", "wav", "-i", "pipe:0"];
  const output = ["-c:a", "aac", "-b:a", bitrates[quality], "-f", "adts", "pipe:1"];
  const { exitCode, stdout, stderr } = await run(program, [...input, ...output], {
    stdin: writeWav(sound),
    timeoutMs,
  });
  if (exitCode !== 0)
    throw tts.error("format_unavailable", `Cannot write "aac": ${program} failed`, {
      at: "body.response_format",
      status: 400,
      cause: stderr,
    });
  return stdout;
}
