import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { cases } from "hub/testing";
import {
  bigGeometry,
  flatGeometry,
  type Geometry,
  loadWidths,
  socialGeometry,
  type TextPlace,
} from "./geometry.ts";

const verdana = await loadWidths("verdana-11px-normal");
const bold = await loadWidths("verdana-10px-bold");
const helvetica = await loadWidths("helvetica-11px-bold");

const contents = fc.record({
  label: fc.string({ unit: "grapheme-ascii", maxLength: 40 }),
  message: fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 40 }),
  logoWidth: fc.constantFrom(0, 14, 40),
  labelColored: fc.boolean(),
});

const getEdges = ({ middle, width }: TextPlace) =>
  [middle - width / 2, middle + width / 2] as const;

describe.each([
  ["flat", (content) => flatGeometry(content, verdana, 20)],
  ["for-the-badge", (content) => bigGeometry(content, { label: verdana, message: bold })],
  ["social", (content) => socialGeometry(content, helvetica)],
] as [string, (content: Parameters<typeof flatGeometry>[0]) => Geometry][])(
  "a badge in the style %s",
  (_, place) => {
    test("has each text on the correct side, within the edges", () => {
      fc.assert(
        fc.property(contents, (content) => {
          const { left, right, label, message } = place(content);
          const [messageStart, messageEnd] = getEdges(message);
          expect(messageStart).toBeGreaterThanOrEqual(left - 1.01);
          expect(messageEnd).toBeLessThanOrEqual(left + right);
          if (!label) return;
          const [labelStart, labelEnd] = getEdges(label);
          // A logo is to the left of the label.
          expect(labelStart).toBeGreaterThanOrEqual(content.logoWidth);
          expect(labelEnd).toBeLessThanOrEqual(left + 1);
        }),
        cases(200),
      );
    });

    test("grows with its texts and with a logo", () => {
      fc.assert(
        fc.property(contents, fc.constantFrom("w", "mm", "1"), (content, more) => {
          const wide = ({ left, right }: Geometry) => left + right;
          const { message, label } = content;
          expect(wide(place({ ...content, message: message + more }))).toBeGreaterThan(
            wide(place(content)),
          );
          if (label)
            expect(wide(place({ ...content, label: label + more }))).toBeGreaterThan(
              wide(place(content)),
            );
          expect(
            wide(place({ ...content, logoWidth: content.logoWidth + 20 })),
          ).toBeGreaterThanOrEqual(wide(place(content)));
        }),
        cases(100),
      );
    });
  },
);

test("measures control characters as empty and unknown characters as an m", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme-ascii" }),
      fc.string({ unit: "grapheme-ascii" }),
      (one, two) => {
        expect(verdana(one + two)).toBeCloseTo(verdana(one) + verdana(two), 6);
      },
    ),
    cases(100),
  );
  expect(verdana("\u0007\u007F")).toBe(0);
  expect(verdana("\u{10FFFD}")).toBe(verdana("m"));
  expect(verdana("w")).toBeGreaterThan(verdana("i"));
});
