/** Keeps files in the browser's database as bytes: Safari keeps no `Blob` there in a private window. */

/** How a `Blob` is kept. */
interface StoredBlob {
  keptType: string;
  bytes: ArrayBuffer;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isKept = (value: Record<string, unknown>): value is Record<string, unknown> & StoredBlob =>
  "keptType" in value;

/** The value with each `Blob` in it as its bytes. */
export async function blobsToBytes(value: unknown): Promise<unknown> {
  if (value instanceof Blob)
    return { keptType: value.type, bytes: await value.arrayBuffer() } satisfies StoredBlob;
  if (Array.isArray(value)) return Promise.all(value.map(blobsToBytes));
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(async ([name, each]) => [
    name,
    await blobsToBytes(each),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

/** What `blobsToBytes` was given; files that were kept as they were stay so. */
export function bytesToBlobs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesToBlobs);
  if (!isObject(value)) return value;
  if (isKept(value)) return new Blob([value.bytes], { type: value.keptType });
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, bytesToBlobs(each)]),
  );
}

/** Runs what it is given one after the other, however long the bytes of each take. */
export function createSerialQueue(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
}
