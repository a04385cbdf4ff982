/** Until the business is open, visitors see that it opens soon and cannot book, and staff see the future site. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { type RunningServer, startServer } from "../../src/server/server";
import { trip } from "../support/booking";
import { type Browser, createTestServer, type TestServer } from "../support/server";
import { signInRider } from "../support/sign-in";
import { signInAdmin } from "../support/staff";

let server: TestServer;
let runningServer: RunningServer;
let owner: Browser;
let rider: Browser;
beforeAll(async () => {
  server = await createTestServer(
    { RATE_LIMITS: "off", PORT: "0", HOST: "127.0.0.1", BRAND: "Zebra" },
    { isUnopened: true },
  );
  runningServer = startServer(server.deps, new AbortController());
  owner = await signInAdmin(server);
  rider = (await signInRider(server)).browser;
}, 60_000);
afterAll(async () => {
  await runningServer.stop();
  server.close();
});

function visit(path: string, browser?: Browser) {
  const cookie = [...(browser?.cookies ?? [])]
    .map(([name, value]) => `${name}=${value}`)
    .join("; ");
  return fetch(`http://localhost:${runningServer.port}${path}`, {
    redirect: "manual",
    headers: cookie ? { cookie } : {},
  });
}

const pagesOfOpenSite = [
  "/",
  "/pricing",
  "/fleet",
  "/services",
  "/contact-us",
  "/reservation",
  "/booking",
];

test("each page of the site redirects to the opening page before the opening", async () => {
  for (const path of pagesOfOpenSite)
    for (const browser of [undefined, rider]) {
      const answer = await visit(path, browser);
      expect([path, answer.status, answer.headers.get("location")]).toEqual([
        path,
        303,
        "/opening",
      ]);
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
  const page = await (await visit("/opening")).text();
  for (const text of ["Zebra", "Opening soon", "Write to us"]) expect(page).toContain(text);
  expect(page).not.toContain("Book a ride");
  expect(page).not.toContain("/trips");
});

test("drivers, applicants and staff reach their pages before the opening", async () => {
  for (const path of ["/joinUs", "/driver-apply", "/zebraDriver", "/dispatch"])
    expect([path, (await visit(path)).status]).toEqual([path, 200]);
});

test("the riders' sign-in and the widget say that the business opens soon", async () => {
  const signIn = await (await visit("/zebraClient")).text();
  expect(signIn).toContain("You can sign in and book here once we’re open.");
  expect(signIn).not.toContain("<input");
  const widget = await visit("/widget");
  expect(widget.status).toBe(200);
  expect(await widget.text()).toContain("We’re opening soon. Please come back, or write to us.");
});

test("visitors and riders get no price before the opening, but can send a message", async () => {
  for (const browser of [server.browser(), rider]) {
    const quotedAnswer = await browser.post("/quotes", trip());
    expect(quotedAnswer.status).toBe(422);
    expect(await quotedAnswer.json()).toMatchObject({ code: "business.not_open" });
  }
  expect((await owner.post("/admin/quotes", trip())).status).toBe(200);
  const contactAnswer = await server.browser().post("/contact", {
    name: "Aline",
    contact: "aline@example.com",
    topic: "other",
    text: "When do you open?",
  });
  expect(contactAnswer.status).toBe(201);
});

test("staff see the site before the opening, and everybody sees it afterwards", async () => {
  expect((await visit("/", owner)).status).toBe(200);
  expect((await visit("/pricing", owner)).status).toBe(200);
  expect((await visit("/")).status).toBe(303);
  const { version } = (await (await owner.get("/admin/settings/opening")).json()) as {
    version: number;
  };
  expect((await owner.put("/admin/settings/opening", { open: true, version })).status).toBe(200);
  for (const path of ["/", "/pricing", "/reservation"])
    expect([path, (await visit(path)).status]).toEqual([path, 200]);
  expect((await visit("/opening")).headers.get("location")).toBe("/");
  expect((await rider.post("/quotes", trip())).status).toBe(200);
});
