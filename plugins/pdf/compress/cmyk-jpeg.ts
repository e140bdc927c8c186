/** A segment of a JPEG file before its scan. */
interface Segment {
  marker: number;
  content: Uint8Array;
}

interface Parts {
  segments: readonly Segment[];
  /** The header of the scan and its data, up to the end of the image. */
  scan: Uint8Array;
}

const startOfImage = [0xff, 0xd8];
const quantizationTable = 0xdb;
const huffmanTable = 0xc4;
const baselineFrame = 0xc0;
const startOfScan = 0xda;

/** "Adobe", a version, no flags, and YCCK as the colour transform. */
const adobeMarker = [0xff, 0xee, 0, 14, 0x41, 0x64, 0x6f, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 2];

/** The tables of the fourth component get this number, because the others use 0 and 1. */
const tableNumber = 2;
const fourthComponent = 4;

/**
 * Joins a baseline JPEG in colour and one in grey of the same size into one JPEG of four
 * components: two scans, with the data of the inputs. The first three components are stored as
 * their complement, as YCCK requires.
 */
export function joinJpegs(color: Uint8Array, grey: Uint8Array): Uint8Array {
  const [first, second] = [readParts(color), readParts(grey)];
  const frame = findFrame(first);
  const greyFrame = findFrame(second);
  const sampling = frame[7] ?? 0x11;
  const joined = Uint8Array.from([...frame, fourthComponent, sampling, tableNumber]);
  joined[5] = fourthComponent;
  if (frame[5] !== 3 || greyFrame[5] !== 1 || !hasSameSize(frame, greyFrame))
    throw new Error("Cannot join the images: they must have three and one components of one size");
  const tables = (parts: Parts, marker: number) =>
    parts.segments.filter((segment) => segment.marker === marker);
  return Buffer.concat([
    Uint8Array.from([...startOfImage, ...adobeMarker]),
    ...tables(first, quantizationTable).map(writeSegment),
    ...tables(second, quantizationTable).map(renumberQuantization).map(writeSegment),
    writeSegment({ marker: baselineFrame, content: joined }),
    ...tables(first, huffmanTable).map(writeSegment),
    first.scan,
    ...tables(second, huffmanTable).map(writeSegment),
    renumberScan(second.scan),
    Uint8Array.of(0xff, 0xd9),
  ]);
}

function readParts(jpeg: Uint8Array): Parts {
  const segments: Segment[] = [];
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const marker = jpeg[at + 1] ?? 0;
    const end = at + 2 + (jpeg[at + 2] ?? 0) * 256 + (jpeg[at + 3] ?? 0);
    if (marker === startOfScan) return { segments, scan: jpeg.subarray(at, jpeg.length - 2) };
    segments.push({ marker, content: jpeg.subarray(at + 4, end) });
    at = end;
  }
  throw new Error("Cannot join the images: one has no scan");
}

function findFrame({ segments }: Parts): Uint8Array {
  const frame = segments.find(({ marker }) => marker === baselineFrame);
  if (!frame) throw new Error("Cannot join the images: one is no baseline JPEG");
  return frame.content;
}

function hasSameSize(frame: Uint8Array, other: Uint8Array): boolean {
  return [1, 2, 3, 4].every((at) => frame[at] === other[at]);
}

function writeSegment({ marker, content }: Segment): Uint8Array {
  const length = content.length + 2;
  return Uint8Array.from([0xff, marker, length >> 8, length & 0xff, ...content]);
}

function renumberQuantization({ marker, content }: Segment): Segment {
  return { marker, content: Uint8Array.from([tableNumber, ...content.subarray(1, 65)]) };
}

/** Makes the only component of a scan the fourth one. */
function renumberScan(scan: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(scan);
  copy[5] = fourthComponent;
  return copy;
}
