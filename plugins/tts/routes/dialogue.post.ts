import { binary, reply } from "hub";
import tts from "../plugin.ts";
import { dialogueBody, mediaTypes } from "../request.ts";
import { speechHeaders } from "../response.ts";

const { segmentsMax, textMax, paidTextMax } = tts.limits;

export default tts.route({
  summary: "Speak a dialogue between several voices as one recording",
  description: `Returns one recording of up to ${segmentsMax} segments with ${textMax.toLocaleString("en-US")} characters in total, or ${paidTextMax.toLocaleString("en-US")} with a paid tier. With \`output: "zip"\`, the response is a ZIP with a file for each segment, the recording and its captions. \`X-Engine\` names the engines that spoke, \`X-Duration-Ms\` gives the duration, \`X-Voice-Substituted\` names the voices that others replaced, and \`X-Degraded\` gives the reasons.`,
  body: dialogueBody,
  response: binary(
    mediaTypes.mp3,
    mediaTypes.wav,
    mediaTypes.ogg,
    mediaTypes.opus,
    mediaTypes.flac,
    "application/zip",
  ),
  heavy: true,
  bodyBytesMax: 524_288,
  headers: speechHeaders,
  example: {
    body: {
      segments: [
        { text: "Good morning.", voice: "flite-slt", speed: 1, pitch: 0 },
        { text: "And to you.", voice: "espeak-en-gb-f2", speed: 1.2, pitch: 5, speaker: "Ann" },
      ],
    },
  },
  async handler({ body, net, env, clock, signal, log, caller, data, models }) {
    const doors = { net, env, clock, signal, log, caller, data, models };
    const { synthesiseDialogue } = await import("../speech/dialogue.ts");
    const { bytes, type, headers } = await synthesiseDialogue(body, doors);
    return reply(bytes, { type, headers });
  },
});
