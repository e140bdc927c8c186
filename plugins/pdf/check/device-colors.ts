import { asTable } from "hub";
import { PDFArray, type PDFDict, PDFName, type PDFObject } from "pdf-lib";
import { readTokens, readWord } from "../objects/content-tokens.ts";
import { dictEntry, listItems, nameEntry } from "../objects/entries.ts";
import { showing } from "../objects/shown-text.ts";
import { readInlineImages, readInstructions } from "./content.ts";
import { readProfiles } from "./parts.ts";
import type { ContentStream, Finding, Subject } from "./rule.ts";

export type Device = "DeviceGray" | "DeviceRGB" | "DeviceCMYK";

const operators: Readonly<Record<string, Device>> = asTable({
  g: "DeviceGray",
  G: "DeviceGray",
  rg: "DeviceRGB",
  RG: "DeviceRGB",
  k: "DeviceCMYK",
  K: "DeviceCMYK",
});

/** The default colour spaces that replace device colours. */
export const defaults: Readonly<Record<Device, string>> = {
  DeviceGray: "DefaultGray",
  DeviceRGB: "DefaultRGB",
  DeviceCMYK: "DefaultCMYK",
};

/** Finds device colours that neither an output intent nor a default colour space defines. */
export function* findDeviceColors({
  document,
  contents,
  streams,
  dicts,
}: Subject): Generator<Finding> {
  const spaces = new Set(readProfiles(document).map(({ space }) => space));
  const isDefined = (device: Device) => {
    if (device === "DeviceGray") return spaces.size > 0 && !spaces.has(undefined);
    return spaces.has(device === "DeviceRGB" ? "rgb" : "cmyk");
  };
  for (const content of contents) {
    const defined = dictEntry(content.resources, "ColorSpace");
    for (const device of readDevices(content))
      if (!isDefined(device) && !defined?.has(PDFName.of(defaults[device])))
        yield { page: content.page, detail: device };
  }
  for (const dict of dicts) {
    const isSpaced = dict.has(PDFName.of("ShadingType")) || nameEntry(dict, "S") === "Transparency";
    const key = dict.has(PDFName.of("ShadingType")) ? "ColorSpace" : "CS";
    const device = isSpaced ? findDevice(dict.lookup(PDFName.of(key))) : undefined;
    if (device && !isDefined(device)) yield { detail: `${key} ${device}` };
  }
  const softMasks = new Set(streams.map(({ dict }) => dict.lookup(PDFName.of("SMask"))));
  for (const stream of streams) {
    const { dict } = stream;
    const isColored = !isMask(dict) && !softMasks.has(stream);
    const isImage = nameEntry(dict, "Subtype") === "Image" && isColored;
    const device = isImage ? findDevice(dict.lookup(PDFName.of("ColorSpace"))) : undefined;
    if (device && !isDefined(device)) yield { detail: `image in ${device}` };
  }
}

function isMask(dict: PDFDict): boolean {
  return dict.lookup(PDFName.of("ImageMask"))?.toString() === "true";
}

/** Returns the device colours that a content stream sets. */
export function readDevices({ bytes, resources, page }: ContentStream): Set<Device> {
  const found = new Set<Device>();
  // A page begins with black in DeviceGray, and a form with the colours of what draws it.
  if (page !== undefined && paintsUnset(bytes)) found.add("DeviceGray");
  const named = dictEntry(resources, "ColorSpace");
  let name = "";
  for (const token of readTokens(bytes)) {
    if (token.kind === "name") name = readWord(bytes, token).slice(1);
    if (token.kind !== "word") continue;
    const word = readWord(bytes, token);
    const isSetting = word === "cs" || word === "CS";
    const device = isSetting
      ? findDevice(named?.lookup(PDFName.of(name)) ?? PDFName.of(name))
      : operators[word];
    if (device) found.add(device);
  }
  for (const image of readInlineImages({ bytes, resources })) {
    const space = image.get("CS") ?? "";
    const short = space.startsWith("[") ? (space.match(/\/[^\s/]{1,40}/g)?.[1] ?? "") : space;
    const device = findDevice(PDFName.of(inlineSpaces[short] ?? short.slice(1)));
    if (device && image.get("IM") !== "true") found.add(device);
  }
  return found;
}

const fills = new Set(["f", "F", "f*", "B", "B*", "b", "b*", ...showing]);
const strokes = new Set(["s", "S", "B", "B*", "b", "b*"]);
const fillColors = new Set(["g", "rg", "k", "cs"]);
const strokeColors = new Set(["G", "RG", "K", "CS"]);

/** Whether a content stream paints before it sets a colour. */
function paintsUnset(bytes: Uint8Array): boolean {
  const open = [{ fill: false, stroke: false, isInvisible: false }];
  for (const { operator, operands } of readInstructions({ bytes })) {
    const state = open.at(-1);
    if (!state) break;
    if (operator === "q" && open.length < savedMax) open.push({ ...state });
    else if (operator === "Q" && open.length > 1) open.pop();
    else if (operator === "Tr")
      state.isInvisible = /^[37]$/.test(operands.map((token) => readWord(bytes, token)).join());
    else if (fillColors.has(operator)) state.fill = true;
    else if (strokeColors.has(operator)) state.stroke = true;
    else if (fills.has(operator) && !state.fill && !(state.isInvisible && showing.has(operator)))
      return true;
    else if (strokes.has(operator) && !state.stroke) return true;
  }
  return false;
}

const savedMax = 1000;

const inlineSpaces: Readonly<Record<string, Device>> = asTable({
  "/G": "DeviceGray",
  "/RGB": "DeviceRGB",
  "/CMYK": "DeviceCMYK",
});

/** The maximum depth of a colour space within others: malicious ones contain themselves. */
const depthMax = 8;

/** Returns the device space that a colour space is or is based on. */
export function findDevice(space: PDFObject | undefined, depth = 0): Device | undefined {
  if (space instanceof PDFName) {
    const name = space.decodeText();
    return name in defaults ? (name as Device) : undefined;
  }
  if (!(space instanceof PDFArray) || depth > depthMax) return undefined;
  const [family, second, third] = listItems(space);
  const name = family instanceof PDFName ? family.decodeText() : "";
  if (name === "Indexed" || name === "Pattern") return findDevice(second, depth + 1);
  const isNamed = name === "Separation" || name === "DeviceN";
  return findDevice(isNamed ? third : family, depth + 1);
}
