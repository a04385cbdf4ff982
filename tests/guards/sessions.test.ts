/** Every call that isn't public needs a current session of its own area. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Call, describedCalls, make, mountedCalls, nameOf } from "../support/calls";
import { createDriver } from "../support/fleet";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInDriver, signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

/** Public calls. A new call is private unless it is added here too. */
const PUBLIC_CALLS = [
  "GET /healthz",
  "GET /metrics",
  "GET /openapi.json",
  "GET /settings",
  "GET /geo/country",
  "GET /logo/:name",
  "GET /service-area",
  "GET /map",
  "GET /map/style/:file",
  "GET /map/tiles/:z/:x/:y",
  "GET /places",
  "GET /vehicle-classes",
  "GET /published-prices",
  "GET /vehicle-data",
  "GET /track/:token",
  "GET /track/:token/events",
  "GET /calendars/:token",
  "POST /quotes",
  "POST /standing-orders/preview",
  "POST /auth/send-otp",
  "POST /auth/verify-otp",
  "POST /auth/signin-link",
  "GET /auth/google",
  "GET /auth/apple",
  "GET /auth/google/callback",
  "GET /auth/apple/callback",
  "POST /auth/apple/callback",
  "GET /auth/me",
  "POST /auth/logout",
  "POST /driver/checkdriver-sendotp",
  "POST /driver/verify-otp",
  "GET /driver/get-driver",
  "POST /driver/logout",
  "POST /driver-application",
  "POST /driver-application/uploads",
  "DELETE /driver-application/uploads/:id",
  "POST /driver-application/link",
  "GET /driver-application/status/:token",
  "PUT /driver-application/status/:token",
  "DELETE /driver-application/status/:token",
  "POST /driver-application/status/:token/files",
  "GET /driver-application/status/:token/files/:id",
  "DELETE /driver-application/status/:token/files/:id",
  "POST /contact",
  "POST /enquiries/home-care",
  "POST /enquiries/interpreter",
  "POST /enquiries/roadside",
  "POST /enquiries/company",
  "POST /enquiries/services/:slug",
  "POST /lost-property",
  "POST /found-property",
  "POST /ride-requests",
  "GET /content",
  "GET /content/names/:language",
  "GET /content/pages/:key",
  "GET /content/services",
  "GET /content/services/:slug",
  "GET /content/services/:slug/prices",
  "GET /content/posts",
  "GET /content/posts/:slug",
  "GET /content/faq",
  "GET /content/team",
  "GET /content/history",
  "GET /content/area",
  "GET /content/area/drawing",
  "GET /content/pictures/:name",
  "GET /pay/:token",
  "POST /pay/:token",
  "GET /quote/:token",
  "GET /terms/:version",
  "POST /quote/:token",
  "GET /affiliate/:token",
  "POST /affiliate/:token",
  "POST /affiliate/:token/positions",
  "GET /approve/:token",
  "POST /approve/:token",
  "POST /payments/:provider/webhook",
  "POST /flights/alerts/:token",
  "POST /flights/check",
  "PUT /payments/:provider/webhook",
  "POST /admin/login",
  "POST /admin/setup",
  "POST /admin/password",
];

/** Private, but open to two areas: dispatch also sees the pictures of riders. */
const SHARED_WITH_STAFF = ["GET /users/:id/picture"];

const AUDIENCES = ["rider", "driver", "admin"] as const;
type Audience = (typeof AUDIENCES)[number];

let server: TestServer;
let calls: Call[];
let signedIn: Record<Audience, Browser>;

beforeAll(async () => {
  server = await createTestServer();
  calls = mountedCalls(server);
  createDriver(server, { email: "driver@example.com" });
  signedIn = {
    rider: (await signInRider(server)).browser,
    driver: (await signInDriver(server)).browser,
    admin: await signInAdmin(server),
  };
});
afterAll(() => server.close());

const cookieOf = (audience: Audience) => signedIn[audience].cookies.get(`livery_${audience}`) ?? "";

/** Returns a browser that has only these cookies. */
function browserWith(cookies: Record<string, string>): Browser {
  const browser = server.browser();
  for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
  return browser;
}

/** Returns the private calls that answer this browser anything but `401`. */
async function callsThatAccept(browser: () => Browser, candidates = calls): Promise<string[]> {
  const found: string[] = [];
  for (const call of candidates) {
    if (PUBLIC_CALLS.includes(nameOf(call))) continue;
    const answer = await make(browser(), call);
    const body = (await answer.json().catch(() => null)) as { code?: string } | null;
    if (answer.status !== 401 || body?.code !== "request.unauthenticated")
      found.push(`${nameOf(call)}: ${answer.status}`);
  }
  return found;
}

describe("a private call", () => {
  test("answers 401 without a session", async () => {
    expect(calls.length).toBeGreaterThan(50);
    expect(await callsThatAccept(() => server.browser())).toEqual([]);
  });

  test("answers 401 to an unknown or malformed token", async () => {
    for (const token of ["", "x", "A".repeat(43), `${cookieOf("rider")}A`, "%00", "null"])
      expect(
        await callsThatAccept(() =>
          browserWith({ livery_rider: token, livery_driver: token, livery_admin: token }),
        ),
      ).toEqual([]);
  });

  test("answers 401 to the sessions of the other areas, also under its own cookie's name", async () => {
    const described = await describedCalls(server);
    for (const audience of AUDIENCES) {
      const own = described.filter((call) => call.security === audience);
      expect(own.length).toBeGreaterThan(5);
      for (const other of AUDIENCES) {
        if (other === audience) continue;
        const closedCalls = own.filter(
          (call) => other !== "admin" || !SHARED_WITH_STAFF.includes(nameOf(call)),
        );
        expect(await callsThatAccept(() => signedIn[other], closedCalls)).toEqual([]);
        const cookiesOfOtherArea = { [`livery_${audience}`]: cookieOf(other) };
        expect(await callsThatAccept(() => browserWith(cookiesOfOtherArea), own)).toEqual([]);
      }
    }
  });

  test("answers 401 to the verify answer's token and the cookie's value as a bearer token", async () => {
    const browser = server.browser();
    const { rider } = await signInRider(server, "bearer@example.com", { browser });
    for (const token of [rider.id, browser.cookies.get("livery_rider")]) {
      const answer = await server
        .browser()
        .get("/auth/current-user", { authorization: `Bearer ${token}` });
      expect(answer.status).toBe(401);
    }
  });

  test("answers 401 after sign-out and after the session has expired", async () => {
    const own = calls.filter(({ path }) => path.startsWith("/reservations"));
    const { browser } = await signInRider(server, "leaving@example.com");
    const kept = { livery_rider: browser.cookies.get("livery_rider") ?? "" };
    expect((await browserWith(kept).get("/auth/current-user")).status).toBe(200);
    await browser.post("/auth/logout");
    expect(await callsThatAccept(() => browserWith(kept), own)).toEqual([]);

    const later = await createTestServer();
    const { browser: stays } = await signInRider(later);
    later.advance(90 * 86_400_000 - 1);
    expect((await stays.get("/auth/current-user")).status).toBe(200);
    later.advance(1);
    expect((await stays.get("/auth/current-user")).status).toBe(401);
    later.close();
  });
});

test("a session opens every call of its own area", async () => {
  const described = await describedCalls(server);
  for (const audience of AUDIENCES)
    for (const call of described.filter((each) => each.security === audience)) {
      // Signing out or locking would end the session, and an accepted stream does not end.
      if (/logout$|lock$|events$/.test(call.path)) continue;
      expect([nameOf(call), (await make(signedIn[audience], call)).status]).not.toEqual([
        nameOf(call),
        401,
      ]);
    }
});

describe("openapi.json", () => {
  test("describes exactly the mounted calls", async () => {
    const described = await describedCalls(server);
    expect(described.map(nameOf).sort()).toEqual(
      calls
        .map(nameOf)
        .filter((name) => name !== "GET /openapi.json")
        .concat(described.some(({ path }) => path === "/openapi.json") ? "GET /openapi.json" : [])
        .sort(),
    );
  });

  test("says for each call who may make it", async () => {
    for (const call of await describedCalls(server)) {
      expect([nameOf(call), call.security === "public"]).toEqual([
        nameOf(call),
        PUBLIC_CALLS.includes(nameOf(call)),
      ]);
      const found = /^\/(admin|driver|partner|website)\//.exec(call.path)?.[1] ?? "rider";
      const area = ["partner", "website"].includes(found) ? "key" : found;
      if (call.security !== "public")
        expect([nameOf(call), call.security as string]).toEqual([nameOf(call), area]);
    }
  });
});
