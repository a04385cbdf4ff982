/** Heavy calls of the executable: a separate process answers them, and no other call waits for it. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { childrenOf } from "../bench/process";
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";
import { until } from "../support/eventually";
import { createVisitor, type Visitor } from "../support/visitor";

const OWNER = { email: "admin@example.com", password: "livery-demo" };
const FILE_PATH = "/admin/reports/trips.csv?from=2001-01-01&to=2199-12-31";

let installation: Installation;
let server: RunningExecutable;
let owner: Visitor;
beforeAll(async () => {
  installation = createInstallation();
  await installation.run("demo");
  server = await installation.start({ RATE_LIMITS: "off" }, "serve", "--demo");
  owner = createVisitor(server.url);
  expect((await owner.post("/admin/login", OWNER)).status).toBe(200);
}, 240_000);
afterAll(() => installation?.close());

/** Returns the process that answers heavy calls, which starts with the first one. */
function reader(): number {
  const [pid, ...others] = childrenOf(server.pid);
  if (pid === undefined || others.length > 0)
    throw new Error("There is not one process that reads");
  return pid;
}

test("the server starts a read worker only when the first heavy call needs it", async () => {
  expect(childrenOf(server.pid)).toEqual([]);
  const answer = await owner.get(FILE_PATH);
  expect(answer.status).toBe(200);
  expect((await answer.text()).split("\r\n").length).toBeGreaterThan(20);
  expect(reader()).toBeGreaterThan(0);
});

test("other calls are answered while a heavy call is held up, and it is answered later", async () => {
  const pid = reader();
  process.kill(pid, "SIGSTOP");
  let isAnswered = false;
  const held = owner.get(FILE_PATH).then((answer) => {
    isAnswered = true;
    return answer;
  });
  expect((await fetch(`${server.url}/backend/healthz`)).status).toBe(200);
  expect((await owner.get("/admin/reservations")).status).toBe(200);
  expect(isAnswered).toBe(false);
  process.kill(pid, "SIGCONT");
  expect((await held).status).toBe(200);
});

test("a killed read worker fails its call with a 503, and the next call is answered in full", async () => {
  const whole = await (await owner.get(FILE_PATH)).text();
  const pid = reader();
  process.kill(pid, "SIGSTOP");
  const lost = owner.get(FILE_PATH);
  // These calls came later and pass the same checks, so once they are answered, the heavy call has been handed on.
  for (let i = 0; i < 3; i++) await owner.get("/admin/profile");
  process.kill(pid, "SIGKILL");
  const answer = await lost;
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await answer.json()).toMatchObject({ code: "server.busy" });
  expect(server.output()).toContain("A read worker exited with SIGKILL");
  expect(await (await owner.get(FILE_PATH)).text()).toBe(whole);
  expect(reader()).not.toBe(pid);
});

test("the read worker ends with the server, even if the server is killed", async () => {
  const pid = reader();
  server.kill("SIGKILL");
  await server.exited;
  await until("Its end", () => !existsSync(`/proc/${pid}`));
});
