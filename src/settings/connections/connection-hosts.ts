/**
 * Decides to which hosts a service may be connected. The owner enters them in a browser, which somebody else may
 * control. So services on the server itself, and addresses that give a virtual machine its keys, can only be set in the
 * environment. Other hosts in the operator's own network are allowed, because they are no secret to the owner.
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
// Addresses from which cloud machines read their keys, besides 169.254.169.254.
blockedAddresses.addAddress("100.100.100.200", "ipv4");
blockedAddresses.addAddress("fd00:ec2::254", "ipv6");

type FindAddresses = (name: string) => Promise<{ address: string }[]>;

/**
 * Whether a host, given by name or address, may only be set in the environment. True if its lookup takes too long,
 * because its name server could give a blocked address afterwards.
 */
export async function isBlockedHost(host: string, findAddresses?: FindAddresses): Promise<boolean> {
  return (await checkHost(host, findAddresses)) !== "allowed";
}

/** Whether a host, given by name or address, is blocked. `timed out` if the name server takes too long to tell. */
export async function checkHost(
  host: string,
  findAddresses: FindAddresses = (name) => lookup(name, { all: true }),
): Promise<"allowed" | "blocked" | "timed out"> {
  const name = host
    .toLowerCase()
    .replace(/^\[|\]$/g, "")
    .replace(/\.$/, "");
  if (/^(?:.+\.)?localhost$|^metadata(?:\.google\.internal)?$/.test(name)) return "blocked";
  // 127.1 and 0x7f000001 connect to addresses too: the parser of URLs spells them out.
  const normalizedName = URL.canParse(`http://${name}/`)
    ? new URL(`http://${name}/`).hostname
    : name;
  const addresses =
    isIP(name) || isIP(normalizedName)
      ? [isIP(name) ? name : normalizedName]
      : await resolve(name, findAddresses);
  if (!addresses) return "timed out";
  const isBlocked = addresses.some((address) =>
    blockedAddresses.check(address, isIP(address) === 6 ? "ipv6" : "ipv4"),
  );
  return isBlocked ? "blocked" : "allowed";
}

/**
 * Returns the current addresses of a name; null if the name server takes too long. Empty if the name is unknown; a test
 * of the connection then reports it.
 */
async function resolve(name: string, findAddresses: FindAddresses): Promise<string[] | null> {
  const lookedUpAddresses = findAddresses(name).then(
    (all) => all.map(({ address }) => address),
    () => [],
  );
  return Promise.race([lookedUpAddresses, Bun.sleep(LOOKUP_TIMEOUT_MS).then(() => null)]);
}
