import { fileURLToPath } from "node:url";
import {
  checkRelease,
  packRelease,
  publishers,
  readDate,
  type Specification,
  specifications,
} from "../einvoice/rules/release.ts";
import invoice from "../plugin.ts";

const monthMs = 30 * 86_400_000;

/** Date of the newest release in the package. */
const AS_DATE = "2026-04-10";

const files = specifications.map((name) => `${name}.tsv`);

type Net = Parameters<Parameters<typeof invoice.dataset>[0]["download"]>[0]["net"];

export default invoice.dataset({
  title: "Official rules of EN 16931, XRechnung and Peppol BIS Billing",
  licence: "EUPL-1.2 (EN 16931), Apache-2.0 (XRechnung), none stated (Peppol)",
  attribution: "European Commission and CEN, KoSIT, OpenPeppol",
  homepage: "https://github.com/ConnectingEurope/eInvoicing-EN16931",
  isDue: (kept, now) =>
    now - (kept?.about.fetched_at ?? Date.parse(kept?.about.build_date ?? "2020")) > monthMs,
  heavy: true,
  embedded: () => ({
    build_date: AS_DATE,
    paths: Object.fromEntries(
      files.map((file) => [
        file,
        fileURLToPath(new URL(`../einvoice/rules/${file}`, import.meta.url)),
      ]),
    ),
  }),

  async download({ net }) {
    const packed: Record<string, Uint8Array> = {};
    for (const name of specifications)
      packed[`${name}.tsv`] = new TextEncoder().encode(await downloadRelease(name, net));
    return packed;
  },

  check(packed) {
    const texts = files.map((file) => new TextDecoder().decode(packed[file]));
    const entries = texts.reduce((sum, text) => sum + checkRelease(text), 0);
    if (entries < 1000) throw new Error(`The releases must have 1,000 rules: they have ${entries}`);
    return { build_date: texts.map(readDate).toSorted().at(-1) ?? "", entries };
  },
});

async function downloadRelease(specification: Specification, net: Net): Promise<string> {
  const { repository, isUntagged } = publishers[specification];
  const read = async (url: string) => {
    const response = await net(url);
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    return response.text();
  };
  const api = `https://api.github.com/repos/${repository}`;
  const newest = JSON.parse(
    await read(isUntagged ? `${api}/commits?path=rules/sch&per_page=1` : `${api}/releases/latest`),
  );
  const name: string = isUntagged ? newest[0].sha : newest.tag_name;
  const time: string = isUntagged ? newest[0].commit.committer.date : newest.published_at;
  return packRelease(specification, {
    name,
    date: time.slice(0, 10),
    read: (path) => read(`https://raw.githubusercontent.com/${repository}/${name}/${path}`),
  });
}
