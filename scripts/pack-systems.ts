// Packs the AS lists of the npm package @ip-location-db/asn for the IP service: give its folder.
import { packSystems } from "../plugins/ip-geo/asn/pack.ts";

const [folder] = process.argv.slice(2);
if (!folder) throw new Error("Name the folder of the unpacked package @ip-location-db/asn");
const read = (family: string) => Bun.file(`${folder}/asn-${family}.csv`).text();
const target = `${import.meta.dir}/../plugins/ip-geo/data/systems.bin`;
const size = await Bun.write(
  target,
  packSystems({ ipv4: await read("ipv4"), ipv6: await read("ipv6") }),
);
console.log(`${size} bytes in ${target}`);
