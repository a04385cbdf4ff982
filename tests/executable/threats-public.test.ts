/**
 * Checks the promises of docs/security.md about public forms, trip links, files, clocks and bad input against the
 * running executable.
 */
import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { quote, trip } from "../support/booking";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { jpeg, pdf, png } from "../support/pictures";
import { tracesOnDisk } from "../support/traces";
import {
  requestCode,
  createVisitor,
  signInNamed,
  signInOutside,
  type Visitor,
} from "../support/visitor";
import { until } from "../support/eventually";

const DAY = 86_400_000;
const OWNER = { email: "owner@example.com", password: "correct horse battery staple" };
const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
const settings = {
  RATE_LIMITS: "off",
  LOG_LEVEL: "error",
  ADMIN_EMAIL: OWNER.email,
  ADMIN_PASSWORD: OWNER.password,
};

let installation: Installation;
let server: RunningExecutable;
let rider: Visitor;
let owner: Visitor;
beforeAll(async () => {
  installation = createInstallation();
  server = await installation.start(settings);
  rider = await signInNamed(server, "aline@example.com");
  owner = createVisitor(server.url);
  expect((await owner.post("/admin/login", OWNER)).status).toBe(200);
}, 60_000);
afterAll(() => installation.close());

const data = (within = installation) => join(within.folder, "data");

/** Changes the database beside the running server, as the passing of time would. */
function age(sql: string, within = installation): void {
  const database = new Database(join(data(within), "livery.sqlite"));
  database.run("PRAGMA busy_timeout = 5000");
  try {
    expect(database.run(sql).changes).toBeGreaterThan(0);
  } finally {
    database.close();
  }
}

async function booked(visitor: Visitor, change: Record<string, unknown> = {}) {
  const offer = await quote(visitor, { pickupLocal: `${tomorrow}T12:00`, ...change });
  const answer = await visitor.post("/reservations", {
    quote: offer.quote,
    vehicleClassId: offer.options[0]?.vehicleClass.id,
  });
  expect(answer.status).toBe(201);
  const { reservation } = (await answer.json()) as { reservation: { id: string; number: number } };
  return reservation;
}

describe("public forms", () => {
  const letter = {
    name: "<b>O'Brien</b>",
    contact: "chantal@example.com",
    topic: "price",
    text: "<script>alert(1)</script>\nBcc: all@example.com",
  };

  test("keep text plain, refuse mail headers in a field and drop what bots send", async () => {
    const visitor = createVisitor(server.url);
    expect((await visitor.post("/contact", letter)).status).toBe(201);
    const list = async () => {
      const answer = await owner.get("/admin/contact-messages");
      return ((await answer.json()) as { messages: { id: string; name: string }[] }).messages;
    };
    const [message] = await list();
    expect(message?.name).toBe(letter.name);
    const whole = await owner.get(`/admin/contact-messages/${message?.id}`);
    expect(whole.headers.get("content-type")).toStartWith("application/json");
    expect(await whole.json()).toMatchObject({ message: { entries: [{ text: letter.text }] } });
    // Dispatch sees a page that contains the text, and no script from anybody else.
    const page = await fetch(`${server.url}/dispatch/dashboard/ContactMessages`, {
      headers: { cookie: [...owner.cookies].map((pair) => pair.join("=")).join("; ") },
    });
    expect(page.status).toBe(200);
    expect(await page.text()).not.toContain("<script>alert(1)");
    for (const change of [
      { name: "Eve\r\nBcc: all@example.com" },
      { contact: "a@example.com\r\nBcc: b@example.com" },
      { text: "x".repeat(5_001) },
    ]) {
      const refusedAnswer = await visitor.post("/contact", { ...letter, ...change });
      const { fields } = (await refusedAnswer.json()) as { fields?: Record<string, string> };
      expect([refusedAnswer.status, Object.keys(fields ?? {})]).toEqual([400, Object.keys(change)]);
    }
    const filledForm = { ...letter, website: "https://spam.example" };
    expect((await visitor.post("/contact", filledForm)).status).toBe(201);
    const lost = { name: "Jean", contact: "jean@example.com", category: "bag", what: "Backpack" };
    const submittedAnswer = await visitor.post("/lost-property", {
      ...{ colour: "blue", marks: "", place: "boot", wish: "deliver" },
      ...lost,
      website: "https://spam.example",
    });
    expect(submittedAnswer.status).toBe(201);
    expect(await list()).toHaveLength(1);
    const reports = await owner.get("/admin/lost-reports");
    expect(((await reports.json()) as { reports: unknown[] }).reports).toEqual([]);
  });

  test("accept five messages an hour from an IP address, even with a forged X-Forwarded-For", async () => {
    const limitedInstallation = createInstallation();
    try {
      const { url } = await limitedInstallation.start({ LOG_LEVEL: "error" });
      const statuses: number[] = [];
      for (let i = 0; i < 7; i++) {
        const answer = await createVisitor(url).post("/contact", letter, {
          "x-forwarded-for": `203.0.113.${i}`,
        });
        statuses.push(answer.status);
        if (answer.status === 429)
          expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      }
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429, 429]);
    } finally {
      await limitedInstallation.close();
    }
  }, 60_000);

  test("accept five messages an hour from an IP address behind a proxy, whatever its port or spelling", async () => {
    const limitedInstallation = createInstallation();
    try {
      const { url } = await limitedInstallation.start({ LOG_LEVEL: "error", TRUST_PROXY: "1" });
      const spellings: [string, (i: number) => string][] = [
        ["IPv4 with ports", (i) => `7.7.7.7:${1001 + i}`],
        ["IPv6 with ports", (i) => `[2001:db8:0:7::${i}]:${1001 + i}`],
        ["IPv6 with zones", (i) => `fe80::${i}%eth${i}`],
        ["what the client wrote before it", (i) => `203.0.113.${i}, 8.8.8.8 :${i}`],
        ["no address at all", (i) => `unknown-${i}`],
      ];
      for (const [name, spelling] of spellings) {
        const statuses: number[] = [];
        for (let i = 0; i < 7; i++) {
          const headers = { "x-forwarded-for": spelling(i) };
          statuses.push((await createVisitor(url).post("/contact", letter, headers)).status);
        }
        expect([name, ...statuses]).toEqual([name, 201, 201, 201, 201, 201, 429, 429]);
      }
    } finally {
      await limitedInstallation.close();
    }
  }, 60_000);
});

test("a tracking link shows no contact or name, and answers 404 once it is revoked", async () => {
  const { id } = await booked(rider);
  const createdAnswer = await rider.post(`/reservations/${id}/tracking-link`, {});
  const { link } = (await createdAnswer.json()) as { link: { url: string } };
  const token = link.url.split("/").at(-1) ?? "";
  expect(token.length).toBeGreaterThanOrEqual(22);
  const visitor = createVisitor(server.url);
  const readAnswer = await visitor.get(`/track/${token}`);
  expect(readAnswer.status).toBe(200);
  expect(readAnswer.headers.get("cache-control")).toBe("no-store");
  expect(readAnswer.headers.get("referrer-policy")).toBe("no-referrer");
  expect(await readAnswer.text()).not.toMatch(/uwase|aline@|fareMinor|\+250/i);
  const stranger = await signInOutside(server, "curious@example.com");
  expect((await stranger.post(`/reservations/${id}/tracking-link`, {})).status).toBe(404);
  const revoked = await rider.request(`/reservations/${id}/tracking-link`, { method: "DELETE" });
  expect(revoked.status).toBe(200);
  const answers = await Promise.all(
    [token, "A".repeat(token.length), "x"].map(async (each) => {
      const answer = await visitor.get(`/track/${each}`);
      return [answer.status, await answer.text()];
    }),
  );
  expect(answers[0]?.[0]).toBe(404);
  expect(answers[1]).toEqual(answers[0]);
  expect([400, 404]).toContain(answers[2]?.[0] as number);
});

describe("deleted data", () => {
  test("an erased rider appears in no table and no file of the data folder", async () => {
    const own = createInstallation();
    try {
      const runningExecutable = await own.start(settings);
      const leaving = await signInNamed(runningExecutable, "zwart.quill@example.com", [
        "Zwartemarc",
        "Quillfeather",
      ]);
      const picture = new FormData();
      picture.set("profilePic", new Blob([png(8, 8) as BlobPart], { type: "image/png" }), "me.png");
      await leaving.request("/users/update-profile", { method: "PUT", body: picture });
      const pickup = { ...trip().pickup, name: "Velvetgate behind the mill" };
      const reservation = await booked(leaving, { pickup });
      const cancelledAnswer = await leaving.post(`/reservations/${reservation.id}/cancellation`, {
        version: 1,
      });
      expect(cancelledAnswer.status).toBe(200);
      const privateTexts = ["zwartemarc", "quillfeather", "zwart.quill", "velvetgate"];
      const found = () => tracesOnDisk({ folder: data(own) }, privateTexts);
      expect(found().length).toBeGreaterThanOrEqual(privateTexts.length);
      expect(readdirSync(join(data(own), "uploads"))).toHaveLength(1);
      const outputLength = runningExecutable.output().length;
      expect((await leaving.post("/users/confirmation-code", {})).status).toBe(200);
      const otp = await until(
        "A code on the console",
        () => /^Code for \S+: (\d+) /m.exec(runningExecutable.output().slice(outputLength))?.[1],
      );
      expect((await leaving.post("/users/erasure", { otp })).status).toBe(200);
      expect((await leaving.get("/auth/current-user")).status).toBe(401);
      runningExecutable.kill();
      expect(await runningExecutable.exited).toBe(0);
      expect(found()).toEqual([]);
      expect(readdirSync(join(data(own), "uploads"))).toEqual([]);
    } finally {
      await own.close();
    }
  }, 60_000);

  test("the server deletes expired records when it starts and keeps younger ones", async () => {
    const own = createInstallation();
    try {
      let runningExecutable = await own.start(settings);
      await signInNamed(runningExecutable, "keeper@example.com");
      await requestCode(
        runningExecutable,
        createVisitor(runningExecutable.url),
        "asked@example.com",
      );
      for (const name of ["Old", "Young"]) {
        const letter = { name, contact: "c@example.com", topic: "price", text: "Good day" };
        expect((await createVisitor(runningExecutable.url).post("/contact", letter)).status).toBe(
          201,
        );
      }
      age(
        `UPDATE codes SET created_at = created_at - ${DAY + 60_000},
        expires_at = expires_at - ${DAY + 60_000} WHERE identifier = 'asked@example.com'`,
        own,
      );
      age(
        `UPDATE code_sends SET created_at = created_at - ${DAY + 60_000}
        WHERE identifier = 'asked@example.com'`,
        own,
      );
      age(
        `UPDATE contact_messages SET created_at = created_at - ${400 * DAY},
        updated_at = updated_at - ${400 * DAY} WHERE name = 'Old'`,
        own,
      );
      const rows = (sql: string) => {
        const database = new Database(join(data(own), "livery.sqlite"));
        try {
          return database
            .query<{ value: string }, []>(sql)
            .all()
            .map(({ value }) => value);
        } finally {
          database.close();
        }
      };
      const codes = () => rows("SELECT identifier AS value FROM codes ORDER BY 1");
      const sentCodes = () => rows("SELECT identifier AS value FROM code_sends ORDER BY 1");
      const letters = () => rows("SELECT name AS value FROM contact_messages ORDER BY 1");
      const before = [codes(), sentCodes(), letters()];
      expect(before.flat()).toContain("asked@example.com");
      expect(letters()).toEqual(["Old", "Young"]);
      runningExecutable.kill();
      expect(await runningExecutable.exited).toBe(0);
      runningExecutable = await own.start(settings);
      await until("The sweep", () => letters().length <= 1);
      expect([codes(), sentCodes(), letters()]).toEqual([
        ["keeper@example.com"],
        ["keeper@example.com"],
        ["Young"],
      ]);
    } finally {
      await own.close();
    }
  }, 60_000);
});

describe("clock changes", () => {
  test("a code older than five minutes, or from before the clock was set back, is refused", async () => {
    const [old, future, currentEmail] = [
      "old@example.com",
      "future@example.com",
      "good@example.com",
    ];
    const enter = async (identifier: string, agedCookie: string | null) => {
      const visitor = createVisitor(server.url);
      const otp = await requestCode(server, visitor, identifier);
      if (agedCookie) age(`UPDATE codes SET ${agedCookie} WHERE identifier = '${identifier}'`);
      return (await visitor.post("/auth/verify-otp", { identifier, otp })).status;
    };
    const cookieAgedBy = (ms: number) =>
      `created_at = created_at + (${ms}), expires_at = expires_at + (${ms})`;
    expect(await enter(old, cookieAgedBy(-301_000))).toBe(401);
    expect(await enter(future, cookieAgedBy(3_600_000))).toBe(401);
    expect(await enter(currentEmail, cookieAgedBy(-60_000))).toBe(200);
  });

  test("a pickup time that the clocks skip is refused, and a repeated one is asked about", async () => {
    const zone = "Europe/Berlin";
    const otherInstallation = createInstallation();
    try {
      const berlinServer = await otherInstallation.start({ ...settings, TIME_ZONE: zone });
      const visitor = createVisitor(berlinServer.url);
      const answerBody: Record<string, [number, string]> = {};
      let from = Temporal.Now.zonedDateTimeISO(zone);
      for (const _ of ["the one", "the other"]) {
        const change = from.getTimeZoneTransition("next");
        if (!change) throw new Error(`${zone} has no summer time.`);
        // At two o'clock the clocks go forward to three, or at three back to two.
        const pickupLocal = `${change.toPlainDate().toString()}T02:30`;
        const answer = await visitor.post("/quotes", trip({ pickupLocal }));
        const { code } = (await answer.json()) as { code: string };
        answerBody[change.offset === "+02:00" ? "spring" : "autumn"] = [answer.status, code];
        from = change;
      }
      expect(answerBody).toEqual({
        spring: [422, "trip.time_gap"],
        autumn: [422, "trip.time_ambiguous"],
      });
    } finally {
      await otherInstallation.close();
    }
  }, 60_000);
});

describe("bad input", () => {
  const uploads = () => {
    const folder = join(data(), "uploads");
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  let ticketCount = 0;
  /** Uploads bytes under a file name as one document of an application, as a new visitor. */
  async function upload(content: Uint8Array, name: string, field = "proofOfAddress") {
    const ticket = Buffer.from(`outside${String(++ticketCount).padStart(9, "0")}`).toString(
      "base64url",
    );
    const part = (named: string, value: string) =>
      `--x\r\nContent-Disposition: form-data; name="${named}"\r\n\r\n${value}\r\n`;
    const body = Buffer.concat([
      Buffer.from(
        `${part("ticket", ticket)}${part("field", field)}--x\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`,
      ),
      content,
      Buffer.from("\r\n--x--\r\n"),
    ]);
    return send(body);
  }
  async function send(body: Uint8Array, type = "multipart/form-data; boundary=x") {
    const before = new Set(uploads());
    const answer = await createVisitor(server.url).request("/driver-application/uploads", {
      method: "POST",
      headers: { "content-type": type },
      body: body as BodyInit,
    });
    const text = await answer.text();
    expect(text).not.toMatch(/\bat .*\.tsx?:\d+|SQLITE|ZodError/);
    expect(JSON.parse(text)).toBeObject();
    return { status: answer.status, left: uploads().filter((each) => !before.has(each)) };
  }

  test("files are judged by their content, stored under the server's own names and deleted if refused", async () => {
    const photo = Buffer.from(await jpeg());
    const html = Buffer.from("<html><script>alert(1)</script></html>");
    for (const [content, name, field, status] of [
      [html, "a.jpg", "exteriorPhoto1", 415],
      [
        Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
        "a.png",
        "proofOfAddress",
        415,
      ],
      [Buffer.concat([Buffer.from("MZ"), Buffer.alloc(200)]), "a.pdf.exe", "proofOfAddress", 415],
      [photo.subarray(0, photo.length / 2), "a.jpg", "exteriorPhoto1", 415],
      [png(16_000, 16_000), "bomb.png", "exteriorPhoto1", 413],
      [
        Buffer.concat([Buffer.from(pdf()), Buffer.alloc(11 * 1024 * 1024)]),
        "a.pdf",
        "proofOfAddress",
        413,
      ],
      [new Uint8Array(), "a.pdf", "proofOfAddress", 400],
    ] as const) {
      const sent = await upload(content, name, field);
      expect([name, sent.status, sent.left]).toEqual([name, status, []]);
    }
    const brokenFiles = [
      "no boundary at all",
      '--x\r\nContent-Disposition: form-data; name="ticket"\r\n\r\nabc',
    ];
    for (const body of brokenFiles) {
      const sent = await send(Buffer.from(body));
      expect([sent.status, sent.left]).toEqual([400, []]);
    }
    const many = Array.from(
      { length: 1_000 },
      (_, i) => `--x\r\nContent-Disposition: form-data; name="f${i}"\r\n\r\n1\r\n`,
    );
    const sent = await send(Buffer.from(`${many.join("")}--x--\r\n`));
    expect([[400, 413].includes(sent.status), sent.left]).toEqual([true, []]);

    for (const name of ["../../x.pdf", "..\\x.pdf"]) {
      const { status, left } = await upload(pdf(), name);
      expect([name, status, left.length]).toEqual([name, 201, 1]);
      expect(left[0]).not.toContain("x.pdf");
    }
    const hidden = Buffer.concat([photo, Buffer.from("<?php system($_GET[0]); ?>")]);
    const taken = await upload(hidden, "a.jpg", "exteriorPhoto1");
    expect([taken.status, taken.left.length]).toEqual([201, 1]);
    const kept = await Bun.file(join(data(), "uploads", taken.left[0] ?? "")).bytes();
    expect(Buffer.from(kept).toString("latin1")).not.toContain("<?php");
  }, 60_000);

  test("an impossible trip or list query gets a 400, and another rider's trip a 404", async () => {
    const { pickup } = trip();
    for (const [what, change] of [
      ["a past date", { pickupLocal: "2026-11-19T09:30" }],
      ["the year 9999", { pickupLocal: "9999-01-01T09:30" }],
      ["30 February", { pickupLocal: "2027-02-30T09:30" }],
      ["a latitude of 91", { pickup: { ...pickup, latitude: 91 } }],
      ["NaN", { pickup: { ...pickup, latitude: Number.NaN } }],
      ["negative passengers", { passengers: -1 }],
      ["text turned round", { pickup: { ...pickup, name: "a\u202eb" } }],
    ] as const) {
      const request = trip({ pickupLocal: `${tomorrow}T12:00`, ...change });
      const answer = await rider.post("/quotes", request);
      const { message } = (await answer.json()) as { message: string };
      expect([what, answer.status, message.length > 0]).toEqual([what, 400, true]);
    }
    expect((await rider.post("/quotes", trip({ pickupLocal: `${tomorrow}T12:00` }))).status).toBe(
      200,
    );
    for (const query of [
      "limit=-1",
      "limit=101",
      "limit=1e3",
      "sort=fare;DROP TABLE reservations",
      "sort=pickupAt&sort=-pickupAt",
      "state=anything",
      "from=2026-02-30",
      "cursor=abc",
    ]) {
      const answer = await owner.get(`/admin/reservations?${query}`);
      expect([query, answer.status]).toEqual([query, 400]);
    }
    const end = Buffer.from(JSON.stringify([8_000_000_000_000, "x"])).toString("base64url");
    const past = await owner.get(`/admin/reservations?cursor=${end}`);
    expect(await past.json()).toEqual({ reservations: [], nextCursor: null });
    const words = encodeURIComponent(`" OR 1=1 -- NEAR(* ^`);
    expect((await owner.get(`/admin/reservations?q=${words}`)).status).toBe(200);

    const { id } = await booked(rider);
    const stranger = await signInNamed(server, "another@example.com", ["Eve", "Mutesi"]);
    for (const path of [id, "0195d3e0-0000-7000-8000-000000000000", "1", "%2e%2e"])
      expect([path, (await stranger.get(`/reservations/${path}`)).status]).toEqual([path, 404]);
    expect((await rider.get("/admin/reservations")).status).toBe(401);
  }, 30_000);
});
