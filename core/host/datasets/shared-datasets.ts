import type { Files } from "../../contract/dataset.ts";
import type { DatasetFacts, DatasetVersion } from "../../contract/dataset-version.ts";
import type { Log } from "../../platform/log/log.ts";
import type { BodyObjects } from "../../platform/store/body-objects.ts";

/** Matches a file name without path separators. */
const plainName = /^\w[\w.-]*$/;

/** A dataset version that one machine has shared with the others. */
interface Offer extends DatasetFacts {
  files: Readonly<Record<string, { size: number; sha256: string }>>;
}

/**
 * Datasets in object storage, so that only one of several machines has to fetch them. A version that can't be
 * read completely is fetched from its publisher instead.
 */
export class SharedDatasets {
  readonly #objects: BodyObjects;
  readonly #log: Log;

  constructor(objects: BodyObjects, log: Log) {
    this.#objects = objects;
    this.#log = log;
  }

  /** Returns a newer version of another machine with its files, if there is one. */
  async newer(
    id: string,
    current: DatasetVersion | undefined,
  ): Promise<{ offer: Offer; files: Files } | undefined> {
    return this.#attempt(id, async () => {
      const offer = await this.#offer(id);
      if (!offer || (current && current.about.build_date >= offer.build_date)) return undefined;
      // The names become file names on this machine, and anyone with write access to the bucket may have
      // chosen them.
      const names = [offer.version, ...Object.keys(offer.files)];
      if (!names.every((name) => plainName.test(name))) return undefined;
      const files: Record<string, Uint8Array> = {};
      for (const [name, { size, sha256 }] of Object.entries(offer.files)) {
        const bytes = await this.#objects.get(`${id}/${offer.version}/${name}`, size);
        if (!bytes || getDigest(bytes) !== sha256) return undefined;
        files[name] = bytes;
      }
      return { offer, files };
    });
  }

  /** Shares a fetched version with the other machines. Replaces the previous version. */
  async offer(id: string, about: DatasetFacts, files: Files): Promise<void> {
    await this.#attempt(id, async () => {
      const previous = await this.#offer(id);
      const fileFacts: Record<string, { size: number; sha256: string }> = {};
      for (const [name, bytes] of Object.entries(files)) {
        await this.#objects.put(`${id}/${about.version}/${name}`, bytes);
        fileFacts[name] = { size: bytes.length, sha256: getDigest(bytes) };
      }
      const offer: Offer = { ...about, files: fileFacts };
      // Written last, so that the others use the previous version until then.
      await this.#objects.put(`${id}/current.json`, Buffer.from(JSON.stringify(offer)));
      if (previous && previous.version !== about.version)
        await this.#objects.remove(
          ...Object.keys(previous.files).map((name) => `${id}/${previous.version}/${name}`),
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

function getDigest(bytes: Uint8Array): string {
  return new Bun.CryptoHasher("sha256").update(bytes).digest("hex");
}
