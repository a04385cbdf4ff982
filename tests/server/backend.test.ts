import { afterEach, expect, test } from "bun:test";
import { type Backend, openBackend } from "../../src/server/backend";
import { createTestServer, type TestServer } from "../support/server";

let server: TestServer | undefined;

afterEach(() => server?.close());

async function open(): Promise<Backend> {
  server = await createTestServer();
  return openBackend(server.deps);
}

function call(backend: Backend, path: string, method = "GET") {
  const headers = { origin: "http://livery.test", host: "livery.test" };
  const request = new Request(`http://livery.test/backend${path}`, { method, headers });
  return backend.fetch(request, { address: "203.0.113.7" });
}

async function seen(answer: Response | Promise<Response>) {
  const { status, headers, body } = await answer;
  // The id differs for each request.
  headers.delete("x-request-id");
  return { status, headers: [...headers], text: await new Response(body).text() };
}

test.each(["/healthz", "/vehicle-classes", "/content", "/content/pages/home", "/content/services"])(
  "%s is answered before the whole API loads, with the same answer as afterwards",
  async (path) => {
    const backend = await open();
    const earlyCall = call(backend, `${path}?x=1`);
    const first = await seen(earlyCall);
    expect(first.status).toBe(200);
    expect(backend.isLoaded()).toBe(false);
    await backend.load();
    expect(await seen(call(backend, path))).toEqual(first);
  },
);

test("first calls of other paths wait for the whole API, which answers them", async () => {
  const backend = await open();
  const paths = ["/settings", "/reservations", "/admin/reservations", "/nowhere"];
  const answers = await Promise.all(paths.map((path) => seen(call(backend, path))));
  expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 404]);
  const whole = await backend.load();
  expect(whole).toBe(await backend.load());
});

test("an early path refuses another method with 405 and lists the allowed ones", async () => {
  const backend = await open();
  const { status, headers } = await call(backend, "/vehicle-classes", "DELETE");
  expect(status).toBe(405);
  expect(headers.get("allow")).toBe("GET, HEAD");
});

test("metrics count calls before and after loading together", async () => {
  const backend = await open();
  await call(backend, "/vehicle-classes");
  await call(backend, "/settings");
  const request = new Request("http://livery.test/backend/metrics");
  const text = await (await backend.fetch(request, { address: "127.0.0.1" })).text();
  expect(text).toContain(
    'livery_request_seconds_count{method="GET",area="backend",status="200"} 2',
  );
});
