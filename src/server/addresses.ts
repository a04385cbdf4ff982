/**
 * Reads network addresses as sockets and proxies write them, and decides which of them limits count together.
 */
import { BlockList, isIPv4, isIPv6 } from "node:net";

/** Longer than any address with its zone, port and brackets. */
const MAX_ADDRESS_LENGTH = 100;

/**
 * Returns the address in a uniform spelling, without the port, brackets, quotation marks, zone and spaces that some
 * proxies write. An IPv4 address inside an IPv6 one becomes plain IPv4. Null if the text is not an address.
 */
function readAddress(text: string): string | null {
  if (text.length > MAX_ADDRESS_LENGTH) return null;
  const written = text.trim().replace(/^"(.*)"$/, "$1");
  const [, ipv6InBrackets] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(written) ?? [];
  if (ipv6InBrackets !== undefined) return normalizeAddress(ipv6InBrackets.trim());
  return normalizeAddress(written) ?? normalizeAddress(written.replace(/\s*:\d{1,5}$/, ""));
}

function normalizeAddress(text: string): string | null {
  if (isIPv4(text)) return text;
  const address = text.replace(/%.+$/, "");
  if (!isIPv6(address)) return null;
  const { hostname } = new URL(`http://[${address}]`);
  const short = hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].flatMap((pair) => {
    const value = Number.parseInt(pair, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join(".");
}

/**
 * Returns the client's address. Without trusted proxies it is the socket's. With `proxyCount` of them it is the entry
 * of `X-Forwarded-For` that the outermost proxy wrote. If that proxy wrote no address, the proxy counts as the client.
 */
export function clientAddress(request: Request, socketAddress: string, proxyCount: number): string {
  const normalizedSocketAddress = readAddress(socketAddress) ?? socketAddress;
  return (
    trustedAddresses(request, proxyCount).find((address) => address !== null) ??
    normalizedSocketAddress
  );
}

/** Whether the outermost trusted proxy wrote the client's address. */
export function hasForwardedClient(request: Request, proxyCount: number): boolean {
  const [client = null] = trustedAddresses(request, proxyCount);
  return client !== null;
}

/**
 * Returns the addresses that trusted proxies wrote: the client first, followed by each proxy as the next one saw it.
 */
function trustedAddresses(request: Request, proxyCount: number): (string | null)[] {
  const header = request.headers.get("x-forwarded-for");
  return proxyCount > 0 && header !== null
    ? header.split(",").slice(-proxyCount).map(readAddress)
    : [];
}

/**
 * Returns the network that limits count: an IPv4 address, or the first 64 bits of an IPv6 address, because one
 * household or server has all addresses that begin with them.
 */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("%", 1)[0]?.split("::") ?? [];
  const leadingGroups = head.split(":").filter(Boolean);
  const trailingGroups = tail?.split(":").filter(Boolean) ?? [];
  const gap =
    tail === undefined ? 0 : Math.max(0, 8 - leadingGroups.length - trailingGroups.length);
  const groups = [...leadingGroups, ...Array<string>(gap).fill("0"), ...trailingGroups];
  return `${groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}

/** Returns an address, or a network such as `203.0.113.0/24`, in a uniform spelling. Null if the text is neither. */
export function readNetwork(text: string): string | null {
  const [, typed = "", bits] = /^([^/]*?)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? [];
  const address = normalizeAddress(typed);
  if (address === null || typed.includes("%")) return null;
  const maxPrefixLength = isIPv4(address) ? 32 : 128;
  if (bits === undefined || Number(bits) === maxPrefixLength) return address;
  return Number(bits) >= 1 && Number(bits) < maxPrefixLength ? `${address}/${Number(bits)}` : null;
}

/** Whether an address of `clientAddress` is in one of the networks of `readNetwork`. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [base = "", bits] = network.split("/");
    const family = isIPv4(base) ? "ipv4" : "ipv6";
    if (bits === undefined) list.addAddress(base, family);
    else list.addSubnet(base, Number(bits), family);
  }
  return list.check(address, isIPv4(address) ? "ipv4" : "ipv6");
}
