/** Stores files in the browser's database as bytes, because Safari stores no `Blob` there in a private window. */

/** The stored form of a `Blob`. */
interface StoredBlob {
  keptType: string;
  bytes: ArrayBuffer;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
const isStoredBlob = (
  value: Record<string, unknown>,
): value is Record<string, unknown> & StoredBlob => "keptType" in value;

/** Returns the value with each `Blob` in it as bytes. */
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

/** Reverses `blobsToBytes`. Files that were stored as a `Blob` stay unchanged. */
export function bytesToBlobs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesToBlobs);
  if (!isObject(value)) return value;
  if (isStoredBlob(value)) return new Blob([value.bytes], { type: value.keptType });
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, bytesToBlobs(each)]),
  );
}
