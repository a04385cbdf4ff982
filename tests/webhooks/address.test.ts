/** Which addresses endpoints may have, and that the certificate must match the name. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { postWebhook } from "../../src/webhooks/post-webhook";
import { isPublic, publicAddresses, RefusedAddressError } from "../../src/webhooks/public-address";

const inside = [
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.9.9.9"],
  ...["169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.168.1.1"],
  ...["198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...["::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "64:ff9b::a00:1", "fe80::1"],
  ...["fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "2002:7f00:1::", "2001::1"],
  // NAT64 addresses of private, loopback and empty addresses, and one with an operator's own prefix.
  ...[
    "64:ff9b::10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::",
    "64:FF9B::c0a8:101",
  ],
  ...["64:ff9b:1::808:808", "64:ff9b:0:0:0:1:808:808"],
  ...["2001:db8::1", "3fff::1", "not an address", ""],
];

test("isPublic accepts only addresses of the public internet", () => {
  for (const address of inside) expect([address, isPublic(address)]).toEqual([address, false]);
  for (const address of [
    ...["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::1"],
    ...["64:ff9b::808:808", "64:ff9b::8.8.8.8"],
  ])
    expect([address, isPublic(address)]).toEqual([address, true]);
});

test("publicAddresses refuses private and unknown hosts in any spelling, and plain http", async () => {
  const ask = (url: string, addresses: string[] = []) =>
    publicAddresses(new URL(url), {
      resolve: async () => {
        if (addresses.length === 0) throw new Error("ENOTFOUND");
        return addresses;
      },
      allowsLoopback: false,
    });
  for (const host of ["127.1", "0x7f000001", "2130706433", "017700000001", "[::ffff:10.0.0.1]"])
    expect(ask(`https://${host}/`)).rejects.toThrow(RefusedAddressError);
  expect(ask("https://hooks.example/", ["8.8.8.8", "10.0.0.1"])).rejects.toThrow(/private network/);
  expect(ask("https://hooks.example/")).rejects.toThrow(/not found/);
  expect(ask("http://hooks.example/", ["8.8.8.8"])).rejects.toThrow(/https/);
  expect(await ask("https://hooks.example/", ["2606:4700::1", "8.8.8.8"])).toEqual([
    "8.8.8.8",
    "2606:4700::1",
  ]);
});

const folder = mkdtempSync(join(tmpdir(), "livery-certificate-"));
beforeAll(() => {
  const openssl = (...args: string[]) => {
    const opensslRun = Bun.spawnSync(["openssl", ...args], { cwd: folder, stderr: "pipe" });
    if (opensslRun.exitCode !== 0) throw new Error(opensslRun.stderr.toString());
  };
  const key = ["-newkey", "rsa:2048", "-nodes", "-days", "2"];
  openssl("req", "-x509", ...key, "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test");
  const name = ["-subj", "/CN=hooks.example", "-addext", "subjectAltName=DNS:hooks.example"];
  const by = ["-CA", "ca.pem", "-CAkey", "ca.key"];
  openssl("req", "-x509", ...key, "-keyout", "own.key", "-out", "own.pem", ...name, ...by);
});
afterAll(() => rmSync(folder, { recursive: true }));

test("a webhook call checks the certificate for the name but connects to the checked address", async () => {
  const seenHosts: (string | null)[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    tls: { cert: Bun.file(join(folder, "own.pem")), key: Bun.file(join(folder, "own.key")) },
    fetch(request) {
      seenHosts.push(request.headers.get("host"));
      return new Response("taken");
    },
  });
  const ca = await Bun.file(join(folder, "ca.pem")).text();
  const post = (host: string, more: object = { ca }) =>
    postWebhook(
      new URL(`https://${host}:${server.port}/`),
      { headers: {}, body: "{}", attempt: 1 },
      { resolve: async () => ["127.0.0.1"], allowsLoopback: true, ...more },
    );
  expect(await post("hooks.example")).toMatchObject({ status: 200, answer: "taken" });
  expect(await post("other.example")).toMatchObject({
    status: null,
    error: expect.stringMatching(/certificate is not valid/),
  });
  expect(await post("hooks.example", {})).toMatchObject({
    status: null,
    error: expect.stringMatching(/certificate is not valid/),
  });
  expect(seenHosts).toEqual([`hooks.example:${server.port}`]);
  void server.stop(true);
  expect(await post("hooks.example")).toMatchObject({
    status: null,
    error: expect.stringMatching(/could not be reached/),
  });
});
