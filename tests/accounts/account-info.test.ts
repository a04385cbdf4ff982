/** What riders change in their account besides names: the picture, the language, and changes that they cancel. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "bun:test";
import { files } from "../../db/schema/files";
import type { Rider } from "../../src/accounts/contract";
import { visitorLanguage } from "../../src/accounts/language-rules";
import { languageCodes } from "../../src/settings/languages/languages-contract";
import { png } from "../support/pictures";
import { createTestServer, type TestServer } from "../support/server";
import { lastMessage, signInRider } from "../support/sign-in";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const formOf = (fields: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

test.each([
  ["", "en"],
  ["fr", "fr"],
  ["fr-CA,fr;q=0.9,en;q=0.8", "fr"],
  ["nl-NL,nl;q=0.9,es;q=0.5,en;q=0.4", "es"],
  ["en;q=0.2, rw", "rw"],
  ["RW-rw", "rw"],
  ["es;q=0, fr;q=0.1", "fr"],
  ["*", "en"],
  ["nl", "en"],
  ["de-AT", "de"],
  ["ar-AE", "ar"],
  ["pt-BR, sw;q=0.9", "pt"],
  ["constructor", "en"],
  [",;q=,fr;q=nonsense", "en"],
  ["x".repeat(100_000), "en"],
])("visitorLanguage reads Accept-Language %p as %s", (header, language) => {
  expect(
    visitorLanguage({
      chosen: undefined,
      acceptLanguage: header,
      offered: languageCodes,
      defaultLanguage: "en",
    }),
  ).toBe(language as "en");
});

test("the first sign-in takes the browser's language, and later ones keep the rider's choice", async () => {
  const browser = server.browser();
  await browser.post("/auth/send-otp", { identifier: "jean@example.com" });
  const verified = await browser.post(
    "/auth/verify-otp",
    { identifier: "jean@example.com", otp: lastMessage(server, "jean@example.com").code },
    { "accept-language": "fr-FR,fr;q=0.9" },
  );
  expect(await verified.json()).toMatchObject({ getUser: { language: "fr" } });
  const names = { firstName: "Jean", lastName: "Bosco" };
  const put = (fields: Record<string, string>) =>
    browser.request("/users/update-profile", { method: "PUT", form: formOf(fields) });
  await put(names);
  expect(await (await put({ language: "rw" })).json()).toMatchObject({
    updateUser: { ...names, language: "rw" },
  });
  expect((await put({ language: "nl" })).status).toBe(400);
  server.advance(31_000);
  const { rider } = await signInRider(server, "jean@example.com");
  expect(rider.language).toBe("rw");
});

test("a rider cancels a pending contact change, and its code no longer works", async () => {
  const { browser } = await signInRider(server, "rider@example.com");
  const ask = await browser.request("/users/update-profile", {
    method: "PUT",
    form: formOf({ phone: "+250788123456", email: "new@example.com" }),
  });
  expect(ask.status).toBe(200);
  const { code } = lastMessage(server, "+250788123456");
  const takenAnswer = await browser.delete("/users/pending-contacts/phone");
  expect(await takenAnswer.json()).toMatchObject({
    updateUser: { pendingPhone: null, pendingEmail: "new@example.com", phone: null },
  });
  const late = await browser.post("/users/verify-contact", {
    identifier: "+250788123456",
    otp: code,
  });
  expect(late.status).toBe(401);
  expect((await browser.delete("/users/pending-contacts/fax")).status).toBe(400);
  expect((await browser.delete("/users/pending-contacts/email")).status).toBe(200);
  expect((await browser.delete("/users/pending-contacts/email")).status).toBe(200);
});

test("a rider removes only their own picture, and the server deletes it from the disk", async () => {
  const { browser, rider } = await signInRider(server, "rider@example.com");
  const { browser: other } = await signInRider(server, "other@example.com");
  const picture = new Blob([new Uint8Array(png(8, 8))], { type: "image/png" });
  const form = formOf({ profilePic: picture });
  await browser.request("/users/update-profile", { method: "PUT", form });
  expect((await other.delete("/users/picture")).status).toBe(200);
  expect(readdirSync(join(server.folder, "uploads"))).toHaveLength(1);
  const removed = (await (await browser.delete("/users/picture")).json()) as { updateUser: Rider };
  expect(removed.updateUser).toEqual({ ...rider, profilePic: null });
  expect(readdirSync(join(server.folder, "uploads"))).toEqual([]);
  expect(server.deps.db.select().from(files).all()).toEqual([]);
  expect((await browser.delete("/users/picture")).status).toBe(200);
});

test("recent sign-ins show the country of the IP address if it is known", async () => {
  const signIns = async (address: string) => {
    const { browser } = await signInRider(server, `${address}@example.com`.replaceAll(":", "-"), {
      browser: server.browser(address),
    });
    return (await browser.get("/auth/sign-ins")).json();
  };
  expect(await signIns("8.8.8.8")).toMatchObject({ signIns: [{ country: "US" }] });
  expect(await signIns("10.0.0.1")).toMatchObject({ signIns: [{ country: null }] });
});
