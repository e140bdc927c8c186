/** The settings of the object storage: a bucket on S3 or a compatible server. */
export interface ObjectSettings {
  endpoint: string;
  region: string;
  bucket: string;
  /** The prefix of all object names. It ends with a slash unless it is empty. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Parses the URL of a bucket. The error doesn't contain the URL, which contains a secret. */
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
