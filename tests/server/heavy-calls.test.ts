/** Heavy calls that a worker process answers: the same answer as from the server itself, for the same people. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { drivers } from "../../db/schema/drivers";
import { createApp } from "../../src/app";
import { createReaders, type Readers } from "../../src/process/readers";
import { assign, book, createDriverScene, type DriverScene, drive } from "../pages/driver/scene";
import type { Browser } from "../support/server";
import { signInAdmin } from "../support/staff";

let scene: DriverScene;
let readers: Readers;
let receipt: string;
/** The paths of requests that were sent to a process. */
const assignedJobs: string[] = [];

beforeAll(async () => {
  scene = await createDriverScene();
  const trip = await assign(scene, await book(scene));
  await drive(scene, trip, "en_route", "on_location", "passenger_on_board", "completed");
  receipt = `/reservations/${trip.id}/receipt.pdf`;
  readers = createReaders(scene.server.deps.config, scene.server.deps.log, {
    // A process takes time to load from source, especially on a busy machine.
    timeoutMs: 300_000,
  });
});
afterAll(() => {
  readers.stop();
  scene.server.close();
});

/** Makes a call with a worker process, or as a server without any answers it. */
async function answerOf(browser: Browser, path: string, isInWorker = true) {
  scene.server.deps.readers = isInWorker
    ? {
        ...readers,
        ask: (askedRequest, signal) => {
          assignedJobs.push(new URL(askedRequest.url).pathname);
          return readers.ask(askedRequest, signal);
        },
      }
    : null;
  const answer = await browser.get(path);
  const headers = Object.fromEntries(answer.headers);
  delete headers["x-request-id"];
  // Compare the bytes, because reading as text drops a byte order mark.
  const body = Buffer.from(await answer.arrayBuffer()).toString("latin1");
  return { status: answer.status, headers, body };
}

const PERIOD = "from=2026-01-01&to=2026-12-31";

test("a worker process gives the same bytes and headers as the server", async () => {
  const { rider, staff } = scene;
  const calls: [Browser, string, number][] = [
    [staff, `/admin/reports/trips.csv?${PERIOD}`, 200],
    [staff, `/admin/reports.csv?${PERIOD}&by=driver`, 200],
    [staff, "/admin/statements.csv?month=2026-11", 200],
    [staff, "/admin/audit.csv?action=staff.signed_in", 200],
    [rider, receipt, 200],
    [rider, "/reservations/none/receipt.pdf", 404],
  ];
  for (const [browser, path, status] of calls) {
    const own = await answerOf(browser, path, false);
    const before = assignedJobs.length;
    expect(await answerOf(browser, path)).toEqual(own);
    expect([path, own.status, assignedJobs.length]).toEqual([path, status, before + 1]);
  }
});

test("a worker process makes the API description once, with the same text", async () => {
  const { server } = scene;
  // Each app caches its own text.
  const descriptionText = async (readers: Readers | null) => {
    const app = createApp({ ...server.deps, readers });
    const ask = () => app.fetch(new Request("http://livery.test/backend/openapi.json"));
    const first = await (await ask()).text();
    expect(await (await ask()).text()).toBe(first);
    return first;
  };
  let requestCount = 0;
  const countingReaders: Readers = {
    ...readers,
    ask: (...given) => {
      requestCount++;
      return readers.ask(...given);
    },
  };
  expect(await descriptionText(countingReaders)).toBe(await descriptionText(null));
  expect(requestCount).toBe(1);
}, 300_000);

test("a connection is kept open only until the first bytes of the answer", async () => {
  const { server, staff } = scene;
  const steps: string[] = [];
  const blockedReaders: Readers = {
    ...readers,
    ask: async () => {
      steps.push("asked");
      const bytes = new Uint8Array(1);
      const rest = { next: async () => null, stop: () => {} };
      return { status: 200, headers: [], bytes, more: false, ...rest };
    },
  };
  const keepOpen = () => {
    steps.push("kept open");
    return () => steps.push("limited");
  };
  const app = createApp({ ...server.deps, readers: blockedReaders });
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  for (const path of [`/admin/reports/trips.csv?${PERIOD}`, "/openapi.json"]) {
    steps.length = 0;
    const request = new Request(`http://livery.test/backend${path}`, { headers: { cookie } });
    expect((await app.fetch(request, { keepOpen })).status).toBe(200);
    expect(steps.toSorted()).toEqual(["asked", "kept open", "limited"]);
    expect(steps.at(-1)).toBe("limited");
  }
});

test("an answer whose process ends in the middle is stopped, and its connection is limited again", async () => {
  const { server, staff } = scene;
  const steps: string[] = [];
  const endingReaders: Readers = {
    ...readers,
    ask: async () => ({
      status: 200,
      headers: [],
      bytes: new Uint8Array(1),
      more: true,
      next: () => Promise.reject(new Error("The process has ended.")),
      stop: () => void steps.push("stopped"),
    }),
  };
  const keepOpen = () => {
    steps.push("kept open");
    return () => steps.push("limited");
  };
  const app = createApp({ ...server.deps, readers: endingReaders });
  const cookie = [...staff.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const url = `http://livery.test/backend/admin/reports/trips.csv?${PERIOD}`;
  const answer = await app.fetch(new Request(url, { headers: { cookie } }), { keepOpen });
  await expect(answer.text()).rejects.toThrow("The process has ended.");
  expect(steps.slice(-2)).toEqual(["stopped", "limited"]);
});

test("a report from a worker process contains the newest writes", async () => {
  const { server, staff } = scene;
  const path = `/admin/reports.csv?${PERIOD}&by=driver`;
  expect((await answerOf(staff, path)).body).not.toContain("Renamed");
  await server.deps.write((tx) => tx.update(drivers).set({ lastName: "Renamed" }).run());
  expect((await answerOf(staff, path)).body).toContain("Renamed");
});

test("a worker process gets no request that is invalid or not permitted", async () => {
  const { server, staff, phone } = scene;
  const path = `/admin/reports/trips.csv?${PERIOD}`;
  const dispatcher = await signInAdmin(server, { role: "dispatcher" });
  assignedJobs.length = 0;
  expect((await answerOf(server.browser(), path)).status).toBe(401);
  expect((await answerOf(dispatcher, path)).status).toBe(403);
  expect((await answerOf(phone, receipt)).status).toBe(401);
  expect((await answerOf(staff, "/admin/reports/trips.csv?from=x")).status).toBe(400);
  expect(assignedJobs).toEqual([]);
});

test("the audit log records each download, but not a refused one", async () => {
  const { staff } = scene;
  const lines = async () => {
    const page = await staff.get("/admin/audit?action=export.downloaded");
    return ((await page.json()) as { entries: unknown[] }).entries.length;
  };
  const before = await lines();
  await answerOf(staff, `/admin/reports.csv?${PERIOD}`);
  expect(await lines()).toBe(before + 1);
  await answerOf(staff, "/admin/companies/none/trips.csv?month=2026-11");
  expect(await lines()).toBe(before + 1);
});
