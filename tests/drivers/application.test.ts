import { readPhoneNumber } from "../../src/accounts/contact-rules";
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { driverApplications } from "../../db/schema/drivers";
import { outbox } from "../../db/schema/notifications";
import {
  applicationErrors,
  applicationFields,
  applicationFiles,
  missingItems,
} from "../../src/drivers/application-rules";
import { DriverApplication, DriverApplicationAnswer } from "../../src/drivers/contract";
import { createTestServer, type TestServer } from "../support/server";
import { messagesTo } from "../support/sign-in";

const readPhone = (typed: string) => readPhoneNumber(typed, { country: "RW" });

let server: TestServer;
beforeEach(async () => {
  server = await createTestServer();
});
afterEach(() => server.close());

const whole: Record<string, string> = {
  firstName: "Zoë",
  lastName: "O'Brien-محمد",
  dateOfBirth: "1992-02-29",
  gender: "Prefer not to say",
  nationality: "Rwanda",
  phoneNumber: "+250 780 000 900",
  email: "Applicant@Example.com",
  address: "KG 11 Avenue 4, Kigali",
  emergencyContactName: "Aimée",
  emergencyContactNumber: "+250780000901",
  licenseId: "1 1992",
  licenseExpiryDate: "2029-01-31",
  yearsOfExperience: "0",
  languages: "English, Kinyarwanda",
  availabilityToStart: "At once",
  licenseIssuedIn: "Rwanda",
  vinNumber: "1HGCM82633A004352",
  make: "Honda",
  model: "Accord",
  year: "2003",
  color: "Silver",
  accidentHistory: '=1+1 <script>alert("x")</script> 🚗\nnone',
  certified: "true",
};

const formOf = (fields: Record<string, string | Blob>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
};
const apply = (fields: Record<string, string | Blob>, address?: string) =>
  server.browser(address).request("/driver-application", { form: formOf(fields) });
const stored = () => server.deps.db.select().from(driverApplications).all();

const requiredFiles = Object.entries(applicationFiles)
  .filter(([, { required }]) => required)
  .map(([name]) => name);

function send(body: string | Uint8Array | ReadableStream, contentType: string, address = "a") {
  return server.app.fetch(
    new Request("http://livery.test/backend/driver-application", {
      method: "POST",
      headers: { "content-type": contentType, origin: "http://livery.test", host: "livery.test" },
      body: body as BodyInit,
    }),
    { address },
  );
}
const CONTENT_TYPE = "multipart/form-data; boundary=xyz";
const part = (name: string, value: string, more = "") =>
  `--xyz\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;

describe("section 7: POST /backend/driver-application", () => {
  test("stores the answers, lists what is missing and writes to the applicant", async () => {
    const answer = await apply(whole);
    expect(answer.status).toBe(201);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const body = DriverApplicationAnswer.parse(await answer.json());
    expect(body).toEqual({
      applicationId: body.applicationId,
      status: "incomplete",
      missing: requiredFiles,
      message: "Application submitted successfully!",
    });
    const [row] = stored();
    expect(row).toMatchObject({
      id: body.applicationId,
      status: "incomplete",
      firstName: "Zoë",
      lastName: "O'Brien-محمد",
      email: "applicant@example.com",
      phone: "+250780000900",
      certified: true,
      missing: requiredFiles,
    });
    expect(row?.answers).toMatchObject({
      dateOfBirth: "1992-02-29",
      yearsOfExperience: "0",
      accidentHistory: whole.accidentHistory ?? "",
    });
    expect(row?.answers).not.toHaveProperty("certified");
    const [mail] = messagesTo(server, "applicant@example.com");
    expect(mail?.text).toContain("National ID or passport");
    expect(mail?.text).not.toContain("Zoë");
  });

  test("section 5: accepts an application with missing fields and without the certification", async () => {
    const answer = await apply({ firstName: "Zoë", certified: "yes", unknown: "x" });
    expect(answer.status).toBe(201);
    const { missing, status } = DriverApplicationAnswer.parse(await answer.json());
    expect(status).toBe("incomplete");
    expect(missing).toContain("lastName");
    expect(missing).toContain("email");
    expect(missing).toContain("certified");
    expect(missing).not.toContain("firstName");
    expect(missing).not.toContain("plateNumber");
    expect(stored()[0]?.answers).toEqual({});
    expect(server.deps.db.select().from(outbox).all()).toHaveLength(0);
  });

  test.each([
    ["firstName", "   "],
    ["lastName", "a\u0000b"],
    ["address", "\u202eesrever"],
    ["address", "x".repeat(301)],
    ["serviceHistory", "x".repeat(4_001)],
    ["dateOfBirth", "2026-02-30"],
    ["dateOfBirth", "9999-01-01"],
    ["licenseExpiryDate", "tomorrow"],
    ["gender", "male"],
    ["phoneNumber", "0788"],
    ["email", "a@b"],
    ["email", "a@b.example\r\nBcc: c@d.example"],
    ["yearsOfExperience", "-1"],
    ["yearsOfExperience", "1e3"],
    ["numberOfDoors", "3"],
    ["seatingCapacity", "6"],
    ["year", "20021"],
    ["vinNumber", "123456789012345678"],
  ])("answers 400 to an invalid %s and names the field", async (name, value) => {
    const answer = await apply({ ...whole, [name]: value });
    expect(answer.status).toBe(400);
    const body = (await answer.json()) as { fields: Record<string, string> };
    expect(Object.keys(body.fields)).toEqual([name]);
    expect(stored()).toHaveLength(0);
  });

  test("treats an empty file input as no file", async () => {
    const body = `${part("firstName", "Zoë")}${part("proofOfAddress", "", '; filename=""')}--xyz--\r\n`;
    expect((await send(body, CONTENT_TYPE)).status).toBe(201);
  });

  test("accepts three applications a day from one IP address", async () => {
    for (let i = 0; i < 3; i++) {
      expect((await apply(whole, "2001:db8:1:2::1")).status).toBe(201);
      server.advance(3_600_000);
    }
    const fourth = await apply(whole, "2001:db8:1:2:ffff::9");
    expect(fourth.status).toBe(429);
    expect(await fourth.json()).toMatchObject({ code: "application.too_many" });
    expect(fourth.headers.get("retry-after")).toBe(String(21 * 3_600));
    expect((await apply(whole, "2001:db8:1:3::1")).status).toBe(201);
    server.advance(21 * 3_600_000);
    expect((await apply(whole, "2001:db8:1:2::1")).status).toBe(201);
  });

  test("limits simultaneous applications to three per IP address and e-mails to three per mailbox", async () => {
    const answers = [];
    for (let i = 0; i < 3; i++)
      answers.push(...(await Promise.all(Array.from({ length: 4 }, () => apply(whole)))));
    expect(answers.filter((answer) => answer.status === 201)).toHaveLength(3);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(9);
    for (let i = 0; i < 3; i++) await apply(whole, `198.51.100.${i}`);
    expect(stored()).toHaveLength(6);
    expect(messagesTo(server, "applicant@example.com")).toHaveLength(3);
  });

  /** Sends an application that is not complete until its gate is opened. */
  const applySlowly = (gates: (() => void)[], address: string) =>
    send(
      new ReadableStream({
        start(controller) {
          controller.enqueue(Buffer.from(part("firstName", "Zoë")));
          gates.push(() => {
            controller.enqueue(Buffer.from("--xyz--\r\n"));
            controller.close();
          });
        },
      }),
      CONTENT_TYPE,
      address,
    );

  test("lets others apply while one IP address sends slowly", async () => {
    const gates: (() => void)[] = [];
    const waiting = [1, 2, 3].map((n) => applySlowly(gates, `2001:db8:1:2::${n}`));
    const fourth = await apply(whole, "2001:db8:1:2::4");
    expect([fourth.status, Number(fourth.headers.get("retry-after"))]).toEqual([429, 20]);
    expect((await apply(whole, "2001:db8:1:3::1")).status).toBe(201);
    for (const open of gates) open();
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(201);
  });

  test("answers 503 to a fifth simultaneous application", async () => {
    const gates: (() => void)[] = [];
    const waiting = [0, 1, 2, 3].map((n) => applySlowly(gates, `slow ${n}`));
    const fifthAnswer = await apply(whole);
    expect(fifthAnswer.status).toBe(503);
    expect(await fifthAnswer.json()).toMatchObject({ code: "application.busy" });
    expect(Number(fifthAnswer.headers.get("retry-after"))).toBeGreaterThan(0);
    for (const open of gates) open();
    for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(201);
    expect((await apply(whole)).status).toBe(201);
  });

  test.each([
    ["no boundary", "multipart/form-data", part("firstName", "Zoë"), 400],
    ["no final boundary", CONTENT_TYPE, part("firstName", "Zoë"), 400],
    ["an empty body", CONTENT_TYPE, "", 400],
    ["a field twice", CONTENT_TYPE, `${part("make", "a")}${part("make", "b")}--xyz--`, 400],
    [
      "a part without a name",
      CONTENT_TYPE,
      "--xyz\r\nContent-Type: text/plain\r\n\r\nx\r\n--xyz--",
      400,
    ],
    ["an empty file", CONTENT_TYPE, `${part("make", "", '; filename="a.png"')}--xyz--`, 400],
    [
      "a thousand parts",
      CONTENT_TYPE,
      `${Array.from({ length: 1_000 }, (_, i) => part(`f${i}`, "x")).join("")}--xyz--`,
      400,
    ],
    ["part headers that never end", CONTENT_TYPE, `--xyz\r\n${"x".repeat(10_000)}`, 400],
    ["too much text", CONTENT_TYPE, `${part("make", "x".repeat(70_000))}--xyz--`, 413],
    [
      "17 files",
      CONTENT_TYPE,
      `${Array.from({ length: 17 }, (_, i) => part(`f${i}`, "x", '; filename="x"')).join("")}--xyz--`,
      413,
    ],
    ["JSON", "application/json", JSON.stringify(whole), 415],
    ["a form that is not multipart", "application/x-www-form-urlencoded", "firstName=x", 415],
  ])("refuses a bad body: %s", async (_title, type, body, status) => {
    const answer = await send(body, type);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toContainKeys(["message", "code"]);
    expect(stored()).toHaveLength(0);
  });

  test("answers 400 to bytes that are not UTF-8", async () => {
    const body = Buffer.concat([
      Buffer.from('--xyz\r\nContent-Disposition: form-data; name="make"\r\n\r\n'),
      Buffer.from([0xc3, 0x28]),
      Buffer.from("\r\n--xyz--"),
    ]);
    expect((await send(body, CONTENT_TYPE)).status).toBe(400);
  });

  test("answers 413 to an 11 MB file before it has read all of it", async () => {
    const chunk = new Uint8Array(64 * 1024);
    let sent = 0;
    let cancelled = false;
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(
          Buffer.from(part("exteriorPhoto1", "", '; filename="a.jpg"').slice(0, -2)),
        );
      },
      pull(controller) {
        sent += chunk.length;
        controller.enqueue(chunk);
      },
      cancel() {
        cancelled = true;
      },
    });
    const answer = await send(body, CONTENT_TYPE);
    expect(answer.status).toBe(413);
    expect(sent).toBeLessThan(11 * 1024 * 1024);
    expect(cancelled).toBe(true);
  });

  test("reads a form the same way however it is split into chunks", async () => {
    const text = `preamble\r\n${part("firstName", "Zo\r\n--xy ë")}${part("make", "Honda")}--xyz--\r\nrest`;
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 7, 64]) {
      let at = 0;
      const body = new ReadableStream({
        pull(controller) {
          if (at >= bytes.length) return controller.close();
          controller.enqueue(bytes.subarray(at, at + size));
          at += size;
        },
      });
      // A name cannot contain a line break, so it is refused.
      const answer = await send(body, CONTENT_TYPE, `chunks ${size}`);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ fields: { firstName: expect.any(String) } });
    }
  });
});

describe("the rules of an application", () => {
  test("the contract and the rules name the same fields", () => {
    expect(Object.keys(DriverApplication.shape).sort()).toEqual(
      [...Object.keys(applicationFields), "certified", "hasOneName"].sort(),
    );
    expect(Object.keys(applicationFiles)).toHaveLength(16);
  });

  test("section 5: an application is complete with every required field, file and the certification", () => {
    expect(missingItems(whole, requiredFiles)).toEqual([]);
    expect(applicationErrors(whole, readPhone)).toEqual({});
    for (const name of requiredFiles)
      expect(
        missingItems(
          whole,
          requiredFiles.filter((each) => each !== name),
        ),
      ).toEqual([name]);
  });
});
