/** Pictures of the public site: encoded again in several widths, stored once, cached for ever. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { contentPictures } from "../../db/schema/content";
import type { OverviewAnswer, TeamAnswer } from "../../src/content/contract";
import type { PictureAnswer, PictureList } from "../../src/content/content-desk-contract";
import { jpegWithGps, png } from "../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const upload = (bytes: Uint8Array, name = "car.png") => {
  const form = new FormData();
  form.set("file", new File([bytes as Uint8Array<ArrayBuffer>], name));
  return owner.request("/admin/content-pictures", { method: "POST", form });
};

async function kept(bytes: Uint8Array): Promise<PictureAnswer["picture"]> {
  const answer = await upload(bytes);
  expect(answer.status).toBe(201);
  return ((await answer.json()) as PictureAnswer).picture;
}

test("a picture is served in each width that it has pixels for, in two formats, cached for good", async () => {
  const picture = await kept(png(1_200, 600));
  expect([picture.width, picture.height]).toEqual([1_200, 600]);
  expect(picture.sizes.map(({ width, height }) => [width, height])).toEqual([
    [480, 240],
    [960, 480],
    [1_200, 600],
  ]);
  for (const { width, height, webp, jpeg } of picture.sizes)
    for (const [address, format] of [
      [webp, "webp"],
      [jpeg, "jpeg"],
    ] as const) {
      const answer = await server.browser().get(address.replace("/backend", ""));
      expect([answer.status, answer.headers.get("content-type")]).toEqual([200, `image/${format}`]);
      expect(answer.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
      const shown = await new Bun.Image(await answer.bytes()).metadata();
      expect([shown.width, shown.height, String(shown.format)]).toEqual([width, height, format]);
    }
});

test("a picture is never enlarged, and is served at most 1,600 pixels wide", async () => {
  expect((await kept(png(300, 900))).sizes.map(({ width }) => width)).toEqual([300]);
  const wide = await kept(png(2_400, 1_000));
  expect(wide.sizes.map(({ width }) => width)).toEqual([480, 960, 1_600]);
});

test("a picture loses the Exif data that say where it was taken", async () => {
  const { sizes } = await kept(await jpegWithGps());
  const answer = await server.browser().get((sizes[0]?.jpeg ?? "").replace("/backend", ""));
  const bytes = Buffer.from(await answer.bytes());
  expect(bytes.length).toBeGreaterThan(100);
  expect(bytes.includes("Exif")).toBe(false);
});

test("a picture that is uploaded twice is stored once", async () => {
  const first = await kept(png(64, 48));
  const files = () => readdirSync(join(server.folder, "uploads")).length;
  const before = files();
  expect((await kept(png(64, 48))).id).toBe(first.id);
  const keptPictures = await Promise.all([kept(png(70, 50)), kept(png(70, 50))]);
  expect(keptPictures[0].id).toBe(keptPictures[1].id);
  expect(files()).toBe(before + 2);
  const { pictures } = (await (await owner.get("/admin/content-pictures")).json()) as PictureList;
  expect(pictures).toHaveLength(2);
});

test.each([
  ["an SVG with a script", 415, new TextEncoder().encode("<svg onload=alert(1)>")],
  ["an HTML page", 415, new TextEncoder().encode("<html><script>alert(1)</script>")],
  ["a truncated picture", 415, png(64, 48).slice(0, 90)],
  ["a picture with too many pixels", 413, png(16_000, 4_000)],
  ["a file of more than 5 MB", 413, new Uint8Array(5 * 1024 * 1024 + 1)],
])("the upload of %s is refused and stores nothing", async (_title, status, bytes) => {
  expect((await upload(bytes, "../../car.jpg")).status).toBe(status);
  expect(server.deps.db.select().from(contentPictures).all()).toEqual([]);
});

test("a picture is shown with its description, and the list of pictures has it too", async () => {
  const { id, sizes } = await kept(png(64, 48));
  const value = { name: "Ada", role: "Owner", text: "", picture: { id, alt: "Ada at her desk" } };
  const json = { kind: "member", value, state: "published", publishAt: "" };
  expect((await owner.post("/admin/content", json)).status).toBe(201);
  const { members } = (await (await server.browser().get("/content/team")).json()) as TeamAnswer;
  expect(members[0]?.picture).toMatchObject({
    alt: "Ada at her desk",
    width: 64,
    height: 48,
    sizes,
  });
  const overview = (await (await server.browser().get("/content")).json()) as OverviewAnswer;
  expect(overview.hasTeam).toBe(true);
  // Choosing the picture again also finds its description.
  await kept(png(70, 50));
  const { pictures } = (await (await owner.get("/admin/content-pictures")).json()) as PictureList;
  expect(pictures.map((each) => each.alt).toSorted()).toEqual(["", "Ada at her desk"]);
  expect(pictures.find((each) => each.id === id)?.alt).toBe("Ada at her desk");
});

test("an unknown name of a picture answers 400 or 404", async () => {
  for (const name of ["x.webp", "..%2f..%2fsecret", "%00"])
    expect([400, 404]).toContain((await server.browser().get(`/content/pictures/${name}`)).status);
});
