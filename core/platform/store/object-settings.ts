/** Where objects are kept: a bucket of S3 or of a server that speaks as it does. */
export interface ObjectSettings {
  endpoint: string;
  region: string;
  bucket: string;
  /** What the names of all objects begin with; ends with a slash unless it is empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Reads the address of a bucket. Throws a sentence that does not tell it, as it has a secret. */
export function readObjectSettings(given: string | undefined): ObjectSettings | undefined {
  if (!given) return undefined;
  const url = URL.parse(given);
  const [, bucket = "", ...folders] = decodeURIComponent(url?.pathname ?? "").split("/");
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  if (!url || !isWeb || !url.username || !url.password || !/^[\w.-]{3,63}$/.test(bucket))
    throw new Error(
      "HUB_OBJECTS_URL must be a URL such as https://ID:SECRET@s3.eu-central-1.amazonaws.com/bucket/folder?region=eu-central-1",
    );
  const prefix = folders.filter(Boolean).join("/");
  return {
    endpoint: url.origin,
    region: url.searchParams.get("region") ?? "us-east-1",
    bucket,
    prefix: prefix && `${prefix}/`,
    accessKeyId: decodeURIComponent(url.username),
    secretAccessKey: decodeURIComponent(url.password),
  };
}
