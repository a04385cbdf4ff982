/**
 * What docs/security.md promises about accounts, codes and input, tested on the executable over its socket. To make
 * something older, the times in its database are changed from outside.
 */
import { Database } from "bun:sqlite";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rider } from "../../src/accounts/contract";
import {
  createInstallation,
  freePort,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import {
  createSigningKey,
  type FakeClaims,
  type OpenidProvider,
  startOpenidProvider,
} from "../support/openid-provider";
import { jpegWithGps, png } from "../support/pictures";
import { type Postbox, startMailbox } from "../support/postbox";
import {
  type Reply,
  startSignIn,
  signInAtProvider,
  type ProviderName,
} from "../support/provider-steps";
import { expectEventually, until } from "../support/eventually";
import { unzip } from "../support/unzip";
import { requestCode, createVisitor, signInNamed, type Visitor } from "../support/visitor";

const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** One contact gets at most one message in 30 s. */
const RESEND_PAUSE_MS = 31_000;

/** Without limits: codes are on its console, and Google and Apple are simulated. */
let openPlace: Installation;
let open: RunningExecutable;
let providers: Record<ProviderName, OpenidProvider>;
/** With limits, as in a new installation, and a mail server. */
let limitedInstallation: Installation;
let limitedServer: RunningExecutable;
let mailbox: Postbox;
beforeAll(async () => {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  openPlace = createInstallation();
  limitedInstallation = createInstallation();
  mailbox = await startMailbox();
  providers = {
    google: await startOpenidProvider("google", url),
    apple: await startOpenidProvider("apple", url),
  };
  [open, limitedServer] = await Promise.all([
    openPlace.start({
      PORT: String(port),
      PUBLIC_URL: url,
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
      ...providers.google.environment,
      ...providers.apple.environment,
    }),
    limitedInstallation.start({
      SMTP_URL: mailbox.url,
      MAIL_FROM: "rides@example.com",
      LOG_LEVEL: "error",
    }),
  ]);
}, 60_000);
afterAll(async () => {
  await Promise.all([openPlace.close(), limitedInstallation.close()]);
  await Promise.all([mailbox.close(), providers.google.close(), providers.apple.close()]);
});

/** Opens the database of a running server. */
function databaseOf(place: Installation): Database {
  const database = new Database(join(place.folder, "data/livery.sqlite"), { readwrite: true });
  database.run("PRAGMA busy_timeout = 5000");
  return database;
}

/** Makes codes, links, sent messages, guesses and provider attempts older by that many ms. */
function age(place: Installation, milliseconds: number): void {
  using database = databaseOf(place);
  for (const table of ["codes", "provider_attempts"])
    database.run(
      `UPDATE ${table} SET created_at = created_at - ${milliseconds}, expires_at = expires_at - ${milliseconds}`,
    );
  for (const table of ["code_sends", "code_guesses"])
    database.run(`UPDATE ${table} SET created_at = created_at - ${milliseconds}`);
}

/** Returns the number of rows in each table. */
function countRows(place: Installation, ...tables: string[]): number[] {
  using database = databaseOf(place);
  return tables.map(
    (table) =>
      database.query<{ n: number }, []>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? -1,
  );
}

const wrongCodeFor = (code: string) => (code === "0000" ? "0001" : "0000");

const verify = (visitor: Visitor, identifier: string, otp: unknown) =>
  visitor.post("/auth/verify-otp", { identifier, otp });

/** Returns the status of an attempt with a code. */
const tryCode = async (visitor: Visitor, identifier: string, otp: string) =>
  (await verify(visitor, identifier, otp)).status;

const current = async (visitor: Visitor) => {
  const answer = await visitor.get("/auth/current-user");
  if (!answer.ok) throw new Error(`current-user: ${answer.status}`);
  return (await answer.json()) as Rider;
};

function update(visitor: Visitor, fields: Record<string, string | Blob>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === "string") form.append(name, value);
    else form.append(name, value, "me.jpg");
  return visitor.request("/users/update-profile", { method: "PUT", body: form });
}

async function updateProfile(
  visitor: Visitor,
  fields: Record<string, string | Blob>,
): Promise<Rider> {
  const answer = await update(visitor, fields);
  if (!answer.ok) throw new Error(`update-profile: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { updateUser: Rider }).updateUser;
}

/** Makes a call, and returns the e-mail that it causes. */
async function mailAfter(to: string, call: () => Promise<Response>): Promise<string> {
  const before = mailbox.received.length;
  const answer = await call();
  if (!answer.ok) throw new Error(`Mail to ${to}: ${answer.status} ${await answer.text()}`);
  const newest = () => mailbox.received.slice(before).find((one) => one.to === to);
  return (await until(`Mail to ${to}`, newest)).text;
}

const CODE_PATTERN = /^\s*(\d{4})\s*$/m;

const requestCodeByMail = (visitor: Visitor, identifier: string) =>
  mailAfter(identifier, () => visitor.post("/auth/send-otp", { identifier }));

async function codeByMail(visitor: Visitor, identifier: string): Promise<string> {
  const text = await requestCodeByMail(visitor, identifier);
  const [, code] = CODE_PATTERN.exec(text) ?? [];
  if (!code) throw new Error(`No code for ${identifier}: ${text}`);
  return code;
}

/** Signs a rider in at the server with the mailbox, and enters a name if one is given. */
async function signInByMail(identifier: string, firstName?: string): Promise<Visitor> {
  const visitor = createVisitor(limitedServer.url);
  const otp = await codeByMail(visitor, identifier);
  expect(await tryCode(visitor, identifier, otp)).toBe(200);
  if (firstName) await updateProfile(visitor, { firstName, lastName: "Uwase" });
  return visitor;
}

describe("sign-in codes", () => {
  test("a rider whose guesses strangers spent gets a link that signs in once, and only when pressed", async () => {
    const identifier = "guessed@example.com";
    const owner = await signInByMail(identifier);
    const devices = async () =>
      ((await (await owner.get("/auth/sessions")).json()) as { sessions: unknown[] }).sessions
        .length;
    const guesser = createVisitor(limitedServer.url);
    for (let guess = 0; guess < 3; guess++) {
      age(limitedInstallation, RESEND_PAUSE_MS);
      const from = guess < 2 ? createVisitor(limitedServer.url) : guesser;
      const code = await codeByMail(from, identifier);
      expect(await tryCode(from, identifier, wrongCodeFor(code))).toBe(401);
      // Even the right code no longer works.
      if (from === guesser) expect(await tryCode(from, identifier, code)).toBe(401);
    }

    age(limitedInstallation, RESEND_PAUSE_MS);
    const newPhoneVisitor = createVisitor(limitedServer.url);
    const text = await requestCodeByMail(newPhoneVisitor, identifier);
    expect(text).not.toMatch(CODE_PATTERN);
    const [link = "", token = ""] =
      new RegExp(`${limitedServer.url}/signin/([\\w-]+)`).exec(text) ?? [];
    // 128 bits.
    expect(Buffer.from(token, "base64url")).toHaveLength(16);
    const cookie = [...newPhoneVisitor.cookies]
      .map(([name, value]) => `${name}=${value}`)
      .join("; ");
    for (let opened = 0; opened < 5; opened++) {
      const page = await fetch(link, { headers: opened % 2 ? { cookie } : {} });
      expect([page.status, page.headers.get("cache-control")]).toEqual([200, "no-store"]);
      expect(page.headers.get("referrer-policy")).toBe("no-referrer");
      expect(page.headers.getSetCookie().join()).not.toContain("livery_rider");
      await page.text();
    }
    expect((await newPhoneVisitor.get("/auth/current-user")).status).toBe(401);
    expect(await devices()).toBe(1);

    const parallelVisitors = [
      newPhoneVisitor,
      ...Array.from({ length: 4 }, () => createVisitor(limitedServer.url)),
    ];
    const answers = await Promise.all(
      parallelVisitors.map((visitor) => visitor.post("/auth/signin-link", { token })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401, 401, 401]);
    const signedIn = parallelVisitors.filter((visitor) => visitor.cookies.has("livery_rider"));
    expect(signedIn).toHaveLength(1);
    for (const visitor of signedIn) expect((await current(visitor)).email).toBe(identifier);
    expect(await devices()).toBe(2);
    expect((await newPhoneVisitor.post("/auth/signin-link", { token })).status).toBe(401);
    const late = createVisitor(limitedServer.url);
    expect((await late.post("/auth/signin-link", { token })).status).toBe(401);
    expect(late.cookies.has("livery_rider")).toBeFalse();

    // Guesses by strangers do not use up the code of a browser that signed in before either.
    age(limitedInstallation, HOUR);
    const own = await codeByMail(owner, identifier);
    expect(await tryCode(owner, identifier, own)).toBe(200);
  }, 60_000);

  test("a sign-in link expires after 15 minutes", async () => {
    const identifier = "late@example.com";
    const guesser = createVisitor(limitedServer.url);
    const code = await codeByMail(guesser, identifier);
    for (let guess = 0; guess < 3; guess++)
      expect(await tryCode(guesser, identifier, wrongCodeFor(code))).toBe(401);
    for (const [old, status] of [
      [15 * MINUTE - 20_000, 200],
      [15 * MINUTE, 401],
    ] as const) {
      age(limitedInstallation, HOUR);
      const visitor = createVisitor(limitedServer.url);
      const [, token] =
        /\/signin\/([\w-]+)/.exec(await requestCodeByMail(visitor, identifier)) ?? [];
      age(limitedInstallation, old);
      expect([old, (await visitor.post("/auth/signin-link", { token })).status]).toEqual([
        old,
        status,
      ]);
    }
  }, 60_000);

  test("RATE_LIMITS=off lifts the limit on sent codes, but not on guesses and single use", async () => {
    const identifier = "unlimited@example.com";
    const limitedVisitor = createVisitor(limitedServer.url);
    expect((await limitedVisitor.post("/auth/send-otp", { identifier })).status).toBe(200);
    expect((await limitedVisitor.post("/auth/send-otp", { identifier })).status).toBe(429);

    const visitor = createVisitor(open.url);
    let otp = "";
    for (let sent = 0; sent < 12; sent++) otp = await requestCode(open, visitor, identifier);
    expect(await tryCode(visitor, identifier, otp)).toBe(200);
    expect(await tryCode(visitor, identifier, otp)).toBe(401);
    // A known browser has five attempts for each code, and they use up only that code.
    for (const [wrongCount, status] of [
      [4, 200],
      [5, 401],
      [0, 200],
    ] as const) {
      otp = await requestCode(open, visitor, identifier);
      for (let guess = 0; guess < wrongCount; guess++)
        expect(await tryCode(visitor, identifier, wrongCodeFor(otp))).toBe(401);
      expect([wrongCount, await tryCode(visitor, identifier, otp)]).toEqual([wrongCount, status]);
    }
    // All other browsers together have three wrong attempts for each account, however many codes are sent.
    for (const [wrongCount, status] of [
      [2, 200],
      [1, 401],
    ] as const) {
      const stranger = createVisitor(open.url);
      otp = await requestCode(open, stranger, identifier);
      for (let guess = 0; guess < wrongCount; guess++)
        expect(await tryCode(stranger, identifier, wrongCodeFor(otp))).toBe(401);
      expect([wrongCount, await tryCode(stranger, identifier, otp)]).toEqual([wrongCount, status]);
    }
  }, 60_000);
});

describe("hiding who has an account", () => {
  /** Returns the names of all fields in an answer, at any depth. */
  const shape = (value: unknown): unknown =>
    typeof value === "object" && value !== null
      ? Object.entries(value).map(([name, inner]) => [name, shape(inner)])
      : null;

  test("known and unknown contacts get answers of one shape, and only five names an hour are shown", async () => {
    age(limitedInstallation, HOUR);
    const named = Array.from({ length: 4 }, (_, i) => `named${i}@example.com`);
    await Promise.all(named.map((email, i) => signInByMail(email, `Name${i}`)));
    await signInByMail("nameless@example.com");
    age(limitedInstallation, HOUR);

    type AccountHint = { exist: boolean; username: string | null };
    const shapes = new Set<string>();
    const ask = async (identifier: string): Promise<AccountHint> => {
      const answer = await createVisitor(limitedServer.url).post("/auth/send-otp", { identifier });
      const body = (await answer.json()) as { newuser: AccountHint };
      shapes.add(JSON.stringify([answer.status, [...answer.headers.keys()].sort(), shape(body)]));
      const { exist, username } = body.newuser;
      return { exist, username };
    };
    const unknown = { exist: false, username: null };
    expect(await ask("named0@example.com")).toEqual({ exist: true, username: "Name0" });
    expect(await ask("nameless@example.com")).toEqual({ exist: true, username: null });
    expect(await ask("stranger@example.com")).toEqual(unknown);
    expect(await ask("named1@example.com")).toEqual({ exist: true, username: "Name1" });
    expect(await ask("named2@example.com")).toEqual({ exist: true, username: "Name2" });
    // The sixth lookup is answered like a stranger's, but the message is still sent.
    const mails = () => mailbox.received.filter(({ to }) => to === "named3@example.com").length;
    expect(mails()).toBe(1);
    expect(await ask("named3@example.com")).toEqual(unknown);
    await expectEventually(mails).toBe(2);
    age(limitedInstallation, RESEND_PAUSE_MS);
    expect(await ask("named1@example.com")).toEqual({ exist: true, username: "Name1" });
    expect(await ask("stranger2@example.com")).toEqual(unknown);
    expect([...shapes]).toHaveLength(1);
    age(limitedInstallation, HOUR);
    expect(await ask("named3@example.com")).toEqual({ exist: true, username: "Name3" });
  }, 60_000);

  test("wrong, expired, used, unknown and other browsers' codes get the same 401", async () => {
    const known = "known@example.com";
    await signInNamed(open, known);
    const answers: Response[] = [];
    const refused = async (visitor: Visitor, identifier: string, otp: string) =>
      answers.push(await verify(visitor, identifier, otp));

    await refused(createVisitor(open.url), "never-asked@example.com", "1234");
    await refused(createVisitor(open.url), known, "1234");
    for (const identifier of [known, "unknown@example.com"]) {
      const visitor = createVisitor(open.url);
      const otp = await requestCode(open, visitor, identifier);
      await refused(visitor, identifier, wrongCodeFor(otp));
      await refused(createVisitor(open.url), identifier, otp);
      // A code is valid until it is used or too old.
      age(openPlace, 5 * MINUTE - 20_000);
      expect(await tryCode(visitor, identifier, otp)).toBe(200);
      await refused(visitor, identifier, otp);
      const other = createVisitor(open.url);
      const old = await requestCode(open, other, identifier);
      age(openPlace, 5 * MINUTE);
      await refused(other, identifier, old);
    }
    const seen = await Promise.all(
      answers.map(async (answer) =>
        JSON.stringify([
          answer.status,
          await answer.text(),
          [...answer.headers].filter(([name]) => name !== "date" && name !== "x-request-id"),
        ]),
      ),
    );
    expect(seen).toHaveLength(10);
    expect([...new Set(seen)]).toHaveLength(1);
    expect(answers[0]?.status).toBe(401);
  }, 30_000);
});

describe("a rider's profile", () => {
  test("accepts only the rider's own fields, and a new e-mail address counts after its code", async () => {
    const rider = await signInByMail("mine@example.com", "Aline");
    const other = await signInByMail("theirs@example.com", "Eric");
    age(limitedInstallation, HOUR);
    const before = await current(rider);
    const theirs = await current(other);
    const stored = () => {
      using database = databaseOf(limitedInstallation);
      return database
        .query("SELECT id, created_at, email, pending_email FROM riders WHERE id = ?")
        .get(before.id);
    };
    const row = stored();
    expect(row).toMatchObject({ id: before.id, email: "mine@example.com" });
    const changed = await updateProfile(rider, {
      firstName: "Alice",
      id: theirs.id,
      role: "owner",
      createdAt: "0",
      created_at: "0",
      pendingEmail: "theirs@example.com",
      pictureFileId: "x",
    });
    expect(changed).toEqual({ ...before, firstName: "Alice" });
    expect(await current(rider)).toEqual(changed);
    expect(stored()).toEqual(row);
    expect(await current(other)).toEqual(theirs);
    expect((await rider.get("/admin/profile")).status).toBe(401);

    const takenAnswer = await update(rider, { firstName: "Eve", email: "Theirs@example.com" });
    expect(takenAnswer.status).toBe(409);
    expect(await current(rider)).toEqual(changed);
    expect(await current(other)).toEqual(theirs);

    const newEmail = "fresh@example.com";
    let code = "";
    const warning = await mailAfter("mine@example.com", async () => {
      let answer = Response.error();
      const text = await mailAfter(newEmail, async () => {
        answer = await update(rider, { email: newEmail });
        return answer.clone();
      });
      [, code = ""] = CODE_PATTERN.exec(text) ?? [];
      return answer;
    });
    expect(warning).toContain("asked to replace this e-mail address. Nothing has changed yet");
    expect(await current(rider)).toEqual({ ...changed, pendingEmail: newEmail });
    const confirm = async (visitor: Visitor, otp: string) =>
      (await visitor.post("/users/verify-contact", { identifier: newEmail, otp })).status;
    expect(await confirm(rider, wrongCodeFor(code))).toBe(401);
    expect(await confirm(other, code)).toBe(401);
    expect(await confirm(createVisitor(limitedServer.url), code)).toBe(401);
    expect(await tryCode(rider, newEmail, code)).toBe(401);
    expect(await current(rider)).toEqual({ ...changed, pendingEmail: newEmail });
    const mail = await mailAfter("mine@example.com", () =>
      rider.post("/users/verify-contact", { identifier: newEmail, otp: code }),
    );
    expect(mail).toContain("no longer belongs to the account");
    expect(await current(rider)).toEqual({ ...changed, email: newEmail });
    expect(await confirm(rider, code)).toBe(401);

    // From now on only the new address signs in to this account; the old one leads to another account.
    age(limitedInstallation, RESEND_PAUSE_MS);
    expect((await current(await signInByMail(newEmail))).id).toBe(before.id);
    expect((await current(await signInByMail("mine@example.com"))).id).not.toBe(before.id);
  }, 60_000);

  test("returns a picture without metadata, and stores no file that is too large or not a picture", async () => {
    const rider = await signInNamed(open, "pictures@example.com");
    const files = () =>
      readdirSync(join(openPlace.folder, "data"), { recursive: true, encoding: "utf8" })
        .filter((name) => !name.startsWith("livery.sqlite"))
        .toSorted();
    const blob = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)], { type: "image/jpeg" });
    const hostilePicture = Buffer.concat([
      await jpegWithGps(),
      Buffer.from("<?php system($_GET['c']); ?>"),
    ]);
    // South and east, and the degrees of Kigali, as stored in the picture.
    const place = Buffer.from([1, 0, 0, 0, 1, 0, 0, 0, 57, 0, 0, 0, 1, 0, 0, 0]);
    const hidden = ["Exif", "<?php", "system(", place];
    expect(hidden.map((part) => hostilePicture.includes(part))).toEqual(hidden.map(() => true));

    const empty = files();
    const { profilePic } = await updateProfile(rider, { profilePic: blob(hostilePicture) });
    const getAnswer = await rider.get((profilePic ?? "").replace(/^\/backend/, ""));
    expect([getAnswer.status, getAnswer.headers.get("content-type")]).toEqual([200, "image/webp"]);
    expect(getAnswer.headers.get("x-content-type-options")).toBe("nosniff");
    const bytes = await getAnswer.bytes();
    expect(await new Bun.Image(bytes).metadata()).toMatchObject({ width: 64, height: 48 });
    const kept = files();
    const [file = "", ...more] = kept.filter((name) => !empty.includes(name) && name !== "uploads");
    expect(more).toEqual([]);
    for (const content of [Buffer.from(bytes), readFileSync(join(openPlace.folder, "data", file))])
      expect(hidden.map((part) => content.includes(part))).toEqual(hidden.map(() => false));

    const whole = await jpegWithGps();
    const paddedBody = (megabytes: number) =>
      Buffer.concat([whole, Buffer.alloc(megabytes * 1024 * 1024)]);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const decompressionBomb = png(7_000, 6_000);
    expect(decompressionBomb.length).toBeLessThan(1024 * 1024);
    for (const [what, content, status] of [
      ["42 megapixels", decompressionBomb, 413],
      ["6 MB", paddedBody(6), 413],
      ["SVG", Buffer.from(svg), 415],
      ["HTML", Buffer.from("<!doctype html><script>alert(1)</script>"), 415],
      ["a JPEG that is cut off", whole.subarray(0, whole.length - 40), 415],
    ] as const) {
      const answer = await update(rider, { firstName: "Nobody", profilePic: blob(content) });
      expect([what, answer.status]).toEqual([what, status]);
      expect([what, files()]).toEqual([what, kept]);
      expect(await current(rider)).toMatchObject({ firstName: "Aline", profilePic });
    }
    // A real picture below the limit is accepted, and replaces the previous one.
    await updateProfile(rider, { profilePic: blob(paddedBody(4)) });
    expect(files()).toHaveLength(kept.length);
  }, 60_000);
});

describe.each(["google", "apple"] as const)("sign-in with %s", (which) => {
  afterEach(() => {
    providers[which].fakeClaims = {};
  });

  const replyTo = async (visitor: Visitor) =>
    signInAtProvider(which, await startSignIn(visitor, which));

  /** Submits a reply as a browser does: Apple's page posts it from another site. */
  async function submitReply(visitor: Visitor, reply: Reply): Promise<Response> {
    if (!reply.isPosted) return visitor.get(`/auth/${which}/callback?${reply.fields}`);
    const postedAnswer = await fetch(`${open.url}/backend/auth/${which}/callback`, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: "null",
        "sec-fetch-site": "cross-site",
        "content-type": "application/x-www-form-urlencoded",
      },
      body: reply.fields.toString(),
    });
    expect([postedAnswer.status, postedAnswer.headers.getSetCookie()]).toEqual([303, []]);
    return visitor.get((postedAnswer.headers.get("location") ?? "").replace(/^\/backend/, ""));
  }

  const rows = () => countRows(openPlace, "riders", "rider_identities", "sessions");

  /** Returns where a reply leads, and checks that nobody is signed in by it. */
  async function refusedText(visitor: Visitor, reply: Reply): Promise<string> {
    const before = rows();
    const answer = await submitReply(visitor, reply);
    expect(answer.status).toBe(303);
    const [, notice = ""] =
      /^\/liveryClient\?notice=(\w+)&provider=\w+$/.exec(answer.headers.get("location") ?? "") ??
      [];
    expect((await visitor.get("/auth/current-user")).status).toBe(401);
    expect(rows()).toEqual(before);
    return notice;
  }

  test("refuses a replayed, late, stolen or forged answer and an unconfirmed e-mail address", async () => {
    const provider = providers[which];
    const email = `rider-at-${which}@example.com`;
    const mine = await signInNamed(open, email);
    const { id } = await current(mine);
    const [, identities] = rows();
    provider.person = { sub: `${which} of somebody`, email, email_verified: true };

    // The state is missing, unknown, another browser's, combined with another person's code, or late.
    const sendTampered = async (tamper: (fields: URLSearchParams) => void) => {
      const visitor = createVisitor(open.url);
      const reply = await replyTo(visitor);
      tamper(reply.fields);
      return refusedText(visitor, reply);
    };
    expect(await sendTampered((fields) => fields.delete("state"))).toBe("expired");
    expect(await sendTampered((fields) => fields.set("state", "A".repeat(43)))).toBe("expired");
    const victim = createVisitor(open.url);
    const theirs = await replyTo(victim);
    const attackerBrowser = createVisitor(open.url);
    const own = await replyTo(attackerBrowser);
    expect(await refusedText(attackerBrowser, theirs)).toBe("other_browser");
    expect(await refusedText(victim, theirs)).toBe("expired");
    const stolenAnswer = await replyTo(createVisitor(open.url));
    own.fields.set("code", stolenAnswer.fields.get("code") ?? "");
    expect(await refusedText(attackerBrowser, own)).toBe("refused");
    const slowVisitor = createVisitor(open.url);
    const late = await replyTo(slowVisitor);
    age(openPlace, 10 * MINUTE);
    expect(await refusedText(slowVisitor, late)).toBe("expired");

    // The token.
    const forgeries: [string, FakeClaims, string][] = [
      ["another audience", { claims: (c) => ({ ...c, aud: "another" }) }, "refused"],
      ["another issuer", { claims: (c) => ({ ...c, iss: "https://evil.example" }) }, "refused"],
      ["another nonce", { claims: (c) => ({ ...c, nonce: "another" }) }, "refused"],
      ["no nonce", { claims: ({ nonce: _, ...c }) => c }, "refused"],
      ["another key", { signer: createSigningKey("first") }, "refused"],
      ["no signature", { header: (h) => ({ ...h, alg: "none" }), signer: "nobody" }, "refused"],
      ["expired", { claims: (c) => ({ ...c, exp: Number(c.iat) - 61 }) }, "refused"],
      ["unconfirmed", { claims: (c) => ({ ...c, email_verified: false }) }, "unverified"],
      ["does not say", { claims: ({ email_verified: _, ...c }) => c }, "unverified"],
    ];
    for (const [what, forgedClaims, notice] of forgeries) {
      provider.fakeClaims = forgedClaims;
      const visitor = createVisitor(open.url);
      const reply = await replyTo(visitor);
      expect([what, await refusedText(visitor, reply)]).toEqual([what, notice]);
    }
    expect(rows()[1]).toBe(identities ?? -1);

    // The same sign-in without forged claims works for the same person, but only once.
    provider.fakeClaims = {};
    const ordinaryVisitor = createVisitor(open.url);
    const reply = await replyTo(ordinaryVisitor);
    const copy = createVisitor(open.url);
    for (const [name, value] of ordinaryVisitor.cookies) copy.cookies.set(name, value);
    expect((await submitReply(ordinaryVisitor, reply)).headers.get("location")).toBe("/booking");
    expect((await current(ordinaryVisitor)).id).toBe(id);
    expect(await refusedText(copy, reply)).toBe("expired");
  }, 60_000);
});

describe("typed input", () => {
  /** Expects an answer with a message for people and no internal details. */
  async function expectRefusal(what: unknown, answer: Response, status: number): Promise<void> {
    const text = await answer.text();
    expect([what, answer.status, text]).toEqual([what, status, text]);
    expect(JSON.parse(text)).toMatchObject({ message: expect.any(String) });
    expect(text).not.toMatch(/\bat .*:\d+|ZodError|SQLITE/);
  }

  test("a malformed code gets a 400 and is no guess, and a used or somebody else's code gets a 401", async () => {
    const staff = createVisitor(open.url);
    expect((await staff.post("/admin/login", OWNER)).status).toBe(200);
    const sharedEmail = "both@example.com";
    const added = await staff.post("/admin/drivers", {
      firstName: "Eric",
      lastName: "Mugisha",
      email: sharedEmail,
      phone: null,
      licenseId: "RW-77",
      licenseValidUntil: "2099-12-31",
      vehicleId: null,
    });
    expect(added.status).toBe(201);

    const visitor = await signInNamed(open, "typing@example.com");
    const otp = await requestCode(open, visitor, sharedEmail);
    const before = countRows(openPlace, "code_guesses");
    for (const path of ["/auth/verify-otp", "/driver/verify-otp", "/users/verify-contact"])
      for (const bad of [
        "",
        "123",
        "12345",
        1234,
        ["1234"],
        { $ne: "" },
        true,
        null,
        undefined,
        "١٢٣٤",
        "１２３４",
        "12 4",
        ` ${otp}`,
        `${otp}\n`,
        "-123",
        "1e10",
        "1".repeat(10_000),
      ])
        await expectRefusal(
          [path, bad],
          await visitor.post(path, { identifier: sharedEmail, otp: bad }),
          400,
        );
    await expectRefusal(
      "a country's code in its place",
      await visitor.post("/auth/verify-otp", { identifier: "+250788123456", code: "250" }),
      400,
    );
    expect(countRows(openPlace, "code_guesses")).toEqual(before);

    /** Requests a code that differs from `other`, which could otherwise be right by chance. */
    const codeFor = async (identifier: string, other: string, area?: "driver") => {
      for (;;) {
        const code = await requestCode(open, visitor, identifier, area);
        if (code !== other) return code;
      }
    };
    const otherCode = await codeFor("another@example.com", otp);
    const ofDriver = await codeFor(sharedEmail, otp, "driver");
    await expectRefusal("another's", await verify(visitor, sharedEmail, otherCode), 401);
    await expectRefusal("a driver's", await verify(visitor, sharedEmail, ofDriver), 401);
    // Each code works where it belongs.
    expect(await tryCode(visitor, sharedEmail, otp)).toBe(200);
    await expectRefusal("used", await verify(visitor, sharedEmail, otp), 401);
    expect(await tryCode(visitor, "another@example.com", otherCode)).toBe(200);
    const driving = await visitor.post("/driver/verify-otp", {
      identifier: sharedEmail,
      otp: ofDriver,
    });
    expect(driving.status).toBe(200);
  }, 30_000);

  test("a malformed contact gets a 400 at once, and nothing is sent", async () => {
    const visitor = await signInNamed(open, "contacts@example.com");
    const sent = countRows(openPlace, "code_sends", "outbox");
    for (const path of [
      "/auth/send-otp",
      "/auth/verify-otp",
      "/users/verify-contact",
      "/driver/checkdriver-sendotp",
      "/driver/verify-otp",
    ])
      for (const identifier of [
        "a@b",
        "a@b@example.com",
        "a@example.com,b@example.com",
        "a@example.com\r\nBcc: all@example.com",
        "a@example.com\n",
        "a @example.com",
        "",
        "   ",
        "\0",
        "+0788123456",
        "+1234567890123456",
        "1".repeat(10_000),
        `${"a".repeat(10_000)}@example.com`,
        `${"a.".repeat(5_000)}@example.com`,
        250788123456,
        ["a@example.com"],
        null,
      ]) {
        const startedAt = performance.now();
        const answer = await visitor.post(path, { identifier, otp: "1234" });
        const what = [path, String(identifier).slice(0, 40)];
        await expectRefusal(what, answer, 400);
        expect([what, performance.now() - startedAt < 2_000]).toEqual([what, true]);
      }
    expect(countRows(openPlace, "code_sends", "outbox")).toEqual(sent);
    await requestCode(open, createVisitor(open.url), "a.b+c@example.co.uk");
  }, 30_000);

  test("all spellings of a contact share its sent codes and guesses", async () => {
    age(limitedInstallation, HOUR);
    const send = async (body: object) =>
      (await createVisitor(limitedServer.url).post("/auth/send-otp", body)).status;
    for (const [first, ...others] of [
      ["Spelt@Example.com", "spelt@example.com", " SPELT@EXAMPLE.COM "],
      ["josé@example.com", "jose\u0301@example.com", "JOSÉ@example.com"],
      ["+250 788 123 456", "+250788123456", "250788123456", "+250 (788) 123-456"],
    ] as const) {
      expect([first, await send({ identifier: first })]).toEqual([first, 200]);
      for (const identifier of others)
        expect([identifier, await send({ identifier })]).toEqual([identifier, 429]);
    }
    expect(await send({ identifier: "0788 123 456", code: "250" })).toBe(429);
    expect(await send({ identifier: "spelt2@example.com" })).toBe(200);

    const spellings = ["GUESS@Example.com", " guess@example.com", "Guess@EXAMPLE.com "];
    for (const [wrongCount, status] of [
      [2, 200],
      [3, 401],
    ] as const) {
      const name = `${wrongCount}@example.com`;
      const visitor = createVisitor(open.url);
      const otp = await requestCode(open, visitor, `guess${name}`);
      for (const spelling of spellings.slice(0, wrongCount)) {
        const typed = spelling.replace(/@example\.com/i, name.toUpperCase());
        expect(await tryCode(visitor, typed, wrongCodeFor(otp))).toBe(401);
      }
      expect([wrongCount, await tryCode(visitor, ` GUESS${name} `, otp)]).toEqual([
        wrongCount,
        status,
      ]);
    }
  }, 30_000);

  test("names in any script and text that looks like code are stored unchanged and shown as plain text", async () => {
    const rider = await signInNamed(open, "names@example.com");
    const script = "<script>alert(1)</script>";
    for (const [firstName, lastName] of [
      ["👩‍🦽", "Zoë 😀"],
      ["عالية", "محمد"],
      ["Aline", "O'Brien"],
      ["=1+1", '"; DROP TABLE riders; --'],
      ["{{7*7}}", "$(reboot)"],
      [script, "</script><img src=x onerror=alert(2)>"],
    ] as const) {
      expect(await updateProfile(rider, { firstName, lastName })).toMatchObject({
        firstName,
        lastName,
      });
      expect(await current(rider)).toMatchObject({ firstName, lastName });
    }
    const copy = await rider.post("/users/export", {});
    const page = (await unzip(await copy.bytes())).get("index.html");
    const cookie = [...rider.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const pages = [new TextDecoder().decode(page)];
    for (const path of ["/booking", "/profile/AccountInfo"])
      pages.push(await (await fetch(open.url + path, { headers: { cookie } })).text());
    for (const html of pages) {
      // The text is on the page, but not as markup.
      expect(html).toMatch(/(?:&lt;|\\x3C)script(?:&gt;|>)alert\(1\)/);
      expect(html).not.toMatch(/<script>alert|<img src=x/);
    }

    const write = (body: Record<string, string>) =>
      createVisitor(open.url).post("/contact", {
        name: script,
        contact: "names@example.com",
        text: script,
        ...body,
      });
    const text = "=1+1\n\n<b>Bonjour</b> 😀 محمد";
    expect((await write({ text })).status).toBe(201);
    const staff = createVisitor(open.url);
    await staff.post("/admin/login", OWNER);
    const list = (await (await staff.get("/admin/contact-messages")).json()) as {
      messages: { id: string }[];
    };
    const letter = await staff.get(`/admin/contact-messages/${list.messages[0]?.id}`);
    expect(await letter.json()).toMatchObject({ message: { name: script, entries: [{ text }] } });

    const before = await current(rider);
    for (const bad of ["", "   ", "\u00a0\u200b", "a\0b", "a\u202eb", "a\u2066b", "x".repeat(81)]) {
      const what = JSON.stringify(bad);
      await expectRefusal(what, await update(rider, { firstName: bad }), 400);
      await expectRefusal(what, await write({ name: bad.padEnd(121, bad) }), 400);
      if (bad.length < 81) await expectRefusal(what, await write({ text: bad }), 400);
    }
    await expectRefusal("5,001 characters", await write({ text: "x".repeat(5_001) }), 400);
    expect(await current(rider)).toEqual(before);
    // The longest allowed name.
    expect((await updateProfile(rider, { firstName: "😀".repeat(80) })).firstName).toHaveLength(
      160,
    );
  }, 30_000);
});
