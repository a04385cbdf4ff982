/** Pictures that cost too much to decode, and files that only look like pictures. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { AppError } from "../../src/errors";
import { reencodePicture } from "../../src/files/received-files";
import { bitPng, jpeg, png } from "../support/pictures";

const sender = { account: "a rider" };
const made = async (picture: Uint8Array): Promise<unknown[]> => {
  const { width, height, format } = await new Bun.Image(
    await reencodePicture(picture, sender),
  ).metadata();
  return [format, width, height];
};
const refusal = (picture: Uint8Array) =>
  reencodePicture(picture, sender).then(
    () => null,
    (error: unknown) => (error instanceof AppError ? [error.status, error.code] : error),
  );
const emptyWebp = (side: number) =>
  new Bun.Image(png(side, side)).resize(side, side).webp({ quality: 1 }).bytes();

test.each([
  ["38.9 megapixels in 4.8 KB", () => bitPng(6_240, 6_240)],
  ["38.9 megapixels in 60 KB", () => bitPng(6_240, 6_240, 60_000)],
  ["5 megapixels in 1 KB", () => bitPng(2_240, 2_240)],
  ["a strip of 40 megapixels", () => bitPng(40_000, 1_000)],
  ["25 empty megapixels as WebP", () => emptyWebp(5_000)],
])("the server refuses too many pixels for the size of the file: %s", async (_, picture) => {
  expect(await refusal(await picture())).toEqual([413, "picture.too_many_pixels"]);
});

test.each([
  ["a small empty picture", () => bitPng(64, 48), ["webp", 64, 48]],
  ["an empty picture of 4 megapixels", () => bitPng(2_000, 2_000), ["webp", 1_024, 1_024]],
  ["a large picture of one colour", () => png(4_000, 3_000), ["webp", 1_024, 768]],
  ["a large scan in black and white", () => bitPng(3_000, 4_000, 60_000), ["webp", 768, 1_024]],
  ["a JPEG", () => jpeg(), ["webp", 64, 48]],
])("the server encodes %s as WebP", async (_, picture, expected) => {
  expect(await made(await picture())).toEqual(expected);
});

test.each([
  ["over 40 megapixels", () => bitPng(6_400, 6_400), [413, "picture.too_large"]],
  ["a decompression bomb", () => bitPng(60_000, 60_000), [413, "picture.too_large"]],
  ["a header without a picture", () => bitPng(64, 48).slice(0, 60), [415, "picture.unreadable"]],
  ["text", () => new TextEncoder().encode("GIF89a"), [415, "picture.unreadable"]],
  ["damaged pixel rows", () => brokenPicture(), [415, "picture.unreadable"]],
])("the server refuses a picture: %s", async (_, picture, expected) => {
  expect(await refusal(picture())).toEqual(expected);
});

/** Returns a PNG whose compressed rows are damaged. */
function brokenPicture(): Uint8Array {
  const picture = bitPng(64, 48, 400);
  return picture.fill(0, 60, 200);
}

test("the server encodes several pictures at once, each in its own process", async () => {
  const pictures = Array.from({ length: 6 }, (_, i) => png(200 + i, 100));
  expect(await Promise.all(pictures.map(made))).toEqual(
    pictures.map((_, i) => ["webp", 200 + i, 100]),
  );
});

test.each([0, 5, 15, 19])(
  "a process with its priority lowered by %d still encodes pictures",
  async (lowered) => {
    // Root may raise a priority again unless that right is removed, as containers do.
    const isRoot = process.getuid?.() === 0;
    const child = Bun.spawn(
      [
        ...(isRoot ? ["setpriv", "--bounding-set=-sys_nice"] : []),
        ...["nice", "-n", String(lowered), process.execPath],
        join(import.meta.dir, "../../src/files/file-process.ts"),
        JSON.stringify({ as: "webp", side: 64, quality: 80 }),
      ],
      { stdin: png(200, 100), stdout: "pipe", stderr: "pipe" },
    );
    const [made, errors, code] = await Promise.all([
      new Response(child.stdout).bytes(),
      new Response(child.stderr).text(),
      child.exited,
    ]);
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(await new Bun.Image(made).metadata()).toMatchObject({ format: "webp", width: 64 });
  },
);
