/** The operator's logo: encoded again, public at its own address, and deleted when replaced. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { auditLog } from "../../db/schema/audit";
import { files } from "../../db/schema/files";
import { outbox } from "../../db/schema/notifications";
import { sweepExpiredRecords } from "../../src/process/housekeeping";
import { decryptBody } from "../../src/notifications/outbox";
import type { Settings } from "../../src/settings/contract";
import { jpegWithGps, png } from "../support/pictures";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const PATH = "/admin/settings/logo";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer({ RATE_LIMITS: "off" });
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const shown = async () => (await (await server.browser().get("/settings")).json()) as Settings;
async function send(
  bytes: Uint8Array | string,
  {
    ground = "light",
    version,
    by = owner,
  }: { ground?: string; version?: number; by?: Browser } = {},
) {
  const form = new FormData();
  form.set("ground", ground);
  form.set("version", String(version ?? (await shown()).version));
  form.set("file", new Blob([bytes as never]), "logo.png");
  return by.request(PATH, { method: "PUT", form });
}
async function remove(ground: string, by = owner) {
  const { version } = await shown();
  return by.delete(`${PATH}?ground=${ground}&version=${version}`);
}
const picture = (url: string) => server.browser().get(url.replace("/backend", ""));
const uploadedFiles = () => {
  const folder = join(server.folder, "uploads");
  return existsSync(folder) ? readdirSync(folder) : [];
};
const rows = () => server.deps.db.select().from(files).all();

test("a new logo is public at once, scaled down and cached as immutable", async () => {
  expect((await shown()).logo).toBeNull();
  expect((await send(png(1_200, 200))).status).toBe(200);
  const { logo } = await shown();
  expect(logo).toMatchObject({ light: { width: 480, height: 80 }, dark: null });
  const answer = await picture(logo?.light.url ?? "");
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "image/png",
    "cache-control": "public, max-age=31536000, immutable",
    "x-content-type-options": "nosniff",
  });
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 480, height: 80 });
  expect((await picture("/backend/logo/nothing.png")).status).toBe(404);
  const line = server.deps.db
    .select()
    .from(auditLog)
    .all()
    .findLast(({ action }) => action === "settings.logo_changed");
  expect(line?.summary).toBe("Changed the logo");
});

test("replacing a logo deletes the old file and address, and a sweep keeps the new one", async () => {
  await send(png(300, 100));
  const before = (await shown()).logo?.light.url ?? "";
  await send(png(200, 100));
  const now = (await shown()).logo?.light.url ?? "";
  expect(now).not.toBe(before);
  expect((await picture(before)).status).toBe(404);
  await sweepExpiredRecords(server.deps);
  expect((await picture(now)).status).toBe(200);
  expect([uploadedFiles().length, rows().length]).toEqual([1, 1]);
});

test("a dark logo needs a light one, and deleting the light one deletes both", async () => {
  expect((await send(png(300, 100), { ground: "dark" })).status).toBe(409);
  expect(uploadedFiles()).toEqual([]);
  await send(png(300, 100));
  await send(png(240, 80), { ground: "dark" });
  expect((await shown()).logo?.dark).toMatchObject({ width: 240, height: 80 });
  expect((await remove("dark")).status).toBe(200);
  expect((await shown()).logo).toMatchObject({ dark: null });
  await send(png(240, 80), { ground: "dark" });
  expect((await remove("light")).status).toBe(200);
  expect((await shown()).logo).toBeNull();
  expect([uploadedFiles(), rows()]).toEqual([[], []]);
});

test("an unreadable or oversized logo is refused and leaves nothing on the disk", async () => {
  const svg =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>';
  for (const [bytes, status, code] of [
    [svg, 415, "logo.drawing"],
    [`\ufeff  ${svg}`, 415, "logo.drawing"],
    ["GIF89a", 415, "picture.unreadable"],
    [png(30, 30).slice(0, 60), 415, "picture.unreadable"],
    [png(16_000, 16_000).slice(), 413, "picture.too_large"],
    [new Uint8Array(6 * 1024 * 1024), 413, "picture.too_large"],
  ] as const) {
    const answer = await send(bytes);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
      status,
      code,
    ]);
  }
  expect((await send(png(30, 30), { ground: "elsewhere" })).status).toBe(400);
  expect([uploadedFiles(), rows(), (await shown()).logo]).toEqual([[], [], null]);
});

test("a photo is stored without its metadata", async () => {
  expect((await send(await jpegWithGps())).status).toBe(200);
  const { logo } = await shown();
  const text = await (await picture(logo?.light.url ?? "")).text();
  expect(text).not.toContain("Exif");
  expect(text).toContain("PNG");
});

test("only an owner who has seen the newest settings can change the logo", async () => {
  const { version } = await shown();
  for (const role of ["dispatcher", "accountant"] as const) {
    const staff = await signInAdmin(server, { role });
    expect((await send(png(30, 30), { by: staff })).status).toBe(403);
    expect((await remove("light", staff)).status).toBe(403);
  }
  await send(png(300, 100));
  expect((await send(png(200, 100), { version })).status).toBe(409);
  expect((await shown()).logo?.light.width).toBe(300);
  expect([uploadedFiles().length, rows().length]).toEqual([1, 1]);
});

test("e-mails show the logo at the top, with the brand as its alternative text", async () => {
  await send(png(300, 100));
  const { logo } = await shown();
  await server.browser().post("/auth/send-otp", { identifier: "rider@example.com" });
  const [row] = server.deps.db.select().from(outbox).all().slice(-1);
  const { html } = decryptBody(server.deps.keys, row?.body ?? "");
  expect(html).toContain(`${server.deps.config.publicUrl}${logo?.light.url}`);
  expect(html).toContain('alt="Livery"');
  expect(html).toContain('width="120" height="40"');
});
