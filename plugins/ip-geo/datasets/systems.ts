import { fileURLToPath } from "node:url";
import { fetchMonthly, isMonthOld } from "../monthly.ts";
import ipGeo from "../plugin.ts";

/** Date of the package that the embedded data is built from. */
const AS_DATE = "2026-06-17";

const file = "systems.bin";
const packed = fileURLToPath(import.meta.resolve(`../data/systems-${AS_DATE}.bin`));
/** Returns the path of a list, which images lack because they contain the built file. */
const list = (family: string) =>
  fileURLToPath(
    new URL(`asn-${family}.csv`, import.meta.resolve("@ip-location-db/asn/package.json")),
  );

export default ipGeo.dataset({
  title: "Autonomous systems and their address ranges",
  licence: "CC-BY-4.0",
  attribution: "DB-IP, Route Views, NRO",
  homepage: "https://download.db-ip.com",
  isDue: isMonthOld,
  heavy: true,
  embedded: () => ({
    build_date: AS_DATE,
    paths: { [file]: packed },
    made: { from: { ipv4: list("ipv4"), ipv6: list("ipv6") }, make: pack },
  }),

  async download({ net, clock }) {
    const { packSystems } = await import("../asn/pack.ts");
    const { bytes, month } = await fetchMonthly("dbip-asn-lite", "csv", { net, clock });
    return {
      [file]: packSystems(byFamily(new TextDecoder().decode(bytes))),
      month: new TextEncoder().encode(month),
    };
  },

  async check(files, { kept: previous }) {
    const { openSystems } = await import("../asn/systems.ts");
    const systems = openSystems(new Uint8Array(files[file] ?? []));
    if (previous) {
      const { checkLikeness } = await import("../likeness.ts");
      const former = openSystems(await previous.bytes(file));
      checkLikeness(
        (address) => former.find(address)?.asn,
        (address) => systems.find(address)?.asn,
      );
    }
    const month = new TextDecoder().decode(files.month);
    return { build_date: `${month}-01`, entries: systems.count };
  },
});

/** Packs the package's lists into one file, because parsing them takes two seconds. */
async function pack({ ipv4, ipv6 }: Readonly<Record<string, Uint8Array>>) {
  const { packSystems } = await import("../asn/pack.ts");
  const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes);
  return { [file]: packSystems({ ipv4: text(ipv4), ipv6: text(ipv6) }) };
}

function byFamily(csv: string): { ipv4: string; ipv6: string } {
  const lines = Object.groupBy(csv.split("\n"), (line) =>
    (line.split(",", 1)[0] ?? "").includes(":") ? "ipv6" : "ipv4",
  );
  return { ipv4: (lines.ipv4 ?? []).join("\n"), ipv6: (lines.ipv6 ?? []).join("\n") };
}
