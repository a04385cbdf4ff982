import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { riders } from "../../db/schema/accounts";
import { files } from "../../db/schema/files";
import { settings } from "../../db/schema/settings";
import type { Rider } from "../../src/accounts/contract";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { jpeg, jpegWithGps, png } from "../support/pictures";
import { lastMessage, messagesTo, signInDriver, signInRider } from "../support/sign-in";
import { createDriver } from "../support/fleet";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let browser: Browser;
let rider: Rider;
beforeEach(async () => {
  server = await createTestServer();
  ({ browser, rider } = await signInRider(server, "rider@example.com", { names: null }));
});
afterEach(() => server.close());

function form(fields: Record<string, string | Blob>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === "string") data.append(name, value);
    else data.append(name, value, "x.png");
  return data;
}
const update = (fields: Record<string, string | Blob>, who = browser) =>
  who.request("/users/update-profile", { method: "PUT", form: form(fields) });
const names = { firstName: "Aline", lastName: "Uwase" };
const uploads = () => {
  try {
    return readdirSync(join(server.folder, "uploads"));
  } catch {
    return [];
  }
};

describe("sections 3 and 7: a rider's names", () => {
  test("complete the profile", async () => {
    const answer = await update(names);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.json()).toEqual({ updateUser: { ...rider, ...names } });
  });

  test.each([
    ["José María", "O'Brien"],
    ["عالية", "👩‍🦽"],
    ["<script>", "=1+1"],
  ])("may be in any script: %s %s", async (firstName, lastName) => {
    const answer = await update({ firstName, lastName });
    expect(await answer.json()).toMatchObject({ updateUser: { firstName, lastName } });
  });

  test.each([
    ["", "firstName is required"],
    ["   ", "firstName is required"],
    ["a\0b", "firstName has a character that cannot be used"],
    ["a\u202eb", "firstName has a character that cannot be used"],
    ["x".repeat(81), "firstName must be at most 80 characters"],
  ])("are refused if they are invalid: %j", async (firstName, message) => {
    const answer = await update({ firstName, lastName: "Uwase" });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: { firstName: message } });
  });

  test("are both required at first, and later either may be left out", async () => {
    expect((await update({ firstName: "Aline" })).status).toBe(400);
    await update(names);
    const answer = await update({ lastName: "Keza" });
    expect(await answer.json()).toMatchObject({
      updateUser: { firstName: "Aline", lastName: "Keza" },
    });
  });
});

test("section 8: update-profile answers 401 without a session", async () => {
  const answer = await update(names, server.browser());
  expect(answer.status).toBe(401);
  expect(await answer.json()).toMatchObject({ message: "You are not authenticated" });
});

test("update-profile ignores fields that a rider may not set", async () => {
  const answer = await update({
    ...names,
    id: "other",
    role: "owner",
    pendingEmail: "x@example.com",
    createdAt: "0",
    pictureFileId: "x",
  });
  expect(await answer.json()).toEqual({ updateUser: { ...rider, ...names } });
  expect(server.deps.db.select().from(riders).all()).toHaveLength(1);
});

describe("a new contact", () => {
  test("replaces the old one once its code is entered, and the old one gets two notices", async () => {
    const updateAnswer = await update({ ...names, email: "New@Example.com" });
    expect(await updateAnswer.json()).toMatchObject({
      updateUser: { email: "rider@example.com", pendingEmail: "new@example.com" },
    });
    expect(messagesTo(server, "rider@example.com").map((m) => m.kind)).toContain(
      "contact_change_asked",
    );
    const { code } = lastMessage(server, "new@example.com");
    const wrongAnswer = await browser.post("/users/verify-contact", {
      identifier: "new@example.com",
      otp: code === "0000" ? "0001" : "0000",
    });
    expect(wrongAnswer.status).toBe(401);
    const done = await browser.post("/users/verify-contact", {
      identifier: "new@example.com",
      otp: code,
    });
    expect(await done.json()).toMatchObject({
      updateUser: { email: "new@example.com", pendingEmail: null },
    });
    expect(messagesTo(server, "rider@example.com").map((m) => m.kind)).toContain(
      "contact_change_done",
    );
    expect((await browser.get("/auth/current-user")).status).toBe(200);
  });

  test("of the other kind is added, and the existing contact gets the notices", async () => {
    await update({ ...names, phone: "+250 788 123 456" });
    const { code } = lastMessage(server, "+250788123456");
    const done = await browser.post("/users/verify-contact", {
      identifier: "+250788123456",
      otp: code,
    });
    expect(await done.json()).toMatchObject({
      updateUser: { email: "rider@example.com", phone: "+250788123456" },
    });
    expect(messagesTo(server, "rider@example.com").map((m) => m.kind)).toEqual([
      "contact_change_done",
      "contact_change_asked",
      "code",
    ]);
  });

  test("that belongs to another account gets a 409 and changes nothing", async () => {
    await signInRider(server, "taken@example.com");
    server.advance(60_000);
    const answer = await update({ ...names, email: "taken@example.com" });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: "contact.taken" });
    expect(await (await browser.get("/auth/current-user")).json()).toEqual(rider);
    expect((await update({ ...names, email: "taken@example.com" })).status).toBe(429);
  });

  test("that another rider confirms first gets a 409", async () => {
    await update({ ...names, email: "new@example.com" });
    const { code } = lastMessage(server, "new@example.com");
    server.advance(31_000);
    await signInRider(server, "new@example.com");
    const done = await browser.post("/users/verify-contact", {
      identifier: "new@example.com",
      otp: code,
    });
    expect(done.status).toBe(409);
  });

  test("has a code that neither another account nor a sign-in can use", async () => {
    await update({ ...names, email: "new@example.com" });
    const contactCode = lastMessage(server, "new@example.com").code;
    const { browser: other } = await signInRider(server, "other@example.com");
    const stolenCodeAnswer = await other.post("/users/verify-contact", {
      identifier: "new@example.com",
      otp: contactCode,
    });
    expect(stolenCodeAnswer.status).toBe(401);
    const signInAttempt = await browser.post("/auth/verify-otp", {
      identifier: "new@example.com",
      otp: contactCode,
    });
    expect(signInAttempt.status).toBe(401);
  });

  test("allows 3 guesses, then a link confirms it only in the rider's own browser", async () => {
    await update({ ...names, email: "new@example.com" });
    const { code } = lastMessage(server, "new@example.com");
    const verify = (otp: string) =>
      browser.post("/users/verify-contact", { identifier: "new@example.com", otp });
    for (let n = 0; n < 3; n++) await verify(code === "0000" ? "0001" : "0000");
    expect((await verify(code)).status).toBe(401);
    server.advance(31_000);
    await update({ ...names, email: "new@example.com" });
    const { kind, link } = lastMessage(server, "new@example.com");
    expect(kind).toBe("link");
    const { browser: other } = await signInRider(server, "other@example.com");
    for (const wrongBrowser of [server.browser(), other])
      expect((await wrongBrowser.post("/auth/signin-link", { token: link })).status).toBe(401);
    expect((await browser.post("/auth/signin-link", { token: link })).status).toBe(200);
    expect(await (await browser.get("/auth/current-user")).json()).toMatchObject({
      email: "new@example.com",
    });
  });

  test("is cancelled when the rider enters their current one", async () => {
    await update({ ...names, email: "new@example.com" });
    const answer = await update({ email: "rider@example.com" });
    expect(await answer.json()).toMatchObject({ updateUser: { pendingEmail: null } });
  });

  test.each([
    [{ email: "a@b" }, { email: "Enter a valid email address." }],
    [{ email: "+250788123456" }, { email: "Enter a valid email address." }],
    [{ phone: "rider@example.com" }, { phone: "Enter a valid phone number." }],
    [{ phone: "+0788" }, { phone: "Enter a valid phone number." }],
  ])("is refused with an error on its field if it is invalid: %j", async (fields, expected) => {
    const answer = await update({ ...names, ...fields });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      message: "Invalid email or phone number",
      fields: expected,
    });
  });
});

describe("section 3: a rider's picture", () => {
  const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: "image/png" });
  const upload = (bytes: Uint8Array) => update({ ...names, profilePic: blob(bytes) });
  async function picture(url: string, who = browser) {
    return who.get(url.replace("/backend", ""));
  }

  test("is shown to the rider and to dispatch without its metadata", async () => {
    const gpsJpeg = await jpegWithGps();
    expect(Buffer.from(gpsJpeg).includes("Exif")).toBe(true);
    const answer = await upload(gpsJpeg);
    expect(answer.status).toBe(200);
    const { updateUser } = (await answer.json()) as { updateUser: Rider };
    const url = updateUser.profilePic ?? "";
    expect(url).toStartWith(`/backend/users/${rider.id}/picture?v=`);
    const getAnswer = await picture(url);
    expect(getAnswer.status).toBe(200);
    expect(getAnswer.headers.get("content-type")).toBe("image/webp");
    expect(getAnswer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(getAnswer.headers.get("cache-control")).toBe("no-store");
    expect(getAnswer.headers.get("content-security-policy")).toContain("sandbox");
    const bytes = await getAnswer.bytes();
    expect(Buffer.from(bytes).includes("Exif")).toBe(false);
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 64, height: 48 });
    expect((await picture(url, await signInAdmin(server))).status).toBe(200);
  });

  test("gives other riders a 404, and drivers and strangers a 401", async () => {
    const { updateUser } = (await (await upload(png(8, 8))).json()) as { updateUser: Rider };
    const url = updateUser.profilePic ?? "";
    const { browser: other } = await signInRider(server, "other@example.com");
    expect((await picture(url, other)).status).toBe(404);
    createDriver(server, { email: "driver@example.com" });
    const { browser: driver } = await signInDriver(server, "driver@example.com");
    expect((await picture(url, driver)).status).toBe(401);
    expect((await picture(url, server.browser())).status).toBe(401);
    expect((await browser.get("/users/nobody/picture")).status).toBe(404);
  });

  test("is refused to staff who are locked or lack a required second factor", async () => {
    const { updateUser } = (await (await upload(png(8, 8))).json()) as { updateUser: Rider };
    const url = updateUser.profilePic ?? "";
    const staff = await signInAdmin(server, { role: "accountant" });
    const refused = async () => {
      const answer = await picture(url, staff);
      return [answer.status, ((await answer.json()) as { code: string }).code];
    };
    server.deps.db.update(settings).set({ secondFactorRequired: true }).run();
    expect(await refused()).toEqual([403, "second_factor.missing"]);
    await staff.post("/admin/lock");
    expect(await refused()).toEqual([423, "admin.locked"]);
  });

  test("replaces the previous one, on the disk too", async () => {
    await upload(png(8, 8));
    const first = uploads();
    await upload(png(9, 9));
    expect(uploads()).toHaveLength(1);
    expect(uploads()).not.toEqual(first);
    expect(server.deps.db.select().from(files).all()).toMatchObject([
      { ownerKind: "rider", ownerId: rider.id, contentType: "image/webp" },
    ]);
  });

  test("loses data that was hidden after its end", async () => {
    const jpegWithScript = Buffer.concat([await jpeg(), Buffer.from("<?php system($_GET[0]); ?>")]);
    const answer = await upload(jpegWithScript);
    expect(answer.status).toBe(200);
    const { updateUser } = (await answer.json()) as { updateUser: Rider };
    const bytes = await (await picture(updateUser.profilePic ?? "")).bytes();
    expect(Buffer.from(bytes).includes("php")).toBe(false);
  });

  test("is scaled down to 1,024 pixels", async () => {
    const answer = await upload(png(2_000, 1_000));
    const { updateUser } = (await answer.json()) as { updateUser: Rider };
    const bytes = await (await picture(updateUser.profilePic ?? "")).bytes();
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 1_024, height: 512 });
  });

  test("gets a 415 if it is not a whole image, and leaves nothing on the disk", async () => {
    const whole = await jpeg();
    const gif = Buffer.from("R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=", "base64");
    const hostileFiles = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      html: Buffer.from("<!doctype html><script>alert(1)</script>"),
      "truncated JPEG": whole.subarray(0, whole.length - 40),
      "JPEG without its end": whole.subarray(0, whole.length - 2),
      "truncated PNG": png(32, 32).subarray(0, 60),
      "a GIF": gif,
      "an executable": Buffer.from("MZ\x90\0\x03"),
    };
    for (const [what, bytes] of Object.entries(hostileFiles)) {
      const answer = await upload(bytes);
      expect([what, answer.status]).toEqual([what, 415]);
      expect(await answer.json()).toMatchObject({ code: "picture.unreadable" });
    }
    expect(uploads()).toEqual([]);
    expect(await (await browser.get("/auth/current-user")).json()).toEqual(rider);
  });

  test("gets a 413 if it has too many bytes or pixels", async () => {
    const decompressionBomb = png(8_000, 8_000);
    expect(decompressionBomb.length).toBeLessThan(1_000_000);
    expect((await upload(decompressionBomb)).status).toBe(413);
    expect((await upload(new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413);
    expect((await upload(new Uint8Array(11 * 1024 * 1024))).status).toBe(413);
    expect(uploads()).toEqual([]);
  });

  test("is not stored if the rest of the form is refused", async () => {
    await signInRider(server, "taken@example.com");
    server.advance(60_000);
    const answer = await update({
      ...names,
      email: "taken@example.com",
      profilePic: blob(png(8, 8)),
    });
    expect(answer.status).toBe(409);
    expect(uploads()).toEqual([]);
    expect(server.deps.db.select().from(files).all()).toEqual([]);
  });

  test("counts as absent if no file was chosen, and gets a 400 if the file is empty", async () => {
    const part = (filename: string) =>
      `--xx\r\nContent-Disposition: form-data; name="profilePic"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n\r\n`;
    const body = (filename: string) =>
      `--xx\r\nContent-Disposition: form-data; name="firstName"\r\n\r\nAline\r\n--xx\r\nContent-Disposition: form-data; name="lastName"\r\n\r\nUwase\r\n${part(filename)}--xx--\r\n`;
    expect((await putRaw(body(""))).status).toBe(200);
    expect((await putRaw(body("empty.png"))).status).toBe(400);
  });
});

/** Sends a body unchanged. */
function putRaw(
  body: BodyInit,
  type = "multipart/form-data; boundary=xx",
): Promise<Response> | Response {
  return server.app.fetch(
    new Request("http://livery.test/backend/users/update-profile", {
      method: "PUT",
      headers: {
        "content-type": type,
        origin: "http://livery.test",
        host: "livery.test",
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      body,
    }),
    { address: "203.0.113.7" },
  );
}

describe("a form sent to update-profile", () => {
  const field = (name: string, value: string) =>
    `--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const END = "--xx--\r\n";
  const goodFields = field("firstName", "Aline") + field("lastName", "Uwase");

  test.each([
    ["zero bytes", ""],
    ["no final boundary", goodFields],
    ["a field twice", goodFields + field("firstName", "Other") + END],
    ["an unknown field twice", goodFields + field("x", "1") + field("x", "2") + END],
    [
      "1,000 parts",
      goodFields + Array.from({ length: 1_000 }, (_, n) => field(`x${n}`, "1")).join("") + END,
    ],
    ["garbage", "hello"],
    ["text instead of a file", goodFields + field("profilePic", "text") + END],
  ])("with %s gets a 400", async (_title, body) => {
    const answer = await putRaw(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toHaveProperty("message");
  });

  test("without a boundary gets a 400, and of another content type a 415", async () => {
    expect((await putRaw(goodFields + END, "multipart/form-data")).status).toBe(400);
    expect((await putRaw("{}", "application/json")).status).toBe(415);
    expect((await putRaw("firstName=A", "application/x-www-form-urlencoded")).status).toBe(415);
  });

  test("with a path or NUL in the file name stores the file under a generated name", async () => {
    const picture = Buffer.from(png(8, 8));
    for (const name of ["../../x.png", "a\0b.png"]) {
      const body = Buffer.concat([
        Buffer.from(
          `${goodFields}--xx\r\nContent-Disposition: form-data; name="profilePic"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`,
        ),
        picture,
        Buffer.from(`\r\n${END}`),
      ]);
      expect((await putRaw(body)).status).toBe(200);
      expect(uploads()).toHaveLength(1);
      expect(uploads()[0]).toMatch(/^[\w-]{36}$/);
    }
  });
});
