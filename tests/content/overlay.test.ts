/** White text on a picture: how much the ground beneath it is darkened, and how much of the picture stays visible. */
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { contrastRatio } from "../../client/ui/accent";
import { sceneTokens } from "../../client/ui/accent";
import { contentPictures } from "../../db/schema/content";
import type { PageAnswer } from "../../src/content/contract";
import type { ContentItemAnswer, PictureAnswer } from "../../src/content/content-desk-contract";
import { cellGrid, lightnessValues, overlayPercentFor } from "../../src/content/overlay-rules";
import { readPng } from "../../src/formats/png";
import { png } from "../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const { columns, rows } = cellGrid;
const photo = { width: 1_600, height: 1_067 };
/** Creates a picture of one brightness, with another in some of its cells. */
const lights = (
  mainLight: number,
  isOtherCell?: (column: number, row: number) => boolean,
  otherLight = 255,
) =>
  Array.from({ length: columns * rows }, (_, cell) =>
    isOtherCell?.(cell % columns, Math.floor(cell / columns)) ? otherLight : mainLight,
  );

const greyHex = (light: number) => `#${Math.round(light).toString(16).padStart(2, "0").repeat(3)}`;
const mixedColor = (overlay: string, light: number, share: number) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(share * Number.parseInt(overlay.slice(at, at + 2), 16) + (1 - share) * light)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

describe("the overlay on a picture", () => {
  test.each([
    ["a black picture", lights(0), 30],
    ["a dark picture", lights(90), 30],
    ["a grey picture", lights(150), 30],
    ["a light picture", lights(210), 50],
    ["a white picture", lights(255), 60],
    [
      "a dark picture with one white spot behind the text",
      lights(40, (x, y) => x === 3 && y === 2),
      60,
    ],
    ["a dark picture with a white bottom edge", lights(40, (_, y) => y === rows - 1), 30],
  ])("over %s has the strength that white text needs", (_title, measured, strength) => {
    expect(overlayPercentFor(measured, photo)).toBe(strength);
  });

  test("gives white text a contrast of 4.5:1 on any lightness, in any accent colour", () => {
    const hex = fc
      .integer({ min: 0, max: 0xffffff })
      .map((n) => `#${n.toString(16).padStart(6, "0")}`);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 255 }), hex, (light, accent) => {
        const share = overlayPercentFor(lights(light), photo) / 100;
        expect(share).toBeLessThanOrEqual(0.8);
        const ground = mixedColor(sceneTokens(accent).sceneTop, light, share);
        expect(contrastRatio("#ffffff", ground)).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 400 },
    );
    expect(contrastRatio("#ffffff", greyHex(118))).toBeGreaterThan(4.5);
  });

  test("depends on the part of the picture that is visible around its focus", () => {
    const wide = { width: 3_000, height: 1_000 };
    const whiteRight = lights(20, (x) => x >= columns - 4);
    expect(overlayPercentFor(whiteRight, wide, { x: 0, y: 50 })).toBe(30);
    expect(overlayPercentFor(whiteRight, wide, { x: 100, y: 50 })).toBe(60);
  });
});

describe("the lightness of a picture", () => {
  test("is that of the lightest pixel in each cell", async () => {
    const small = await new Bun.Image(png(96, 64)).png().bytes();
    const pixels = readPng(small);
    expect([pixels.width, pixels.height]).toEqual([96, 64]);
    // #7f7f7f everywhere.
    expect(new Set(lightnessValues(pixels))).toEqual(new Set([127]));
    const one = { ...pixels, bytes: Uint8Array.from(pixels.bytes, () => 0) };
    one.bytes.fill(255, 0, pixels.channels);
    const [first, second] = lightnessValues(one);
    expect([first, second]).toEqual([255, 0]);
  });

  test("is read from a PNG with any kind of row", async () => {
    // Noise and gradients make the encoder use all filters.
    const side = 64;
    const source = Uint8Array.from({ length: side * side * 3 }, (_, at) => {
      const [x, y] = [Math.floor(at / 3) % side, Math.floor(at / 3 / side)];
      return y < 20 ? 4 * x : y < 40 ? 3 * y + x : (x * 7919 + y * 104_729) % 251;
    });
    const losslessPng = await new Bun.Image(bmp(side, source)).png().bytes();
    const { bytes, channels } = readPng(losslessPng);
    expect(bytes.filter((_, at) => at % channels < 3)).toEqual(source);
  });
});

/** Creates the simplest picture format: rows from the bottom up, blue first. */
function bmp(side: number, rgb: Uint8Array): Uint8Array {
  const out = new DataView(new ArrayBuffer(54 + rgb.length));
  out.setUint16(0, 0x424d);
  for (const [at, value] of [
    [2, 54 + rgb.length],
    [10, 54],
    [14, 40],
    [18, side],
    [22, side],
  ] as const)
    out.setUint32(at, value, true);
  out.setUint16(26, 1, true);
  out.setUint16(28, 24, true);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side * 3; x++)
      out.setUint8(
        54 + (side - 1 - y) * side * 3 + x - (x % 3) + (2 - (x % 3)),
        rgb[y * side * 3 + x] ?? 0,
      );
  return new Uint8Array(out.buffer);
}

describe("a photo on the home page", () => {
  let server: TestServer;
  let owner: Browser;
  beforeEach(async () => {
    server = await createTestServer({ RATE_LIMITS: "off" });
    owner = await signInAdmin(server);
  });
  afterEach(() => server.close());

  async function place(picture: unknown): Promise<Response> {
    const answer = await owner.get("/admin/content/page/home");
    const { value, state, publishAt } = ((await answer.json()) as ContentItemAnswer).item;
    const was = { value, state, publishAt };
    const json = { ...was, kind: "page", value: { ...value, picture }, was };
    return owner.put("/admin/content/page/home", json);
  }
  const shown = async () =>
    ((await (await server.browser().get("/content/pages/home")).json()) as PageAnswer).page.picture;

  async function upload(): Promise<string> {
    const form = new FormData();
    form.set("file", new File([png(900, 600) as Uint8Array<ArrayBuffer>], "car.png"));
    const answer = await owner.request("/admin/content-pictures", { method: "POST", form });
    return ((await answer.json()) as PictureAnswer).picture.id;
  }

  test("is shown around its focus, with the overlay that its pixels need", async () => {
    const id = await upload();
    const placedPicture = { id, alt: "Our car", focus: { x: 68, y: 24 } };
    expect((await place(placedPicture)).status).toBe(200);
    expect(await shown()).toMatchObject({ alt: "Our car", focus: "70 20", overlay: 30 });
  });

  test("has no overlay of its own if it was uploaded before pictures were measured", async () => {
    const id = await upload();
    const [row] = server.deps.db.select().from(contentPictures).all();
    const sizes = row?.sizes.map(({ lights: _, ...size }) => size) ?? [];
    server.deps.db.update(contentPictures).set({ sizes }).run();
    expect((await place({ id, alt: "Our car" })).status).toBe(200);
    const picture = await shown();
    expect([picture?.alt, picture?.overlay, picture?.focus]).toEqual([
      "Our car",
      undefined,
      undefined,
    ]);
  });

  test("is refused with a focus outside the picture", async () => {
    const id = await upload();
    for (const focus of [{ x: 101, y: 0 }, { x: 0.5, y: 0 }, { x: 10 }, "middle"])
      expect((await place({ id, alt: "Our car", focus })).status).toBe(400);
    expect(await shown()).toBeNull();
  });
});
