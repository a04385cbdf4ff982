/** Erasing or copying an account does not help a person who tries the contacts of others. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { codeSends } from "../../db/schema/accounts";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { lastMessage, messagesTo, signInRider } from "../support/sign-in";
import { unzip } from "../support/unzip";

const VICTIM_EMAIL = "victim@example.com";

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

/** Advances past the half minute that must pass between two messages to one contact. */
const wait = () => server.advance(31_000);

async function requestCode(browser: Browser, contact: string): Promise<Response> {
  const form = new FormData();
  form.append(contact.includes("@") ? "email" : "phone", contact);
  return browser.request("/users/update-profile", { method: "PUT", form });
}

/** Signs in with the account `own`, and requests a code for a contact that belongs to somebody else. */
async function signInClaimingContact(own: string, contact = VICTIM_EMAIL): Promise<Browser> {
  const { browser } = await signInRider(server, own, { browser: server.browser("198.51.100.7") });
  wait();
  expect((await requestCode(browser, contact)).status).toBe(200);
  return browser;
}

async function erase(browser: Browser, own: string): Promise<void> {
  expect((await browser.post("/users/confirmation-code")).status).toBe(200);
  const { code } = lastMessage(server, own);
  expect((await browser.post("/users/erasure", { otp: code })).status).toBe(200);
}

test("wrong guesses at an account still count after an impostor's account is deleted", async () => {
  const impostor = await signInClaimingContact("mallory@example.com");
  wait();
  await signInRider(server, VICTIM_EMAIL);
  const guesser = server.browser("198.51.100.8");
  wait();
  await guesser.post("/auth/send-otp", { identifier: VICTIM_EMAIL });
  const { code } = lastMessage(server, VICTIM_EMAIL);
  for (let n = 1; n <= 3; n++) {
    const otp = String((Number(code) + n) % 10_000).padStart(4, "0");
    const answer = await guesser.post("/auth/verify-otp", { identifier: VICTIM_EMAIL, otp });
    expect(answer.status).toBe(401);
  }
  await erase(impostor, "mallory@example.com");
  wait();
  await guesser.post("/auth/send-otp", { identifier: VICTIM_EMAIL });
  expect(lastMessage(server, VICTIM_EMAIL)).toMatchObject({ kind: "link", code: "" });
});

test("wrong guesses at a rider's account still count after the account is deleted", async () => {
  const { browser } = await signInRider(server, VICTIM_EMAIL);
  const guesser = server.browser("198.51.100.8");
  wait();
  await guesser.post("/auth/send-otp", { identifier: VICTIM_EMAIL });
  const { code } = lastMessage(server, VICTIM_EMAIL);
  for (let n = 1; n <= 3; n++) {
    const otp = String((Number(code) + n) % 10_000).padStart(4, "0");
    await guesser.post("/auth/verify-otp", { identifier: VICTIM_EMAIL, otp });
  }
  wait();
  await erase(browser, VICTIM_EMAIL);
  wait();
  await guesser.post("/auth/send-otp", { identifier: VICTIM_EMAIL });
  expect(lastMessage(server, VICTIM_EMAIL).kind).toBe("link");
});

for (const contact of ["stranger@example.com", "+250788123456"])
  test(`deleting an account does not reset the sending limit of ${contact}`, async () => {
    const second = await signInRider(server, "mallory2@example.com");
    const impostor = await signInClaimingContact("mallory@example.com", contact);
    const sent = server.deps.db.select().from(codeSends).all().length;
    await erase(impostor, "mallory@example.com");
    // One more code was sent, to confirm the erasure itself.
    const kept = server.deps.db.select().from(codeSends).all();
    expect(kept).toHaveLength(sent + 1);
    expect(JSON.stringify(kept)).not.toContain(contact);
    expect(JSON.stringify(kept)).not.toContain("mallory@");
    expect((await requestCode(second.browser, contact)).status).toBe(429);
  });

test("deleting an impostor's account keeps the real owner's open code and messages", async () => {
  const impostor = await signInClaimingContact("mallory@example.com");
  wait();
  const theirs = server.browser();
  await theirs.post("/auth/send-otp", { identifier: VICTIM_EMAIL });
  const { code } = lastMessage(server, VICTIM_EMAIL);
  await erase(impostor, "mallory@example.com");
  expect(messagesTo(server, VICTIM_EMAIL)).toHaveLength(1);
  const answer = await theirs.post("/auth/verify-otp", { identifier: VICTIM_EMAIL, otp: code });
  expect(answer.status).toBe(200);
});

test("the copy shows nothing of a contact that the rider claimed but never confirmed", async () => {
  const impostor = await signInClaimingContact("mallory@example.com");
  wait();
  await signInRider(server, VICTIM_EMAIL);
  const answer = await impostor.post("/users/export");
  expect(answer.status).toBe(200);
  const files = await unzip(await answer.bytes());
  const rows = (name: string) =>
    JSON.parse(new TextDecoder().decode(files.get(`data/${name}.json`))) as {
      identifier: string;
      purpose?: string;
    }[];
  expect(rows("code_sends").map(({ identifier }) => identifier)).toEqual(["mallory@example.com"]);
  // The copy has the code that they requested themselves, but not the other person's sign-in.
  const claimed = rows("codes").filter(({ identifier }) => identifier === VICTIM_EMAIL);
  expect(claimed.map(({ purpose }) => purpose)).toEqual(["contact"]);
});
