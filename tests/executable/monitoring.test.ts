/** What the executable reports about itself, requested from outside, and a backup started by its owner. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "bun:test";
import type { ServerStatus } from "../../src/status/contract";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { createVisitor } from "../support/visitor";
import { until } from "../support/eventually";

const OWNER = { email: "owner@example.com", password: "correct horse battery" };
const TOKEN = "a-token-for-the-monitor";

let place: Installation;
let runningExecutable: RunningExecutable;
beforeAll(async () => {
  place = createInstallation();
  runningExecutable = await place.start({
    ADMIN_EMAIL: OWNER.email,
    ADMIN_PASSWORD: OWNER.password,
    METRICS_TOKEN: TOKEN,
    LOG_FORMAT: "json",
    LOG_LEVEL: "debug",
    // Like behind a proxy, so that the request does not count as coming from this machine.
    TRUST_PROXY: "1",
  });
}, 60_000);
afterAll(() => place.close());

test("a request has the same id in its answer and in the log", async () => {
  for (const path of ["/backend/settings", "/dispatch"]) {
    const answer = await fetch(runningExecutable.url + path);
    await answer.body?.cancel();
    const id = answer.headers.get("x-request-id") ?? "";
    expect([path, id]).toEqual([path, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
    const lines = () =>
      runningExecutable
        .output()
        .split("\n")
        .filter((line) => line.includes(id));
    await until("A line of the log", () => lines().length > 0);
    const [line = "{}"] = lines();
    expect(JSON.parse(line)).toMatchObject({ level: "DEBUG", requestId: id, path, status: 200 });
  }
});

test("the metrics open only with the token, and count pages and database calls", async () => {
  const ask = (headers: Record<string, string>) =>
    fetch(`${runningExecutable.url}/backend/metrics`, {
      headers: { "x-forwarded-for": "203.0.113.9", ...headers },
    });
  expect((await ask({})).status).toBe(404);
  await (await fetch(`${runningExecutable.url}/`)).text();
  await (await fetch(`${runningExecutable.url}/`)).text();
  let text = "";
  const figure = (name: string) =>
    Number(new RegExp(`^${name.replace(/[{}"]/g, "\\$&")} (\\S+)$`, "m").exec(text)?.[1]);
  // A server that has just started has not measured its own delay yet.
  await until("The figures", async () => {
    text = await (await ask({ authorization: `Bearer ${TOKEN}` })).text();
    return figure("livery_loop_lag_seconds_count") > 0;
  });
  expect(figure('livery_pages_total{from="rendered"}')).toBeGreaterThanOrEqual(1);
  expect(figure('livery_pages_total{from="kept"}')).toBeGreaterThanOrEqual(1);
  expect(figure("livery_database_reads_total")).toBeGreaterThan(0);
  expect(figure("livery_database_writes_total")).toBeGreaterThan(0);
  expect(figure("livery_disk_free_bytes")).toBeGreaterThan(0);
  expect(figure("livery_page_render_seconds_count")).toBeGreaterThanOrEqual(1);
});

test("the owner starts a backup, sees it in the status and can restore it", async () => {
  const owner = createVisitor(runningExecutable.url);
  expect((await owner.get("/admin/status")).status).toBe(401);
  expect((await owner.post("/admin/login", OWNER)).status).toBe(200);
  const status = async () => (await (await owner.get("/admin/status")).json()) as ServerStatus;
  const first = await status();
  expect(first.alerts.to).toEqual([OWNER.email]);
  expect((await owner.post("/admin/status/backups", {})).status).toBe(200);
  await until("The backup's end", async () => !(await status()).backups.isUnderWay);
  const { backups } = await status();
  expect(backups.failed).toBeNull();
  const [name = ""] = readdirSync(join(place.folder, "data/backups"));
  expect(backups.last).toMatchObject({ name });
  const drillResult = await place.run("restore", "--drill", `data/backups/${name}`);
  expect(drillResult).toMatchObject({
    code: 0,
    output: expect.stringContaining("can be restored"),
  });
}, 60_000);
