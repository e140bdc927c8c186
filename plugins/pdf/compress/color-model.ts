import { asTable } from "hub";
import { PDFArray, PDFHexString, PDFName, type PDFObject, PDFStream, PDFString } from "pdf-lib";
import { listItems, nameEntry, numberEntry } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";

/** How the samples of a colour space can be converted to grey. `other` can't. */
type ColorKind = "grey" | "rgb" | "cmyk" | "lab" | "other";

/** A colour space, as far as re-encoding needs to know it. */
export interface ColorModel {
  kind: ColorKind;
  /** The number of components. */
  channels: number;
  /** Whether it is CalGray or CalRGB. PDFium applies their gamma to palettes alone. */
  isCalibrated?: boolean;
  /** The colours of an indexed space, whose components `kind` and `channels` describe. */
  palette?: { base: PDFObject; colors: Uint8Array };
}

const devices: Readonly<Record<string, ColorModel>> = asTable({
  DeviceGray: { kind: "grey", channels: 1 },
  CalGray: { kind: "grey", channels: 1, isCalibrated: true },
  DeviceRGB: { kind: "rgb", channels: 3 },
  CalRGB: { kind: "rgb", channels: 3, isCalibrated: true },
  DeviceCMYK: { kind: "cmyk", channels: 4 },
  Lab: { kind: "lab", channels: 3 },
});

const kindsByCount: Readonly<Record<number, ColorKind>> = { 1: "grey", 3: "rgb", 4: "cmyk" };

/** Reads a colour space. Returns undefined if it is unknown or broken. */
export function readColorModel(space: PDFObject | undefined): ColorModel | undefined {
  const [family, second, third, fourth] = space instanceof PDFArray ? listItems(space) : [space];
  if (!(family instanceof PDFName)) return undefined;
  const name = family.decodeText();
  const device = devices[name];
  if (device) return device;
  if (name === "Separation") return { kind: "other", channels: 1 };
  if (name === "DeviceN" && second instanceof PDFArray)
    return { kind: "other", channels: second.size() };
  if (name === "ICCBased" && second instanceof PDFStream) return readProfile(second);
  if (name !== "Indexed" || !(space instanceof PDFArray)) return undefined;
  const base = readColorModel(second);
  const colors = readBytes(fourth);
  const count = Number(third?.toString()) + 1;
  if (!base || base.palette || base.isCalibrated || !colors || !(count > 0)) return undefined;
  const used = colors.subarray(0, count * base.channels);
  return { ...base, palette: { base: space.get(1), colors: used } };
}

function readProfile({ dict }: PDFStream): ColorModel | undefined {
  const channels = numberEntry(dict, "N") ?? 0;
  const kind = nameEntry(dict, "Alternate") === "Lab" ? "lab" : kindsByCount[channels];
  return kind && { kind, channels };
}

function readBytes(value: PDFObject | undefined): Uint8Array | undefined {
  if (value instanceof PDFString || value instanceof PDFHexString) return value.asBytes();
  return streamBytes(value);
}
