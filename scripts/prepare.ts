// Makes the files that services read and no package has ready, once after an installation.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { dirname } from "node:path";
import { packSystems } from "../plugins/ip-geo/asn/pack.ts";

const plugin = `${import.meta.dir}/../plugins/ip-geo`;
const lists = dirname(Bun.resolveSync("@ip-location-db/asn/package.json", plugin));
const { version } = await Bun.file(`${lists}/package.json`).json();
const target = `${plugin}/data/systems.bin`;
// A newer package is packed anew: the version it was packed from stands beside it.
const mark = `${target}.version`;

if (
  !existsSync(target) ||
  (await Bun.file(mark)
    .text()
    .catch(() => "")) !== version
) {
  const read = (family: string) => Bun.file(`${lists}/asn-${family}.csv`).text();
  const packed = packSystems({ ipv4: await read("ipv4"), ipv6: await read("ipv6") });
  mkdirSync(dirname(target), { recursive: true });
  // Under another name first, as a second hub may be starting at the same time.
  const draft = `${target}.${process.pid}`;
  await Bun.write(draft, packed);
  renameSync(draft, target);
  await Bun.write(mark, version);
}
