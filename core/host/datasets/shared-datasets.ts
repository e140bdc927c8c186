import type { Files } from "../../contract/dataset.ts";
import type { DatasetFacts, DatasetVersion } from "../../contract/dataset-version.ts";
import type { Log } from "../../platform/log/log.ts";
import type { BodyObjects } from "../../platform/store/body-objects.ts";

/** The name of a file that leads nowhere else. */
const plainName = /^\w[\w.-]*$/;

/** What one machine has fetched for all. */
interface Offer extends DatasetFacts {
  files: Readonly<Record<string, { size: number; sha256: string }>>;
}

/**
 * Datasets in object storage, so that of hubs on several machines one fetches them. What does not come
 * whole, or at all, is fetched from where it is published, as without it.
 */
export class SharedDatasets {
  readonly #objects: BodyObjects;
  readonly #log: Log;

  constructor(objects: BodyObjects, log: Log) {
    this.#objects = objects;
    this.#log = log;
  }

  /** What another machine has that is newer, with its files as they were. */
  async newer(
    id: string,
    kept: DatasetVersion | undefined,
  ): Promise<{ offer: Offer; files: Files } | undefined> {
    return this.#attempt(id, async () => {
      const offer = await this.#offer(id);
      if (!offer || (kept && kept.about.build_date >= offer.build_date)) return undefined;
      // They become names of files here, and whoever may write to the bucket may have written anything.
      const names = [offer.version, ...Object.keys(offer.files)];
      if (!names.every((name) => plainName.test(name))) return undefined;
      const files: Record<string, Uint8Array> = {};
      for (const [name, { size, sha256 }] of Object.entries(offer.files)) {
        const bytes = await this.#objects.get(`${id}/${offer.version}/${name}`, size);
        if (!bytes || digestOf(bytes) !== sha256) return undefined;
        files[name] = bytes;
      }
      return { offer, files };
    });
  }

  /** Offers what was fetched to the others, in place of the version before. */
  async offer(id: string, about: DatasetFacts, files: Files): Promise<void> {
    await this.#attempt(id, async () => {
      const former = await this.#offer(id);
      const described: Record<string, { size: number; sha256: string }> = {};
      for (const [name, bytes] of Object.entries(files)) {
        await this.#objects.put(`${id}/${about.version}/${name}`, bytes);
        described[name] = { size: bytes.length, sha256: digestOf(bytes) };
      }
      const offer: Offer = { ...about, files: described };
      // The last of all: until then the others have the version before.
      await this.#objects.put(`${id}/current.json`, Buffer.from(JSON.stringify(offer)));
      if (former && former.version !== about.version)
        await this.#objects.remove(
          ...Object.keys(former.files).map((name) => `${id}/${former.version}/${name}`),
        );
    });
  }

  async #offer(id: string): Promise<Offer | undefined> {
    const bytes = await this.#objects.read(`${id}/current.json`);
    return bytes && (JSON.parse(Buffer.from(bytes).toString()) as Offer);
  }

  async #attempt<Result>(
    id: string,
    work: () => Promise<Result | undefined>,
  ): Promise<Result | undefined> {
    try {
      return await work();
    } catch (cause) {
      this.#log.warn(`Cannot share the dataset "${id}" with other machines`, { cause });
      return undefined;
    }
  }
}

function digestOf(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
