/** Finds the client's address behind any proxy's header. Every limit by address depends on it. */
import { expect, test } from "bun:test";
import { clientAddress } from "../../src/server/addresses";

const PROXY_ADDRESS = "10.0.0.1";

function clientAddressOf(
  forwardedHeader: string | null,
  proxyCount = 1,
  socket = PROXY_ADDRESS,
): string {
  const headers = forwardedHeader === null ? undefined : { "x-forwarded-for": forwardedHeader };
  return clientAddress(
    new Request("http://livery.test/", headers && { headers }),
    socket,
    proxyCount,
  );
}

test.each([
  ["IPv4", "7.7.7.7", "7.7.7.7"],
  ["IPv4 with a port", "7.7.7.7:1001", "7.7.7.7"],
  ["IPv4 with another port", "7.7.7.7:65535", "7.7.7.7"],
  ["IPv4 within spaces", "6.6.6.6 ,  7.7.7.7  ", "7.7.7.7"],
  ["IPv4 within spaces, with a port", "6.6.6.6,\t7.7.7.7:80 ", "7.7.7.7"],
  ["IPv4 in quotation marks", '"7.7.7.7:1001"', "7.7.7.7"],
  ["IPv4 mapped to IPv6", "::ffff:7.7.7.7", "7.7.7.7"],
  ["IPv4 mapped to IPv6, in hexadecimal", "::FFFF:0707:0707", "7.7.7.7"],
  ["IPv4 mapped to IPv6, in brackets with a port", "[::ffff:7.7.7.7]:1001", "7.7.7.7"],
  ["IPv6", "2001:db8::7", "2001:db8::7"],
  ["IPv6 in capitals, with all its zeros", "2001:0DB8:0000:0:0:0:0:0007", "2001:db8::7"],
  ["IPv6 in brackets", "[2001:db8::7]", "2001:db8::7"],
  ["IPv6 in brackets with a port", "[2001:db8::7]:1001", "2001:db8::7"],
  ["IPv6 in brackets and quotation marks", '"[2001:db8::7]:1001"', "2001:db8::7"],
  ["IPv6 with a port after eight groups", "2001:db8:0:0:0:0:0:7:1001", "2001:db8::7"],
  ["IPv6 with a port too long to be a group", "2001:db8::7:51001", "2001:db8::7"],
  ["IPv6 with a zone", "fe80::7%eth0", "fe80::7"],
  ["IPv6 with a zone, in brackets with a port", "[fe80::7%eth0]:1001", "fe80::7"],
  ["IPv6 with a zone encoded as in a URL", "[fe80::7%25eth0]:1001", "fe80::7"],
  ["IPv6 within brackets and spaces", " [ 2001:db8::7 ]:1001 ", "2001:db8::7"],
])("clientAddress reads %s as one address", (_, forwardedHeader, address) => {
  expect(clientAddressOf(forwardedHeader)).toBe(address);
});

test.each([
  ["an empty header", ""],
  ["an empty last entry", "6.6.6.6, "],
  ["a word", "unknown"],
  ["an obfuscated name", "_secret"],
  ["a host name", "example.com"],
  ["a host name with a port", "example.com:80"],
  ["a number above 255", "7.7.7.777"],
  ["leading zeros", "007.7.7.7"],
  ["too few numbers", "7.7"],
  ["a single number", "117901063"],
  ["a port that is not a number", "7.7.7.7:http"],
  ["a port of six digits", "7.7.7.7:100100"],
  ["two ports", "7.7.7.7:1:2"],
  ["IPv4 with a zone", "7.7.7.7%1"],
  ["an unclosed bracket", "[2001:db8::7"],
  ["brackets around a word", "[unknown]:80"],
  ["text after the brackets", "[2001:db8::7]x"],
  ["two double colons", "2001::db8::7"],
  ["a very long text", "7".repeat(10_000)],
])("clientAddress falls back to the proxy's address for %s", (_, forwardedHeader) => {
  expect(clientAddressOf(forwardedHeader)).toBe(PROXY_ADDRESS);
});

test("clientAddress trusts as many entries as there are proxies, counted from the end", () => {
  const chain = "6.6.6.6, 7.7.7.7:1001, [2001:db8::7]:443";
  expect(clientAddressOf(chain, 0)).toBe(PROXY_ADDRESS);
  expect(clientAddressOf(chain, 1)).toBe("2001:db8::7");
  expect(clientAddressOf(chain, 2)).toBe("7.7.7.7");
  expect(clientAddressOf(chain, 3)).toBe("6.6.6.6");
  expect(clientAddressOf(chain, 9)).toBe("6.6.6.6");
  expect(clientAddressOf(null, 2)).toBe(PROXY_ADDRESS);
});

test("clientAddress uses the outer of two proxies if that proxy wrote no address", () => {
  expect(clientAddressOf("6.6.6.6, unknown, 10.0.0.2", 2)).toBe("10.0.0.2");
  expect(clientAddressOf("6.6.6.6, unknown, hidden", 2)).toBe(PROXY_ADDRESS);
});

test("clientAddress normalises the socket's own address too", () => {
  expect(clientAddressOf(null, 0, "::ffff:10.0.0.1")).toBe("10.0.0.1");
  expect(clientAddressOf(null, 1, "fe80::7%eth0")).toBe("fe80::7");
});
