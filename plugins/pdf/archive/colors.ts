import { asTable } from "hub";
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  type PDFRef,
} from "pdf-lib";
import { type Device, defaults, findDevice, readDevices } from "../check/device-colors.ts";
import { readProfileHeader, readProfiles } from "../check/parts.ts";
import type { Subject } from "../check/rule.ts";
import { dictEntry, entry, listDicts, nameEntry, toDict } from "../objects/entries.ts";
import { streamBytes } from "../objects/streams.ts";
import type { Changes } from "./changes.ts";
import { addProfile, buildCmykProfile, readRgbProfile } from "./profiles.ts";

/**
 * Defines all device colours: by the output intent, which is sRGB if the file has none, or by an ICC
 * profile in their place.
 */
export async function convertColors(subject: Subject, changes: Changes): Promise<void> {
  const { document } = subject;
  replaceInvalidProfiles(subject, changes);
  const space = await setOutputIntent(document);
  const rgb = space === "rgb" ? undefined : await createSpace(document, "DeviceRGB", subject);
  const cmyk = space === "cmyk" ? undefined : await createSpace(document, "DeviceCMYK", subject);
  const spaces: Spaces = { DeviceGray: undefined, DeviceRGB: rgb, DeviceCMYK: cmyk };
  for (const dict of subject.dicts) replaceDevices(dict, { spaces, changes });
  for (const content of subject.contents)
    for (const device of readDevices(content)) {
      const replacement = spaces[device];
      if (!replacement || !content.resources) continue;
      const name = PDFName.of(defaults[device]);
      const named = dictEntry(content.resources, "ColorSpace") ?? document.context.obj({});
      if (!named.has(name)) {
        named.set(name, replacement);
        content.resources.set(PDFName.of("ColorSpace"), named);
      }
      changes.add("colors", device);
    }
  if (cmyk) dropOverprint(subject.dicts, changes);
}

type Spaces = Readonly<Record<Device, PDFArray | undefined>>;

/** Sets the output intent, unless the file has a valid one. Returns the space of its profile. */
async function setOutputIntent(document: PDFDocument) {
  const { catalog, context } = document;
  const key = PDFName.of("OutputIntents");
  const valid = readProfiles(document).find(({ space }) => space !== undefined);
  const press = listDicts(entry(catalog, "OutputIntents", PDFArray)).find((intent) => {
    const bytes = streamBytes(intent.lookup(PDFName.of("DestOutputProfile")));
    return bytes && readProfileHeader(bytes)?.kind === "prtr";
  });
  const ref =
    valid?.ref ??
    press?.get(PDFName.of("DestOutputProfile")) ??
    addProfile(document, { bytes: await readRgbProfile(), components: 3 });
  const name = valid || press ? "Custom" : "sRGB IEC61966-2.1";
  const intent = context.obj({
    Type: "OutputIntent",
    S: "GTS_PDFA1",
    DestOutputProfile: ref,
  });
  for (const label of ["OutputConditionIdentifier", "Info"])
    intent.set(PDFName.of(label), PDFHexString.fromText(name));
  catalog.set(key, context.obj([context.register(intent)]));
  const [profile] = readProfiles(document);
  return profile?.space;
}

async function createSpace(
  document: PDFDocument,
  device: "DeviceRGB" | "DeviceCMYK",
  subject: Subject,
): Promise<PDFArray | undefined> {
  if (!usesDevice(subject, device)) return undefined;
  const isRgb = device === "DeviceRGB";
  const bytes = isRgb ? await readRgbProfile() : await buildCmykProfile();
  const profile: PDFRef = addProfile(document, { bytes, components: isRgb ? 3 : 4 });
  return document.context.obj([PDFName.of("ICCBased"), profile]);
}

function usesDevice({ dicts, contents }: Subject, device: Device): boolean {
  const isUsed = dicts.some((dict) =>
    listSlots(dict).some(({ value }) => findDevice(dict.context.lookup(value)) === device),
  );
  return isUsed || contents.some((content) => readDevices(content).has(device));
}

interface Slot {
  value: PDFObject;
  set(value: PDFObject): void;
}

/** Lists the entries of a dictionary that are colour spaces. */
function listSlots(dict: PDFDict): Slot[] {
  const slots: Slot[] = [];
  for (const name of ["ColorSpace", "CS"]) {
    const key = PDFName.of(name);
    const value = dict.get(key);
    const resolved = dict.context.lookup(value);
    if (resolved instanceof PDFDict)
      for (const [own, space] of resolved.entries())
        slots.push({ value: space, set: (other) => resolved.set(own, other) });
    else if (value) slots.push({ value, set: (other) => dict.set(key, other) });
  }
  // The colours of a DeviceN space are named separations.
  for (const [own, space] of dictEntry(dict, "Colorants")?.entries() ?? [])
    slots.push({ value: space, set: (other) => dictEntry(dict, "Colorants")?.set(own, other) });
  return slots;
}

function replaceDevices(
  dict: PDFDict,
  { spaces, changes }: { spaces: Spaces; changes: Changes },
): void {
  // A soft mask is grey, and a stencil has no colours.
  for (const { value, set } of listSlots(dict)) {
    const replaced = replaceDevice(dict.context.lookup(value), spaces);
    if (replaced === "inside") changes.add("colors");
    else if (replaced) {
      set(replaced);
      changes.add("colors");
    }
  }
}

const depthMax = 4;

/** Returns the space in the place of a device colour space, or whether one within it was replaced. */
function replaceDevice(
  space: PDFObject | undefined,
  spaces: Spaces,
  depth = 0,
): PDFArray | "inside" | undefined {
  if (space instanceof PDFName) return spaces[space.decodeText() as Device];
  if (!(space instanceof PDFArray) || depth > depthMax) return undefined;
  const family = space.lookup(0)?.toString() ?? "";
  if (space.size() === 1) return replaceDevice(space.lookup(0), spaces, depth + 1);
  const index = baseIndexes[family];
  if (index === undefined || index >= space.size()) return undefined;
  const replaced = replaceDevice(space.lookup(index), spaces, depth + 1);
  if (replaced instanceof PDFArray) space.set(index, replaced);
  return replaced && "inside";
}

/** The position of the colour space that another one is based on. */
const baseIndexes: Readonly<Record<string, number>> = asTable({
  "/Indexed": 1,
  "/Pattern": 1,
  "/Separation": 2,
  "/DeviceN": 2,
});

/** Replaces ICC profiles that PDF/A doesn't allow by the device colours that they stand for. */
function replaceInvalidProfiles({ dicts }: Subject, changes: Changes): void {
  for (const dict of dicts)
    for (const { value, set } of listSlots(dict)) {
      const space = dict.context.lookup(value);
      if (!(space instanceof PDFArray) || space.lookup(0)?.toString() !== "/ICCBased") continue;
      const profile = space.lookup(1);
      const bytes = streamBytes(profile);
      const header = bytes && readProfileHeader(bytes);
      const count = entry(toDict(profile), "N", PDFNumber)?.asNumber();
      if (header && header.components === count && header.version <= 4) continue;
      const device = deviceNames[count ?? 0];
      if (!device) continue;
      set(PDFName.of(device));
      changes.add("colors", "invalid profile");
    }
}

const deviceNames: Readonly<Record<number, Device>> = {
  1: "DeviceGray",
  3: "DeviceRGB",
  4: "DeviceCMYK",
};

/** Overprint mode 1 only applies to CMYK without a profile. */
function dropOverprint(dicts: readonly PDFDict[], changes: Changes): void {
  for (const dict of dicts) {
    const isMode = dict.has(PDFName.of("OPM")) && nameEntry(dict, "Type") !== "Catalog";
    if (isMode && dict.delete(PDFName.of("OPM"))) changes.add("graphics", "OPM");
  }
}
