/**
 * Which hosts a service may be connected on. An owner names them in a browser, and the browser may be in the hands
 * of somebody else: what listens on the server itself, or tells a virtual machine its keys, is named only in
 * the environment. A network of one's own is no secret to its owner, and may be asked.
 */
import { lookup } from "node:dns/promises";
import { BlockList, isIP } from "node:net";

const LOOKUP_TIMEOUT_MS = 2_000;

const blockedAddresses = new BlockList();
blockedAddresses.addSubnet("0.0.0.0", 8, "ipv4");
blockedAddresses.addSubnet("127.0.0.0", 8, "ipv4");
blockedAddresses.addSubnet("169.254.0.0", 16, "ipv4");
blockedAddresses.addAddress("::", "ipv6");
blockedAddresses.addAddress("::1", "ipv6");
blockedAddresses.addSubnet("fe80::", 10, "ipv6");
// Addresses where cloud machines read their keys, besides 169.254.169.254.
blockedAddresses.addAddress("100.100.100.200", "ipv4");
blockedAddresses.addAddress("fd00:ec2::254", "ipv6");

/** Whether a host, a name or an address, is one that is only named in the environment. */
export async function isBlockedHost(host: string): Promise<boolean> {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  if (/^(?:.+\.)?localhost$|^metadata(?:\.google\.internal)?$/.test(name)) return true;
  // 127.1 and 0x7f000001 connect to addresses too: the parser of URLs spells them out.
  const normalizedName = URL.canParse(`http://${name}/`)
    ? new URL(`http://${name}/`).hostname
    : name;
  const addresses =
    isIP(name) || isIP(normalizedName) ? [isIP(name) ? name : normalizedName] : await resolve(name);
  return addresses.some((address) =>
    blockedAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  );
}

/** What a name means now; nothing where nobody knows: a test of the connection says so. */
async function resolve(name: string): Promise<string[]> {
  const foundAddresses = lookup(name, { all: true }).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([foundAddresses, Bun.sleep(LOOKUP_TIMEOUT_MS).then(() => [])]);
}
