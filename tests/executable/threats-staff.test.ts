/**
 * Checks the promises of docs/security.md about dispatch, applicants' documents and other people's servers against the
 * executable, over its socket: one group for each row of docs/promises.md. To let hours pass, a second connection moves
 * the times in its database back.
 */
import { createApiKey } from "../support/api-keys";
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { AdminRole } from "../../src/accounts/contract";
import { may } from "../../src/accounts/permission-rules";
import type {
  RecoveryCodes,
  SecondFactorOffer,
} from "../../src/accounts/staff/second-factor-contract";
import type { StaffInvitation } from "../../src/accounts/staff/staff-contract";
import type { CompanyAnswer } from "../../src/companies/contract";
import type { AuditPage } from "../../src/dispatch/board/audit-contract";
import type { UploadAnswer } from "../../src/drivers/application-contract";
import type { DriverApplicationAnswer } from "../../src/drivers/contract";
import type { ApplicationAnswer } from "../../src/drivers/application-review-contract";
import { hashToken } from "../../src/process/keys";
import type { Place } from "../../src/places/contract";
import type { QuoteAnswer } from "../../src/reservations/quotes/quote-contract";
import type { VehicleData } from "../../src/vehicles/contract";
import { cpuSeconds } from "../bench/process";
import { requiredFields, completeAnswers } from "../support/applicants";
import { AIRPORT, HOTEL, trip } from "../support/booking";
import { describedCalls, nameOf, examplePath } from "../support/calls";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { LOCKED_CALLS, needOf } from "../support/needs";
import { jpeg, pdf } from "../support/pictures";
import { codeOf } from "../support/second-factor";
import { expectEventually, until } from "../support/eventually";
import {
  type FailureMode,
  osrmAnswer,
  photonFeature,
  pointsOf,
  startGeocoder,
  startRouter,
  startVehicleData,
} from "../support/upstreams";
import {
  requestCode,
  createVisitor,
  signInNamed,
  signInOutside,
  type Visitor,
} from "../support/visitor";

const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };
const PASSWORD = "another horse, another staple";
const UNKNOWN_ID = "0195d3e0-0000-7000-8000-000000000000";
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const tomorrow = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);

let installation: Installation;
let server: RunningExecutable;
let owner: Visitor;
beforeAll(async () => {
  installation = createInstallation();
  server = await installation.start({
    RATE_LIMITS: "off",
    LOG_LEVEL: "error",
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
  });
  owner = createVisitor(server.url);
  expect((await login(owner, OWNER.email, OWNER.password)).status).toBe(200);
}, 60_000);
afterAll(() => installation.close());

const send = (visitor: Visitor, method: string, path: string, json: unknown = {}) =>
  visitor.request(path, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(json),
  });

const login = (visitor: Visitor, email: string, password: string, totp?: string) =>
  visitor.post("/admin/login", { email, password, ...(totp !== undefined && { totp }) });

/** Returns the JSON of the answer, and fails the test if it has another status. */
async function read<T>(answer: Response, status = 200): Promise<T> {
  if (answer.status !== status)
    throw new Error(`${answer.url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** Returns the status and code of a refusal. */
const refusal = async (answer: Response) =>
  [answer.status, ((await answer.json()) as { code: string }).code] as const;

/** Counts the answers of each status. */
function statuses(answers: readonly Response[]): Record<number, number> {
  const found: Record<number, number> = {};
  for (const { status } of answers) found[status] = (found[status] ?? 0) + 1;
  return found;
}

/** Invites a member of staff as the owner, with `PASSWORD`. */
async function hire(role: AdminRole, email: string): Promise<string> {
  const invited = await owner.post("/admin/staff", { email, role });
  const { link } = await read<StaffInvitation>(invited, 201);
  const token = new URL(link).searchParams.get("token");
  const passwordAnswer = await createVisitor(server.url).post("/admin/password", {
    token,
    password: PASSWORD,
  });
  expect(passwordAnswer.status).toBe(200);
  return email;
}

/** Returns a browser in which a member of staff is signed in. */
async function signIn(email: string, password = PASSWORD): Promise<Visitor> {
  const visitor = createVisitor(server.url);
  expect((await login(visitor, email, password)).status).toBe(200);
  return visitor;
}

/** Returns a phone on which a driver is signed in. */
async function hireDriver(email: string): Promise<Visitor> {
  const added = await owner.post("/admin/drivers", {
    firstName: "Eric",
    lastName: "Mugisha",
    email,
    phone: null,
    licenseId: "RW-77",
    licenseValidUntil: "2099-03-31",
    vehicleId: null,
  });
  expect(added.status).toBe(201);
  const driver = createVisitor(server.url);
  const otp = await requestCode(server, driver, email, "driver");
  expect((await driver.post("/driver/verify-otp", { identifier: email, otp })).status).toBe(200);
  return driver;
}

/** Returns every call, as the server itself describes it. */
const described = () => describedCalls({ browser: () => createVisitor(server.url) });

/** Changes a database that the server has open. */
function withDatabase<T>(folder: string, act: (db: Database) => T): T {
  const db = new Database(join(folder, "data", "livery.sqlite"), { readwrite: true });
  try {
    db.run("PRAGMA busy_timeout = 10000");
    return act(db);
  } finally {
    db.close();
  }
}

/** Moves columns of a staff session back, as if `ms` milliseconds had passed since. */
function age(visitor: Visitor, ms: number, ...columns: string[]): void {
  const set = columns.map((column) => `${column} = ${column} - ${ms}`).join(", ");
  const hash = hashToken(visitor.cookies.get("livery_admin") ?? "");
  const { changes } = withDatabase(installation.folder, (db) =>
    db.run(`UPDATE sessions SET ${set} WHERE token_hash = ?`, [hash]),
  );
  expect(changes).toBe(1);
}

describe("staff sign-in: credential stuffing", () => {
  test("refuses an unknown browser for 15 minutes after five failures, and hides who has an account", async () => {
    const email = await hire("dispatcher", "stuffed@example.com");
    const known = await signIn(email);
    const stranger = createVisitor(server.url);
    const bodies = new Set<string>();
    for (let i = 0; i < 5; i++) {
      const wrongAnswer = await login(stranger, email, `guess number ${i}`);
      const unknown = await login(stranger, "nobody@example.com", PASSWORD);
      expect([wrongAnswer.status, unknown.status]).toEqual([401, 401]);
      bodies.add(await wrongAnswer.text()).add(await unknown.text());
    }
    expect(bodies.size).toBe(1);
    for (const [address, password] of [
      [email, PASSWORD],
      [email, "guess number 6"],
      ["nobody@example.com", PASSWORD],
    ] as const) {
      const sixthAnswer = await login(stranger, address, password);
      const seconds = Number(sixthAnswer.headers.get("retry-after"));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(900);
      expect(await refusal(sixthAnswer)).toEqual([429, "admin.login_limit"]);
    }
    expect(stranger.cookies.has("livery_admin")).toBeFalse();
    // A known browser has its own count, and other browsers may try again after the lock ends.
    expect((await login(known, email, PASSWORD)).status).toBe(200);
    const setClockBack = (ms: number) =>
      withDatabase(installation.folder, (db) =>
        db.run("UPDATE login_failures SET created_at = created_at - ? WHERE email = ?", [
          ms,
          email,
        ]),
      );
    setClockBack(13 * MINUTE);
    expect((await login(stranger, email, PASSWORD)).status).toBe(429);
    setClockBack(2 * MINUTE);
    expect((await login(stranger, email, PASSWORD)).status).toBe(200);
  }, 60_000);

  test("compares only five of 500 simultaneous passwords and spends little processor time", async () => {
    const email = await hire("dispatcher", "flooded@example.com");
    const visitor = createVisitor(server.url);
    const before = cpuSeconds(server.pid);
    for (let i = 0; i < 5; i++)
      expect((await login(visitor, `nobody${i}@example.com`, PASSWORD)).status).toBe(401);
    const started = cpuSeconds(server.pid);
    const answers = await Promise.all(
      Array.from({ length: 500 }, (_, i) => login(visitor, email, `guess number ${i}`)),
    );
    expect(statuses(answers)).toEqual({ 401: 5, 429: 495 });
    // 500 password comparisons would take a hundred times as long as those five.
    expect(cpuSeconds(server.pid) - started).toBeLessThan(30 * (started - before));
    expect((await login(visitor, email, PASSWORD)).status).toBe(429);
  }, 60_000);
});

describe("second factor", () => {
  test("is asked for only after the right password, and a code and a recovery code work once each", async () => {
    const email = await hire("dispatcher", "factor@example.com");
    const browser = await signIn(email);
    const other = await signIn(email);
    const offerAnswer = await browser.post("/admin/second-factor/offer", {
      currentPassword: PASSWORD,
    });
    const { secret, uri } = await read<SecondFactorOffer>(offerAnswer);
    expect(new URL(uri).searchParams.get("secret")).toBe(secret);
    // Nothing changes until a code of the new key is confirmed.
    await signIn(email);
    const at = Date.now();
    const confirmedAnswer = await send(browser, "PUT", "/admin/second-factor", {
      code: codeOf(secret, at),
    });
    const { recoveryCodes } = await read<RecoveryCodes>(confirmedAnswer);
    expect((await other.get("/admin/profile")).status).toBe(401);
    expect((await browser.get("/admin/profile")).status).toBe(200);

    const enter = async (totp?: string, password = PASSWORD) => {
      const visitor = createVisitor(server.url);
      const answer = await login(visitor, email, password, totp);
      expect(visitor.cookies.has("livery_admin")).toBe(answer.status === 200);
      return answer;
    };
    expect(await refusal(await enter())).toEqual([401, "totp_required"]);
    expect(await refusal(await enter(undefined, "not this one"))).toEqual([401, "admin.refused"]);
    // The next code, which a phone with a fast clock already shows.
    const next = codeOf(secret, at + 30_000);
    expect((await enter(next)).status).toBe(200);
    for (const used of [next, codeOf(secret, at)])
      expect(await refusal(await enter(used))).toEqual([401, "admin.refused"]);
    const [first = ""] = recoveryCodes;
    expect((await enter(first)).status).toBe(200);
    expect(await refusal(await enter(first))).toEqual([401, "admin.refused"]);
    expect(await read<object>(await browser.get("/admin/second-factor"))).toMatchObject({
      on: true,
      recoveryCodesLeft: 9,
    });
  }, 60_000);

  test("compares only five of 500 simultaneous wrong codes, then refuses the right one, too", async () => {
    const email = await hire("accountant", "factors@example.com");
    const browser = await signIn(email);
    const offerAnswer = await browser.post("/admin/second-factor/offer", {
      currentPassword: PASSWORD,
    });
    const { secret } = await read<SecondFactorOffer>(offerAnswer);
    const now = Date.now();
    const right = new Set([-30_000, 0, 30_000, 60_000].map((ms) => codeOf(secret, now + ms)));
    const wrongCode = ["000000", "111111", "222222", "333333", "444444"].find((c) => !right.has(c));
    const confirm = (code: string | undefined) =>
      send(browser, "PUT", "/admin/second-factor", { code });
    const answers = await Promise.all(Array.from({ length: 500 }, () => confirm(wrongCode)));
    expect(statuses(answers)).toEqual({ 422: 5, 429: 495 });
    expect((await confirm(codeOf(secret, Date.now()))).status).toBe(429);
  }, 60_000);
});

describe("idle and long sessions of staff", () => {
  test("lock after 20 idle minutes and end after 12 hours, with their open streams", async () => {
    const email = await hire("dispatcher", "idle@example.com");
    const idleStaff = await signIn(email);
    const longSession = await signIn(email);
    const lists = ["/admin/reservations", "/admin/drivers", "/admin/search?q=a", "/admin/events"];
    const request = async (visitor: Visitor) => {
      const found = new Set<number>();
      for (const path of lists) {
        const answer = await visitor.get(path);
        await answer.body?.cancel();
        found.add(answer.status);
      }
      return [...found];
    };
    const listen = async (visitor: Visitor) => {
      const stream = await visitor.get("/admin/events");
      expect(stream.headers.get("content-type")).toStartWith("text/event-stream");
      return Promise.race([
        stream.text().then(() => "ended"),
        Bun.sleep(20_000).then(() => "goes on"),
      ]);
    };
    age(idleStaff, 19 * MINUTE, "last_seen_at");
    expect(await request(idleStaff)).toEqual([200]);
    // Use does not extend a session: it ends 12 hours after sign-in.
    age(longSession, 12 * HOUR - MINUTE, "created_at", "expires_at");
    expect(await request(longSession)).toEqual([200]);

    const ends = [listen(idleStaff), listen(longSession)];
    expect(await Promise.race([...ends, Bun.sleep(500).then(() => "are open")])).toBe("are open");
    age(idleStaff, 20 * MINUTE, "last_seen_at");
    age(longSession, MINUTE, "created_at", "expires_at");
    expect(await request(idleStaff)).toEqual([423]);
    expect(await request(longSession)).toEqual([401]);
    expect(await refusal(await idleStaff.get("/admin/drivers"))).toEqual([423, "admin.locked"]);
    expect(await read<object>(await idleStaff.get("/admin/profile"))).toMatchObject({
      isLocked: true,
    });
    expect((await longSession.get("/admin/profile")).status).toBe(401);
    expect((await longSession.post("/admin/unlock", { password: PASSWORD })).status).toBe(401);
    expect(await Promise.all(ends)).toEqual(["ended", "ended"]);
    // A request does not unlock the session, but the password does.
    expect(await request(idleStaff)).toEqual([423]);
    expect((await idleStaff.post("/admin/unlock", { password: PASSWORD })).status).toBe(200);
    expect(await request(idleStaff)).toEqual([200]);
  }, 60_000);
});

describe("staff changing their own account", () => {
  test("needs the current password for a new password or e-mail address, and ends other sessions", async () => {
    const email = await hire("accountant", "profile@example.com");
    const mine = await signIn(email);
    let other = await signIn(email);
    const change = (json: object) => send(mine, "PUT", "/admin/edit-profile", json);
    const newPassword = "a third horse, a third staple";
    const moved = "moved@example.com";
    for (const wanted of [{ newPassword }, { email: moved }]) {
      expect((await change(wanted)).status).toBe(400);
      const wrongAnswer = await change({ ...wanted, currentPassword: "not this one" });
      expect(await refusal(wrongAnswer)).toEqual([422, "admin.current_password"]);
    }
    // A name gives no access to the account, so changing it needs no password.
    expect((await change({ firstName: "Ada" })).status).toBe(200);
    expect((await other.get("/admin/profile")).status).toBe(200);

    expect((await change({ newPassword, currentPassword: PASSWORD })).status).toBe(200);
    expect((await other.get("/admin/profile")).status).toBe(401);
    expect((await mine.get("/admin/profile")).status).toBe(200);
    expect((await login(createVisitor(server.url), email, PASSWORD)).status).toBe(401);
    other = await signIn(email, newPassword);

    expect((await change({ email: moved, currentPassword: newPassword })).status).toBe(200);
    expect((await other.get("/admin/profile")).status).toBe(401);
    expect((await mine.get("/admin/profile")).status).toBe(200);
    expect((await login(createVisitor(server.url), email, newPassword)).status).toBe(401);
    await signIn(moved, newPassword);
  }, 60_000);
});

describe("roles", () => {
  test("every call of dispatch answers 403 to exactly the roles that may not make it", async () => {
    const calls = (await described()).filter(({ security }) => security === "admin");
    const callsWithoutNeed = calls.filter((call) => !needOf(call)).map(nameOf);
    expect(callsWithoutNeed.toSorted()).toEqual(LOCKED_CALLS.toSorted());
    const wrongCalls: string[] = [];
    const callCounts = { refused: 0, let: 0 };
    const walk = async (role: AdminRole) => {
      const visitor = await signIn(await hire(role, `as-${role}@example.com`));
      for (const call of calls) {
        const need = needOf(call);
        if (!need) continue;
        const answer = await (call.acceptsJson
          ? send(visitor, call.method, examplePath(call))
          : visitor.request(examplePath(call), { method: call.method }));
        const isJson = answer.headers.get("content-type")?.includes("json") ?? false;
        if (!isJson) await answer.body?.cancel();
        const { code } = isJson ? ((await answer.json()) as { code?: string }) : {};
        const isRefused = answer.status === 403 && code === "request.forbidden";
        callCounts[isRefused ? "refused" : "let"]++;
        if (isRefused === may(role, need) || answer.status >= 500)
          wrongCalls.push(`${role}: ${nameOf(call)}: ${answer.status} ${code ?? ""}`);
      }
    };
    await Promise.all(AdminRole.options.map(walk));
    expect(wrongCalls).toEqual([]);
    // The loop really made the calls, and some were refused and some allowed.
    expect(callCounts.refused + callCounts.let).toBeGreaterThan(600);
    expect(callCounts.refused).toBeGreaterThan(100);
  }, 120_000);
});

describe("lists and files: scraping and formulas", () => {
  test("no list gives more than 100 rows a page", async () => {
    const calls = (await described()).filter(
      ({ method, query }) => method === "GET" && query.includes("limit"),
    );
    expect(calls.length).toBeGreaterThan(25);
    const { token } = await createApiKey(owner);
    const as = {
      admin: owner,
      rider: await signInNamed(server, "lists@example.com"),
      driver: await hireDriver("lists@example.com"),
      public: createVisitor(server.url),
      key: {
        get: (path: string) =>
          fetch(`${server.url}/backend${path}`, { headers: { authorization: `Bearer ${token}` } }),
      },
    };
    const wrongCalls: string[] = [];
    for (const call of calls) {
      const isRefused = async (limit: number) => {
        const answer = await as[call.security].get(`${examplePath(call)}?limit=${limit}`);
        const { fields = {} } = (await answer.json()) as { fields?: Record<string, string> };
        return answer.status === 400 && "limit" in fields;
      };
      if (!(await isRefused(101))) wrongCalls.push(`${nameOf(call)} takes 101`);
      if (await isRefused(10)) wrongCalls.push(`${nameOf(call)} refuses 10`);
    }
    expect(wrongCalls).toEqual([]);
  }, 60_000);

  test("no name in a downloaded file begins a formula, and the audit log records the download", async () => {
    const createdAnswer = await owner.post("/admin/companies", {
      name: "Acme",
      billingAddress: "Kigali",
    });
    const { company } = await read<CompanyAnswer>(createdAnswer, 201);
    const book = async (passengerName: string) => {
      const quotedAnswer = await owner.post(
        "/admin/quotes",
        trip({ pickupLocal: `${tomorrow}T12:00` }),
      );
      const { quote, options } = await read<QuoteAnswer>(quotedAnswer);
      return owner.post("/admin/reservations", {
        quote,
        vehicleClassId: options[0]?.vehicleClass.id,
        caller: { phone: "+250788123456", name: "Aline Uwase" },
        passengerName,
        payment: "account",
        billTo: { companyId: company.id, reference: passengerName },
        tell: false,
      });
    };
    const names = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", '=HYPERLINK("http://evil.example";"a")'];
    for (const name of [...names, "O'Brien"]) expect((await book(name)).status).toBe(201);
    // Whitespace before a formula is not part of the name.
    expect((await book("\t=1+1")).status).toBe(201);
    expect((await book("a\t=1+1")).status).toBe(400);

    const downloads = async () =>
      (await read<AuditPage>(await owner.get("/admin/audit?action=export.downloaded&limit=100")))
        .entries;
    const before = await downloads();
    const file = await owner.get(
      `/admin/companies/${company.id}/trips.csv?month=${tomorrow.slice(0, 7)}`,
    );
    expect(file.status).toBe(200);
    const cells = [
      ...(await file.text()).matchAll(/(?<=^\ufeff?|,|\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g),
    ].map(([, quoted, unquotedText = ""]) => quoted?.replaceAll('""', '"') ?? unquotedText);
    for (const name of [...names, "=1+1"]) expect(cells).toContain(`'${name}`);
    expect(cells).toContain("O'Brien");
    expect(cells.filter((cell) => /^\s*[=+\-@]/.test(cell))).toEqual([]);
    const after = await downloads();
    expect(after).toHaveLength(before.length + 1);
    expect(after[0]?.subject).toMatchObject({ kind: "company", id: company.id });
  }, 60_000);
});

describe("merging riders: a company's account", () => {
  test.each(["stays", "goes"] as const)(
    "a merge moves a membership only if dispatch confirms it, when the rider who %s is the member",
    async (member) => {
      const addresses = ["stays", "goes"].map((which) => `${which}.${member}@example.com`);
      const [remainingId, leavingId] = [
        await signInNamed(server, addresses[0] ?? "", ["Claire", "Ingabire"]),
        await signInNamed(server, addresses[1] ?? "", ["Aline", "Uwase"]),
      ];
      const [insiderVisitor, stranger] =
        member === "stays" ? [remainingId, leavingId] : [leavingId, remainingId];
      const added = await owner.post("/admin/companies", {
        name: `Acme of the one who ${member}`,
        billingAddress: "KG 7 Ave 12\nKigali",
      });
      const { company } = await read<CompanyAnswer>(added, 201);
      const invited = await owner.post(`/admin/companies/${company.id}/members`, {
        identifier: addresses[member === "stays" ? 0 : 1],
        role: "member",
      });
      expect(invited.ok).toBe(true);
      const idOf = async (visitor: Visitor) =>
        (await read<{ id: string }>(await visitor.get("/auth/current-user"))).id;
      const companies = async (visitor: Visitor) => {
        const answer = await visitor.get("/companies");
        return answer.ok
          ? (await read<{ companies: { id: string }[] }>(answer)).companies.map(({ id }) => id)
          : answer.status;
      };
      expect(await companies(insiderVisitor)).toEqual([company.id]);
      const [keptId, mergedId] = [await idOf(remainingId), await idOf(leavingId)];
      const merge = async (more: object = {}) => {
        const view = await owner.get(`/admin/riders/${keptId}/merges/${mergedId}`);
        const { seen } = (await read<{ merge: { seen: string } }>(view)).merge;
        return owner.post(`/admin/riders/${keptId}/merges`, {
          mergedId,
          seen,
          name: "kept",
          phone: "kept",
          email: "kept",
          note: "",
          ...more,
        });
      };
      expect(await refusal(await merge())).toEqual([422, "rider_merge.companies"]);
      expect(await companies(stranger)).toEqual([]);
      expect(await companies(insiderVisitor)).toEqual([company.id]);
      // With consent the membership moves, and all sessions of both accounts end.
      expect((await merge({ moveMemberships: true })).status).toBe(200);
      expect([await companies(remainingId), await companies(leavingId)]).toEqual([401, 401]);
    },
  );
});

describe("audit log", () => {
  test("no other process can change or delete a row, and livery check names an altered row", async () => {
    const own = createInstallation();
    try {
      const runningExecutable = await own.start({
        ADMIN_EMAIL: OWNER.email,
        ADMIN_PASSWORD: OWNER.password,
      });
      const staff = createVisitor(runningExecutable.url);
      for (let i = 0; i < 3; i++)
        expect((await login(staff, OWNER.email, OWNER.password)).status).toBe(200);
      const rows = () =>
        withDatabase(own.folder, (db) =>
          db.query<{ number: number }, []>("SELECT * FROM audit_log ORDER BY number").all(),
        );
      const written = rows();
      expect(written.length).toBeGreaterThanOrEqual(3);
      const [first] = written;
      const last = written.at(-1)?.number ?? 0;
      withDatabase(own.folder, (db) => {
        for (const statement of [
          `UPDATE audit_log SET summary = 'Nothing happened' WHERE number = ${last}`,
          `UPDATE audit_log SET at = at - 1 WHERE number = ${last}`,
          `UPDATE audit_log SET hash = previous WHERE number = ${last}`,
          `DELETE FROM audit_log WHERE number = ${last}`,
          "DELETE FROM audit_log",
        ])
          expect(() => db.run(statement)).toThrow("append-only");
        for (const statement of [
          `UPDATE audit_head SET number = ${last - 1}`,
          "DELETE FROM audit_head",
        ])
          expect(() => db.run(statement)).toThrow("only grows");
        // Another table of the same file can be changed, so the refusal does not come from the file.
        expect(db.run("UPDATE sessions SET user_agent = 'another'").changes).toBeGreaterThan(0);
      });
      expect(rows()).toEqual(written);
      runningExecutable.kill();
      expect(await runningExecutable.exited).toBe(0);

      const checkResult = await own.run("check");
      expect([checkResult.code, checkResult.output]).toEqual([
        0,
        expect.stringContaining(`Audit log: ${written.length} rows`),
      ]);
      const alterEntry = (summary: string) =>
        withDatabase(own.folder, (db) => {
          db.run("DROP TRIGGER IF EXISTS audit_log_no_update");
          db.run("UPDATE audit_log SET summary = ? WHERE number = 2", [summary]);
        });
      const second = withDatabase(own.folder, (db) =>
        db.query<{ summary: string }, []>("SELECT summary FROM audit_log WHERE number = 2").get(),
      );
      alterEntry("Nothing happened");
      const checkAfterAltering = await own.run("check");
      expect([checkAfterAltering.code, checkAfterAltering.output]).toEqual([
        1,
        expect.stringContaining(
          "WRONG  Audit log: The audit log breaks at row 2: an entry was altered or deleted.",
        ),
      ]);
      alterEntry(second?.summary ?? "");
      expect((await own.run("check")).code).toBe(0);
      withDatabase(own.folder, (db) => {
        db.run("DROP TRIGGER audit_log_no_delete");
        db.run("DELETE FROM audit_log WHERE number = ?", [last]);
      });
      const cut = await own.run("check");
      expect([cut.code, cut.output]).toEqual([
        1,
        expect.stringContaining(
          `The audit log breaks at row ${last}: an entry was altered or deleted.`,
        ),
      ]);
      expect(first?.number).toBe(1);
    } finally {
      await own.close();
    }
  }, 60_000);
});

describe("applications: other people's documents", () => {
  /** Applies as a browser does, and returns the application's id and the token of the link that was sent. */
  async function apply(email: string) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...completeAnswers, email }))
      form.set(name, value);
    const photo = new Uint8Array(await jpeg());
    for (const field of requiredFields.documents)
      form.set(field, new File([pdf(field)], `the ${field} of Zoë.pdf`));
    for (const field of requiredFields.photos) form.set(field, new File([photo], "IMG_0001.jpg"));
    const outputLength = server.output().length;
    const applicant = createVisitor(server.url);
    const sentAnswer = await applicant.request("/driver-application", {
      method: "POST",
      body: form,
    });
    const { applicationId } = await read<DriverApplicationAnswer>(sentAnswer, 201);
    const token = await until(
      "A link on the console",
      () => /\/driver-apply\/status\/([\w-]+)/.exec(server.output().slice(outputLength))?.[1],
    );
    return { applicant, id: applicationId, token };
  }

  test("open only to owners, dispatchers and holders of the application's link, as downloads", async () => {
    const dispatcher = await signIn(await hire("dispatcher", "papers@example.com"));
    const accountant = await signIn(await hire("accountant", "no-papers@example.com"));
    const driver = await hireDriver("eric@example.com");
    const rider = await signInOutside(server, "rider-of-papers@example.com");
    const stranger = createVisitor(server.url);

    const mine = await apply("mine@example.com");
    const other = await apply("other@example.com");
    const base = "/admin/driver-applications";
    const fileOf = async (id: string) => {
      const { application } = await read<ApplicationAnswer>(await dispatcher.get(`${base}/${id}`));
      expect(application.files.length).toBeGreaterThan(10);
      return application.files.find(({ field }) => !field.includes("Photo"))?.id ?? "";
    };
    const file = await fileOf(mine.id);
    const otherFile = await fileOf(other.id);

    const ids = [
      [`${base}/${mine.id}/files/${file}`, 200],
      [`${base}/${other.id}/files/${file}`, 404],
      [`${base}/${mine.id}/files/${otherFile}`, 404],
      [`${base}/${mine.id}/files/${UNKNOWN_ID}`, 404],
      [`${base}/${UNKNOWN_ID}/files/${file}`, 404],
    ] as const;
    const visitors = { owner, dispatcher, accountant, rider, driver, stranger };
    for (const [who, visitor] of Object.entries(visitors))
      for (const [path, status] of ids) {
        const canDecide = who === "owner" || who === "dispatcher";
        const wanted = canDecide ? status : who === "accountant" ? 403 : 401;
        const answer = await visitor.get(path);
        await answer.arrayBuffer();
        expect([who, path, answer.status]).toEqual([who, path, wanted]);
      }
    const own = (token: string, id: string) => `/driver-application/status/${token}/files/${id}`;
    for (const [path, status] of [
      [own(mine.token, file), 200],
      [own(other.token, otherFile), 200],
      [own(mine.token, otherFile), 404],
      [own(other.token, file), 404],
      [own(mine.token, UNKNOWN_ID), 404],
      [own("A".repeat(22), file), 404],
      [`/files/${file}`, 404],
      [`/uploads/${file}`, 404],
    ] as const)
      expect([path, (await mine.applicant.get(path)).status]).toEqual([path, status]);

    for (const answer of [
      await dispatcher.get(ids[0][0]),
      await mine.applicant.get(own(mine.token, file)),
    ]) {
      expect(answer.headers.get("content-disposition")).toMatch(
        /^attachment; filename="\w+\.pdf"$/,
      );
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
      expect(answer.headers.get("content-security-policy")).toContain("sandbox");
      expect(answer.headers.get("cache-control")).toBe("no-store");
      expect(await answer.text()).toStartWith("%PDF");
    }
    const kept = readdirSync(join(installation.folder, "data", "uploads"));
    expect(kept).toContain(file);
    expect(kept.filter((name) => /zo|pdf|jpg|img/i.test(name))).toEqual([]);
  }, 60_000);

  test("can be sent and removed only with their own ticket when they are uploaded ahead", async () => {
    const applicant = createVisitor(server.url);
    const [ticket, otherTicket] = ["t".repeat(22), "u".repeat(22)];
    const form = new FormData();
    form.set("ticket", ticket);
    form.set("field", "nationalIdOrPassport");
    form.set("file", new File([pdf()], "passport.pdf"));
    const sentAnswer = await applicant.request("/driver-application/uploads", {
      method: "POST",
      body: form,
    });
    const { upload } = await read<UploadAnswer>(sentAnswer, 201);
    const remove = async (headers: Record<string, string>, id = upload.id) =>
      (await applicant.request(`/driver-application/uploads/${id}`, { method: "DELETE", headers }))
        .status;
    expect(await remove({ "livery-upload-ticket": otherTicket })).toBe(404);
    expect(await remove({})).toBe(404);
    const taken = new FormData();
    taken.set("firstName", "Eve");
    taken.set("ticket", otherTicket);
    taken.set("uploads", upload.id);
    const stolenApplication = await applicant.request("/driver-application", {
      method: "POST",
      body: taken,
    });
    expect((await refusal(stolenApplication))[1]).toBe("application.upload_gone");
    expect(await remove({ "livery-upload-ticket": ticket }, UNKNOWN_ID)).toBe(404);
    expect(await remove({ "livery-upload-ticket": ticket })).toBe(200);
    expect(await remove({ "livery-upload-ticket": ticket })).toBe(404);
  }, 30_000);
});

describe("vehicle data, geocoder, router: other servers", () => {
  const sampleVin = "1HGCM82633A004352";
  const vehicleData = startVehicleData();
  const geocoder = startGeocoder();
  const router = startRouter();
  const fakeServices = [vehicleData, geocoder, router];
  let place: Installation;
  let visitor: Visitor;
  beforeAll(async () => {
    place = createInstallation();
    const connectedExecutable = await place.start({
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      VEHICLE_DATA_URL: vehicleData.url,
      GEOCODER_URL: geocoder.url,
      ROUTER_URL: router.url,
    });
    visitor = createVisitor(connectedExecutable.url);
  }, 60_000);
  afterAll(async () => {
    await place.close();
    for (const service of fakeServices) await service.stop();
  });

  const vehicle = async () => {
    const answer = await visitor.get(`/vehicle-data?vin=${sampleVin}`);
    return (await read<{ data: VehicleData }>(answer)).data.source;
  };
  /**
   * Looks up places, both the operator's and the geocoder's. `words` must be new each time, because answers are cached.
   */
  const places = async (words: string) => {
    const answer = await visitor.get(`/places?q=${encodeURIComponent(words)}`);
    const found = (await read<{ places: Place[] }>(answer)).places;
    expect(found.map(({ name }) => name)).toContain("Kigali Marriott Hotel");
    return found.some(({ source }) => source === "geocoder") ? "service" : "offline";
  };
  /** Quotes a trip to a place a little farther away each time, because routes are cached. */
  let moved = 0;
  const way = async () => {
    moved++;
    const dropoff = { ...HOTEL, latitude: HOTEL.latitude + moved / 1_000 };
    const request = trip({ pickup: AIRPORT, dropoff, pickupLocal: `${tomorrow}T12:00` });
    const answer = await visitor.post("/quotes", request);
    return (await read<QuoteAnswer>(answer)).estimate ? "offline" : "service";
  };
  const all = (words: string): Promise<string[]> => Promise.all([vehicle(), places(words), way()]);
  const online = ["service", "service", "service"];
  const offline = ["offline", "offline", "offline"];
  const counts = () => fakeServices.map(({ requests }) => requests.length);

  test("an invalid VIN is never sent to the vehicle data service", async () => {
    for (const vin of [
      "",
      "1",
      sampleVin.slice(1),
      `${sampleVin}1`,
      `${sampleVin.slice(0, -1)}I`,
      `${sampleVin.slice(0, -1)}&`,
      `${sampleVin.slice(0, -1)}/`,
      `${sampleVin}\n`.padEnd(200, "1"),
      "http://evil.example",
    ]) {
      const answer = await visitor.get(`/vehicle-data?vin=${encodeURIComponent(vin)}`);
      expect([vin, answer.status]).toEqual([vin, 400]);
    }
    expect(vehicleData.requests).toEqual([]);
    expect(await vehicle()).toBe("service");
    expect(vehicleData.requests.map(({ search }) => search)).toEqual([`?vin=${sampleVin}`]);
  }, 30_000);

  test("redirects of other servers are not followed, and an answer that is too long is dropped", async () => {
    expect(await all("marriott")).toEqual(online);
    for (const service of fakeServices) service.failureMode = "redirecting";
    const before = counts();
    expect(await all("kigali marriott")).toEqual(offline);
    expect(counts()).toEqual(before.map((count) => count + 1));
    expect(fakeServices.map(({ redirectedRequests }) => redirectedRequests.length)).toEqual([
      0, 0, 0,
    ]);
    // Following them works.
    for (const { url } of fakeServices) await (await fetch(url)).arrayBuffer();
    expect(fakeServices.map(({ redirectedRequests }) => redirectedRequests.length)).toEqual([
      1, 1, 1,
    ]);

    for (const service of fakeServices) service.failureMode = "well";
    expect(await all("marriott hotel")).toEqual(online);
    const answerPadded = (kilobytes: number, megabytes: number) => {
      const pad = "x".repeat(kilobytes * 1024);
      vehicleData.failureMode = () => Response.json({ data: { make: "Honda" }, pad });
      const features = [photonFeature("Norrsken Gardens", [30.0711, -1.9389])];
      geocoder.failureMode = () => Response.json({ type: "FeatureCollection", features, pad });
      // A route across a whole country is long, so its limit is 1 MB.
      router.failureMode = (url) =>
        Response.json({ ...osrmAnswer(pointsOf(url), 2), pad: "x".repeat(megabytes * 1024 ** 2) });
    };
    answerPadded(60, 0.9);
    expect(await all("hotel marriott")).toEqual(online);
    answerPadded(64, 1);
    expect(await all("marriott kigali")).toEqual(offline);
    for (const service of fakeServices) service.failureMode = "endless";
    expect(await all("hotel kigali marriott")).toEqual(offline);
    for (const service of fakeServices) service.failureMode = "well";
    expect(await all("marriott hotel kigali")).toEqual(online);
  }, 60_000);

  test("a stalled service is abandoned after 3 seconds, and geocoder and router then rest", async () => {
    const left = fakeServices.map(({ abandoned: abandonedRequests }) => abandonedRequests);
    const measureWait = async (of: Promise<string>) => {
      const started = performance.now();
      const source = await of;
      return { source, waited: performance.now() - started };
    };
    const beginRequests = async (failureMode: FailureMode, words: string) => {
      for (const service of fakeServices) service.failureMode = failureMode;
      const wanted = counts().map((count) => count + 1);
      const answers = [measureWait(vehicle()), measureWait(places(words)), measureWait(way())];
      await expectEventually(counts).toEqual(wanted);
      return answers;
    };
    const earlyAnswers = await beginRequests("stalling", "marriott kig");
    const late = await beginRequests("stalling within the answer", "marriott hot");
    for (const { source, waited } of await Promise.all([...earlyAnswers, ...late])) {
      expect(source).toBe("offline");
      expect(waited).toBeGreaterThan(2_500);
      expect(waited).toBeLessThan(10_000);
    }
    await expectEventually(() =>
      fakeServices.map(({ abandoned: abandonedRequests }, i) => abandonedRequests - (left[i] ?? 0)),
    ).toEqual([2, 2, 2]);
    // Both failed twice in a row, so the server pauses these two, which every key press and every quote call.
    for (const service of fakeServices) service.failureMode = "well";
    const before = counts();
    expect(await all("kigali marriott hotel")).toEqual(["service", "offline", "offline"]);
    expect(counts()).toEqual([(before[0] ?? 0) + 1, before[1] ?? 0, before[2] ?? 0]);
  }, 60_000);
});
