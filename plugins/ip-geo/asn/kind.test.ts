import { expect, test } from "bun:test";
import { classifySystem } from "./kind.ts";

test.each([
  [16509, "Amazon.com, Inc.", "hosting", "curated list"],
  [21928, "T-Mobile USA, Inc.", "mobile", "curated list"],
  [64500, "Example Mobile Communications Ltd", "mobile", "mobile communications"],
  [64500, "Harris County Mobile Healthcare", "unknown", null],
  [64500, "Example Wireless LLC", "isp", "wireless"],
  [64500, "Example Cloud Inc.", "hosting", "cloud"],
  [64500, "University of Example", "education", "university"],
  [64500, "Ministry of Examples", "government", "ministry"],
  [64500, "Example Telecom Ltd.", "isp", "telecom"],
  [64500, "Example Bank", "business", "bank"],
  [64500, "Example GmbH", "unknown", null],
  [64500, "Example Broadband LLC", "isp", "broadband"],
  [64500, "Cloud County Community College", "education", "college"],
  [64500, "Examplehosting", "unknown", null],
])("AS%i %s is %s", (asn, name, kind, by) => {
  expect(classifySystem(asn, name)).toEqual({ kind: kind as "unknown", by });
});
