/**
 * The policy of the booking widget on other websites:
 * - a website is named by its origin: scheme, host and port, no path and nothing of a person;
 * - only https, and http on this very machine, where somebody builds the website;
 * - a host by name or IPv4, since a content security policy cannot name an IPv6 address.
 */

/** Hosts that a browser treats as this machine. */
const localHostPattern = /^(?:localhost|127\.0\.0\.1|[a-z0-9-]+\.localhost)$/;

/** Longer than any host name. */
const MAX_SITE_LENGTH = 300;

/** Returns a typed origin in the form that browsers use. Null if it is not an origin that may show the widget. */
export function siteOrigin(typed: string): string | null {
  const text = typed.trim();
  if (text.length > MAX_SITE_LENGTH || !URL.canParse(text)) return null;
  const { protocol, hostname, username, password, pathname, search, hash, origin } = new URL(text);
  if (username || password || pathname !== "/" || search || hash || text.endsWith("?")) return null;
  // Refuses a star: a content security policy reads it as any name, but browsers accept it in an address as a
  // character.
  if (!/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(hostname)) return null;
  if (protocol === "https:") return origin;
  return protocol === "http:" && localHostPattern.test(hostname) ? origin : null;
}
