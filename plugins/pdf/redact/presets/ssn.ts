import { matches, type Span } from "./find.ts";

/** Finds social security numbers of the USA as 078-05-1120, without those never issued (20 CFR 422.103). */
export function findSsns(text: string): Span[] {
  return matches(text, /(?<![\d-])\d{3}([- ])\d{2}\1\d{4}(?![\d-])/g, (match) => {
    const [area, group, serial] = match.split(/[- ]/);
    return (
      !(area === "000" || area === "666" || area! >= "900") && group !== "00" && serial !== "0000"
    );
  });
}
