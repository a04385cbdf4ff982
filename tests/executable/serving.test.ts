import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { connect } from "node:net";
import pkg from "../../package.json" with { type: "json" };
import {
  createInstallation,
  type RunningExecutable,
  type Installation,
} from "../support/executable";

let installation: Installation;
let server: RunningExecutable;

beforeAll(async () => {
  installation = createInstallation();
  server = await installation.start();
});

afterAll(() => installation.close());

const browser = { "accept-encoding": "gzip, deflate, br", accept: "text/html" };

/** Returns the URLs that the page's head and end load. */
function linked(html: string): string[] {
  return [...html.matchAll(/(?:href|src)="(\/[^"]*\.(?:js|css|svg|webmanifest))"/g)].map(
    ([, url = ""]) => url,
  );
}

describe("the executable in an empty folder", () => {
  test("keeps its data in ./data and writes nothing else", () => {
    expect(readdirSync(installation.folder).sort()).toEqual(["data", "livery"]);
  });

  test("answers the health check with its version", async () => {
    const health = await fetch(`${server.url}/backend/healthz`);
    expect(await health.json()).toMatchObject({ status: "ok", version: pkg.version });
  });

  test("renders the home page each time with a fresh nonce, the same in page and policy", async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const page = await fetch(server.url, { headers: browser });
      const html = await page.text();
      expect(page.status).toBe(200);
      expect(html).toStartWith("<!DOCTYPE html>");
      expect(html).toEndWith("</html>");
      const policy = page.headers.get("content-security-policy") ?? "";
      const [script] = policy.match(/(?<=script-src 'self' 'nonce-)[\w-]{22}/) ?? [];
      const [style] = policy.match(/(?<=style-src 'self' 'nonce-)[\w-]{22}/) ?? [];
      expect(script).toBeDefined();
      expect(style).toBe(script);
      const noncesInPage = new Set(
        [...html.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce),
      );
      expect([...noncesInPage]).toEqual([script]);
      expect(html).not.toMatch(/\sstyle="|\son[a-z]+="/);
      nonces.add(script ?? "");
    }
    expect(nonces.size).toBe(20);
  });

  test("serves every linked asset compressed and cached for ever, with equal lengths for HEAD and GET", async () => {
    const pages = await Promise.all(
      ["/", "/liveryClient"].map(async (path) => (await fetch(server.url + path)).text()),
    );
    const urls = [...new Set(pages.flatMap(linked))];
    expect(urls.some((url) => url.endsWith(".js"))).toBeTrue();
    expect(urls.some((url) => url.endsWith(".css"))).toBeTrue();
    for (const url of urls) {
      for (const encoding of ["br", "gzip", "identity", "br;q=0, gzip"]) {
        const headers = { "accept-encoding": encoding };
        const options = { headers, decompress: false };
        const got = await fetch(server.url + url, options);
        const body = await got.arrayBuffer();
        const head = await fetch(server.url + url, { ...options, method: "HEAD" });
        expect([url, got.status, head.status]).toEqual([url, 200, 200]);
        expect(head.headers.get("content-length")).toBe(String(body.byteLength));
        expect(body.byteLength).toBeGreaterThan(0);
        expect(head.headers.get("content-encoding")).toBe(got.headers.get("content-encoding"));
        expect(got.headers.get("x-content-type-options")).toBe("nosniff");
        if (!url.startsWith("/assets/")) continue;
        expect(got.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
        if (body.byteLength > 600 && !url.includes("accent")) {
          expect(got.headers.get("vary")).toBe("accept-encoding");
        }
      }
    }
    const [sheet = ""] = urls.filter((url) => /\.css$/.test(url));
    const plain = await (await fetch(server.url + sheet)).text();
    const brotliAnswer = await fetch(server.url + sheet, { headers: { "accept-encoding": "br" } });
    expect(brotliAnswer.headers.get("content-encoding")).toBe("br");
    expect(await brotliAnswer.text()).toBe(plain);
  });

  test("includes the style sheet in a public page and loads its scripts only after it is shown", async () => {
    for (const path of ["/", "/about", "/nope"]) {
      const html = await (await fetch(server.url + path)).text();
      const head = html.slice(0, html.indexOf("</head>"));
      expect([path, /<style nonce="[\w-]{22}">.{10000,}<\/style>/s.test(head)]).toEqual([
        path,
        true,
      ]);
      expect([path, /<link rel="(?:stylesheet|modulepreload)"/.test(html)]).toEqual([path, false]);
      expect([path, /<script[^>]* src=/.test(html)]).toEqual([path, false]);
      const [, list = ""] =
        /\}\)\((\["[^\]]*\]),\[[^\]]*\],\d+\)<\/script><\/body>/.exec(html) ?? [];
      const urls = JSON.parse(list) as string[];
      expect(urls.length).toBeGreaterThan(1);
      const answers = await Promise.all(urls.map((url) => fetch(server.url + url)));
      expect(answers.map(({ status }) => status)).toEqual(urls.map(() => 200));
    }
  });

  test("preloads the font for a browser's page request, but not for a script's fetch", async () => {
    for (const path of ["/liveryClient", "/dispatch"]) {
      const linkedText = async (dest: string) => {
        const headers = { "sec-fetch-dest": dest, "accept-language": "rw" };
        const answer = await fetch(server.url + path, { headers });
        expect(answer.status).toBe(200);
        return answer.headers.get("link") ?? "";
      };
      expect(await linkedText("document")).toContain("as=font");
      expect(await linkedText("empty")).toBe("");
    }
  });

  test("sends a page gzipped, with the nonce of its own policy", async () => {
    for (const path of ["/", "/nope"]) {
      const options = { headers: { "accept-encoding": "gzip" }, decompress: false };
      const brotliAnswer = await fetch(server.url + path, options);
      expect(brotliAnswer.headers.get("content-encoding")).toBe("gzip");
      expect(brotliAnswer.headers.get("vary")).toBe("accept-encoding");
      const html = Buffer.from(Bun.gunzipSync(await brotliAnswer.arrayBuffer())).toString();
      const [nonce] =
        /(?<='nonce-)[\w-]+/.exec(brotliAnswer.headers.get("content-security-policy") ?? "") ?? [];
      expect(html).toContain(`nonce="${nonce}"`);
      expect(html).toEndWith("</html>");
    }
  });

  test("answers HEAD with the length of the same GET", async () => {
    for (const path of [
      "/",
      "/nope",
      "/backend/healthz",
      "/backend/nope",
      "/robots.txt",
      "/assets/no.js",
    ]) {
      for (const encoding of ["identity", "gzip"]) {
        const options = { headers: { "accept-encoding": encoding }, decompress: false };
        const got = await fetch(server.url + path, options);
        const body = await got.arrayBuffer();
        const head = await fetch(server.url + path, { ...options, method: "HEAD" });
        expect([path, head.status]).toEqual([path, got.status]);
        const length = Number(head.headers.get("content-length"));
        // A page that is rendered each time contains its request's id, which changes its compressed size by a few
        // bytes.
        const allowedBytes = encoding === "gzip" && path === "/nope" ? 40 : 0;
        expect(Math.abs(length - body.byteLength)).toBeLessThanOrEqual(allowedBytes);
        expect(length).toBeGreaterThan(0);
        expect((await head.arrayBuffer()).byteLength).toBe(0);
      }
    }
  });

  test("answers unknown paths with a page, with JSON under /backend and with a 404 for assets", async () => {
    const page = await fetch(`${server.url}/no/such/page`, { headers: browser });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toStartWith("text/html");
    expect(await page.text()).toContain("<h1");
    const call = await fetch(`${server.url}/backend/no-such-call`);
    expect(call.status).toBe(404);
    expect(await call.json()).toMatchObject({
      message: expect.any(String),
      code: expect.any(String),
    });
    for (const path of [
      "/assets/",
      "/assets/nope.js",
      "/assets/manifest.zst",
      "/assets/..%2flivery",
    ]) {
      const asset = await fetch(server.url + path);
      expect([path, asset.status]).toEqual([path, 404]);
    }
    const badPathAnswer = await fetch(`${server.url}/%E0%A4%A`);
    expect([400, 404]).toContain(badPathAnswer.status);
    const postedAnswer = await fetch(`${server.url}/`, { method: "POST" });
    expect([postedAnswer.status, postedAnswer.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test("sends the security headers with every kind of answer", async () => {
    for (const path of [
      "/",
      "/nope",
      "/favicon.svg",
      "/robots.txt",
      "/backend/healthz",
      "/backend/nope",
    ]) {
      const { headers } = await fetch(server.url + path);
      expect([path, headers.get("x-content-type-options")]).toEqual([path, "nosniff"]);
      expect([path, headers.get("referrer-policy")]).toEqual([
        path,
        "strict-origin-when-cross-origin",
      ]);
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
      expect(headers.has("strict-transport-security")).toBeFalse();
    }
    const { headers } = await fetch(server.url);
    expect(headers.get("content-security-policy")).toStartWith(
      "default-src 'none'; script-src 'self' ",
    );
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("permissions-policy")).toContain("geolocation=(self)");
  });

  test("closes a connection within 15 s if it sends half a request and stops", async () => {
    const started = performance.now();
    const socket = connect(server.port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
    await new Promise((resolve) => socket.once("close", resolve));
    expect(performance.now() - started).toBeLessThan(15_000);
  }, 20_000);

  test("reads no settings from files beside it except .env", async () => {
    const other = createInstallation();
    try {
      await Bun.write(join(other.folder, "bunfig.toml"), 'preload = ["./evil.ts"]\n');
      await Bun.write(join(other.folder, "evil.ts"), 'console.log("preloaded");');
      await Bun.write(join(other.folder, "package.json"), '{ "type": "commonjs" }');
      await Bun.write(join(other.folder, "tsconfig.json"), "{");
      await Bun.write(join(other.folder, ".env"), "BRAND=Mont Blanc\n");
      const brandedServer = await other.start();
      expect(brandedServer.output()).not.toContain("preloaded");
      expect((await fetch(`${brandedServer.url}/montblancClient`)).status).not.toBe(500);
      expect(await (await fetch(brandedServer.url)).text()).toContain("Mont Blanc");
      const manifest = await fetch(`${brandedServer.url}/manifest.webmanifest`);
      expect(await manifest.json()).toMatchObject({ name: "Mont Blanc" });
    } finally {
      await other.close();
    }
  });
});

test("allows the operator's analytics script in its policy, but loads it automatically on no page", async () => {
  const other = createInstallation();
  try {
    const url = "https://tags.example.com/a/tag.js";
    const server = await other.start({ ANALYTICS_SCRIPT_URL: url });
    const page = await fetch(server.url);
    const policy = page.headers.get("content-security-policy") ?? "";
    expect([...(policy.match(/https:\/\/[^\s;]+/g) ?? [])]).toEqual(
      Array(3).fill("https://tags.example.com"),
    );
    const html = await page.text();
    expect(html).toContain(url);
    expect(html).not.toMatch(/(?:src|href)="https:\/\/tags\.example\.com/);
    for (const path of ["/signin/some-token", "/dispatch/setup?token=some", "/liveryClient"])
      expect(await (await fetch(server.url + path)).text()).not.toContain("tag.js");
  } finally {
    await other.close();
  }
});
