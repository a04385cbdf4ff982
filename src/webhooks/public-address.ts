/**
 * Which addresses endpoints may have. Owners type them in a browser, and their names belong to third parties, who may
 * redirect them at any time. So each call resolves the name itself, refuses it if any of its addresses is not on the
 * public internet, and connects to an address that was checked.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

/** Returns the current addresses of a name; throws if the name is unknown. */
export type NameResolver = (name: string) => Promise<readonly string[]>;

/** Resolves a name as the machine does. */
export const resolveName: NameResolver = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);

/** Says that an address may not be called; its message is for the owner. */
export class RefusedAddressError extends Error {}

const nonPublicAddresses = new BlockList();
// Private networks, loopback, link-local (where clouds serve keys), carriers' networks, examples, tests, multicast and
// reserved ranges.
for (const range of [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24",
  "192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4",
]
  .join(" ")
  .split(" ")) {
  const [network = "", bits] = range.split("/");
  nonPublicAddresses.addSubnet(network, Number(bits), "ipv4");
}
// Ranges within the global ones: tunnels to IPv4, protocols and examples.
nonPublicAddresses.addSubnet("2001::", 23, "ipv6");
nonPublicAddresses.addSubnet("2001:db8::", 32, "ipv6");
nonPublicAddresses.addSubnet("2002::", 16, "ipv6");
nonPublicAddresses.addSubnet("3fff::", 20, "ipv6");

/**
 * All allocated global IPv6 addresses. Loopback, local and mapped addresses are outside this range, and so are not
 * public.
 */
const globalIpv6Addresses = new BlockList();
globalIpv6Addresses.addSubnet("2000::", 3, "ipv6");

/**
 * Returns the IPv4 address in a NAT64 address (64:ff9b::/96), as DNS64 creates them on machines without IPv4; null for
 * other addresses.
 */
function translatedAddress(address: string): string | null {
  // The canonical spelling: without leading zeros, all in hexadecimal.
  const [, high = "0", low] =
    /^\[64:ff9b::(?:([\da-f]+):)?([\da-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (low === undefined) return null;
  const groups = [high, low].map((part) => Number.parseInt(part, 16));
  return groups.flatMap((part) => [part >> 8, part & 255]).join(".");
}

/** Returns whether an address is on the public internet. */
export function isPublic(address: string): boolean {
  const version = address.includes("%") ? 0 : isIP(address);
  if (version === 4) return !nonPublicAddresses.check(address, "ipv4");
  const translatedIpv4 = version === 6 && translatedAddress(address);
  if (translatedIpv4) return isPublic(translatedIpv4);
  return (
    version === 6 &&
    globalIpv6Addresses.check(address, "ipv6") &&
    !nonPublicAddresses.check(address, "ipv6")
  );
}

const isLoopback = (address: string) => /^127\./.test(address) || address === "::1";

/**
 * Returns the addresses of an endpoint's host, IPv4 first because few machines lack it. Throws `RefusedAddressError` if
 * the name is unknown or any of its addresses is not public; tests allow loopback.
 */
export async function publicAddresses(
  url: URL,
  { resolve, allowsLoopback }: { resolve: NameResolver; allowsLoopback: boolean },
): Promise<string[]> {
  if (url.protocol !== "https:" && !allowsLoopback)
    throw new RefusedAddressError("The address must start with https://.");
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => []);
  if (addresses.length === 0)
    throw new RefusedAddressError("The name of the server was not found.");
  if (!addresses.every((one) => isPublic(one) || (allowsLoopback && isLoopback(one))))
    throw new RefusedAddressError(
      "The address leads to a private network or to this server. Use a public address.",
    );
  return addresses.toSorted((a, b) => isIP(a) - isIP(b));
}
