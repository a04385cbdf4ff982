/**
 * A store on the loopback address with the part of S3 that backups need: objects, multipart uploads, lists in pages. It
 * accepts only requests with a correct signature (AWS Signature Version 4).
 */
import { createHash, createHmac } from "node:crypto";

export interface S3Store {
  /** The `BACKUP_S3_…` variables that connect to it. */
  environment: Record<string, string>;
  /** The name in the bucket → bytes. */
  objects: Map<string, Uint8Array<ArrayBuffer>>;
  /** The number of parts of each completed multipart upload. */
  parts: number[];
  /** Answers the next `times` requests with a server error. */
  failNext(times: number): void;
  /** From now on, changes one bit of every stored object. */
  corruptObject(): void;
  /** Stops answering after this many more requests, like a store that hangs. */
  stopAnswering(after: number): void;
  stop(): Promise<void>;
}

const BUCKET = "backups";
const REGION = "eu-test-1";
const ACCESS_KEY = "AKIATESTTESTTEST";
const SECRET = "a/secret+key";
/** Few entries a page, so that even short lists have several pages. */
const PAGE = 2;

export function startS3Store(): S3Store {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const times = new Map<string, number>();
  const uploads = new Map<string, Map<number, Uint8Array<ArrayBuffer>>>();
  const parts: number[] = [];
  let failing = 0;
  let isCorrupting = false;
  let remainingAnswers = Number.POSITIVE_INFINITY;
  let clock = 0;
  const keep = (key: string, bytes: Uint8Array<ArrayBuffer>) => {
    if (isCorrupting) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    objects.set(key, bytes);
    times.set(key, Date.now() + clock++);
  };
  /** Lists objects for both versions of the call, which name the start of the next page differently. */
  const list = (query: URLSearchParams) => {
    const prefix = query.get("prefix") ?? "";
    const delimiter = query.get("delimiter") ?? "";
    const after = query.get("continuation-token") ?? query.get("marker") ?? "";
    /** Returns the name of an object, or of its folder if it is in one. */
    const shownText = (key: string) => {
      const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1;
      return end < 0 ? key : key.slice(0, end + delimiter.length);
    };
    const own = [...objects.keys()].filter((key) => key.startsWith(prefix));
    const all = [...new Set(own.map(shownText))].filter((name) => name > after).sort();
    const page = all.slice(0, PAGE);
    const rows = page.map((name) =>
      objects.has(name)
        ? `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size><LastModified>${new Date(times.get(name) ?? 0).toISOString()}</LastModified><ETag>&quot;x&quot;</ETag></Contents>`
        : `<CommonPrefixes><Prefix>${name}</Prefix></CommonPrefixes>`,
    );
    const more = all.length > page.length;
    const next = `<NextContinuationToken>${page.at(-1)}</NextContinuationToken><NextMarker>${page.at(-1)}</NextMarker>`;
    return xml(
      `<ListBucketResult><Name>${BUCKET}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${more ? next : ""}${rows.join("")}</ListBucketResult>`,
    );
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    maxRequestBodySize: 1_000_000_000,
    async fetch(request) {
      const { pathname, searchParams: query } = new URL(request.url);
      if (remainingAnswers-- <= 0) return Promise.withResolvers<Response>().promise;
      if (failing > 0) {
        failing--;
        return fault(503, "SlowDown");
      }
      if (!isSigned(request, { region: REGION, accessKey: ACCESS_KEY, secret: SECRET }))
        return fault(403, "SignatureDoesNotMatch");
      const [, bucket, ...rest] = decodeURIComponent(pathname).split("/");
      if (bucket !== BUCKET) return fault(404, "NoSuchBucket");
      const key = rest.join("/");
      if (key === "") return list(query);
      const id = query.get("uploadId");
      if (request.method === "POST" && query.has("uploads")) {
        const made = Bun.randomUUIDv7();
        uploads.set(made, new Map());
        return xml(
          `<InitiateMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><UploadId>${made}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      if (request.method === "PUT") {
        const bytes = new Uint8Array(await request.arrayBuffer());
        if (id) uploads.get(id)?.set(Number(query.get("partNumber")), bytes);
        else keep(key, bytes);
        return new Response(null, { headers: { etag: `"${md5(bytes)}"` } });
      }
      if (request.method === "POST" && id) {
        const own = [...(uploads.get(id) ?? [])].sort(([a], [b]) => a - b);
        parts.push(own.length);
        keep(key, new Uint8Array(Buffer.concat(own.map(([, bytes]) => bytes))));
        uploads.delete(id);
        return xml(
          `<CompleteMultipartUploadResult><Bucket>${BUCKET}</Bucket><Key>${key}</Key><ETag>&quot;x-${own.length}&quot;</ETag></CompleteMultipartUploadResult>`,
        );
      }
      if (request.method === "DELETE") {
        if (id) uploads.delete(id);
        else objects.delete(key);
        return new Response(null, { status: 204 });
      }
      const bytes = objects.get(key);
      return bytes ? new Response(bytes) : fault(404, "NoSuchKey");
    },
  });
  return {
    environment: {
      BACKUP_S3_BUCKET: BUCKET,
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      BACKUP_S3_REGION: REGION,
      BACKUP_S3_ACCESS_KEY_ID: ACCESS_KEY,
      BACKUP_S3_SECRET_ACCESS_KEY: SECRET,
    },
    objects,
    parts,
    failNext: (count) => {
      failing = count;
    },
    corruptObject: () => {
      isCorrupting = true;
    },
    stopAnswering: (after) => {
      remainingAnswers = after;
    },
    stop: () => server.stop(true),
  };
}

/** Whether a request has the right signature: AWS Signature Version 4, in its header. */
export function isSigned(
  request: Request,
  { region, accessKey, secret }: { region: string; accessKey: string; secret: string },
): boolean {
  const { headers, method, url } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.get("authorization") ?? "",
    );
  if (!found) return false;
  const [, credential = "", signedHeaders = "", signature] = found;
  const at = headers.get("x-amz-date") ?? "";
  const scope = `${at.slice(0, 8)}/${region}/s3/aws4_request`;
  if (credential !== `${accessKey}/${scope}`) return false;
  const { pathname, searchParams } = new URL(url);
  const query = [...searchParams]
    .map(([name, value]) => `${encodedText(name)}=${encodedText(value)}`)
    .sort()
    .join("&");
  const lines = signedHeaders.split(";").map((name) => `${name}:${headers.get(name)?.trim()}\n`);
  const body = headers.get("x-amz-content-sha256") ?? "";
  const canonical = [method, pathname, query, lines.join(""), signedHeaders, body].join("\n");
  const text = ["AWS4-HMAC-SHA256", at, scope, sha256(canonical)].join("\n");
  const key = [at.slice(0, 8), region, "s3", "aws4_request"].reduce<string | Buffer>(
    (before, part) => createHmac("sha256", before).update(part).digest(),
    `AWS4${secret}`,
  );
  return createHmac("sha256", key).update(text).digest("hex") === signature;
}

const encodedText = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const md5 = (bytes: Uint8Array) => createHash("md5").update(bytes).digest("hex");
const xml = (text: string) =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
    headers: { "content-type": "application/xml" },
  });
const fault = (status: number, code: string) =>
  new Response(
    `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
    {
      status,
      headers: { "content-type": "application/xml" },
    },
  );
