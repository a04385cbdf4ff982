/** No call that changes something accepts a request from a page of another site. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { make, mountedCalls, nameOf } from "../support/calls";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";

const OUR_ORIGIN = "https://rides.example";

let server: TestServer;
let open: TestServer;
let admin: Browser;

beforeAll(async () => {
  server = await createTestServer({ PUBLIC_URL: OUR_ORIGIN });
  open = await createTestServer();
  admin = await signInAdmin(open);
});
afterAll(() => {
  server.close();
  open.close();
});

/** Returns the unsafe calls that do not answer 403 `request.foreign_origin` to these headers. */
async function callsThatAccept(
  to: TestServer,
  headers: Record<string, string>,
  browser: () => Browser = () => browserWithoutOrigin(to),
): Promise<string[]> {
  const found: string[] = [];
  // Pages of other websites may make these calls, with a key and never with a cookie: tests/partner/website.test.ts.
  const unsafeCalls = mountedCalls(to).filter(
    ({ method, path }) => method !== "GET" && !path.startsWith("/website/"),
  );
  expect(unsafeCalls.length).toBeGreaterThan(25);
  for (const call of unsafeCalls) {
    const answer = await make(browser(), call, { headers });
    const body = (await answer.json().catch(() => null)) as { code?: string } | null;
    if (answer.status !== 403 || body?.code !== "request.foreign_origin")
      found.push(`${nameOf(call)}: ${answer.status}`);
  }
  return found;
}

/** Returns a browser without cookies that sends no `Origin` unless a request sets one. */
function browserWithoutOrigin(of: TestServer): Browser {
  return withoutOrigin(of, "");
}

function withoutOrigin(of: TestServer, cookie: string): Browser {
  const browser = of.browser();
  return {
    ...browser,
    request: async (path, options = {}) =>
      of.app.fetch(
        new Request(`http://livery.test/backend${path}`, {
          method: options.method ?? "GET",
          headers: { host: "livery.test", ...(cookie && { cookie }), ...options.headers },
        }),
        { address: "203.0.113.7" },
      ),
  };
}

test.each([
  "https://evil.example",
  "http://rides.example",
  "https://rides.example:8443",
  "https://rides.example.evil.example",
  "https://evil.example/https://rides.example",
  "https://sub.rides.example",
  "null",
  "",
])("every unsafe call refuses an Origin of %p", async (origin) => {
  expect(await callsThatAccept(server, { origin })).toEqual([]);
});

test("every unsafe call refuses a foreign Origin, whatever Sec-Fetch-Site says", async () => {
  expect(
    await callsThatAccept(server, {
      origin: "https://evil.example",
      "sec-fetch-site": "same-origin",
    }),
  ).toEqual([]);
});

test("without PUBLIC_URL, every unsafe call refuses an Origin other than the requested host", async () => {
  for (const origin of ["http://evil.example", "http://livery.test:81", "https://livery.test"])
    expect(await callsThatAccept(open, { origin })).toEqual([]);
});

test.each(["cross-site", "same-site", "none", "same-origin, cross-site"])(
  "without an Origin, every unsafe call refuses Sec-Fetch-Site: %s",
  async (site) => {
    expect(await callsThatAccept(server, { "sec-fetch-site": site })).toEqual([]);
  },
);

test("with neither header, every unsafe call refuses a request with a Livery cookie", async () => {
  const token = admin.cookies.get("livery_admin") ?? "";
  for (const name of ["livery_admin", "livery_rider_device", "__Host-livery_driver"])
    expect(
      await callsThatAccept(open, {}, () => withoutOrigin(open, `a=b; ${name}=${token}`)),
    ).toEqual([]);
});

test("the server accepts its own pages, programs without cookies and safe methods", async () => {
  const cookie = `livery_admin=${admin.cookies.get("livery_admin")}`;
  const lock = async (headers: Record<string, string>) =>
    (await withoutOrigin(open, cookie).request("/admin/edit-profile", { method: "PUT", headers }))
      .status;
  expect(await lock({ origin: "http://livery.test" })).toBe(415);
  expect(await lock({ "sec-fetch-site": "same-origin" })).toBe(415);
  expect(
    (await browserWithoutOrigin(open).request("/auth/logout", { method: "POST" })).status,
  ).toBe(200);
  const read = await withoutOrigin(open, cookie).request("/admin/profile", {
    headers: { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
  });
  expect(read.status).toBe(200);
  // Only Livery's own page can read the answer, because it names no other origin.
  expect(read.headers.get("access-control-allow-origin")).toBeNull();
});

test("a refusal has the security headers of every answer", async () => {
  const answer = await browserWithoutOrigin(open).request("/auth/logout", {
    method: "POST",
    headers: { origin: "https://elsewhere.example" },
  });
  expect(answer.status).toBe(403);
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  expect(answer.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
  expect(answer.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});
