/**
 * The allowed push services, and the urgency and lifetime of pushes.
 *
 * An endpoint comes from the browser, so it could be any URL. The server therefore sends only to the push services of
 * known browsers, by https on the usual port, and to those the operator names. A push that arrives too late is worse
 * than none, so each kind has a lifetime, after which the push service drops it. If details are hidden, a push only
 * contains the brand and that there is news. Pushes can get lost silently (a phone that is off, a browser that saves
 * power), so they are sent in addition to e-mail and SMS, never instead.
 */
import { isUrgent } from "../choices/choice-rules";

/** Push services of Chrome and related browsers, Firefox, Safari and Edge. A leading dot includes all subdomains. */
const services = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

const loopbackPattern = /^http:\/\/127\.0\.0\.1:\d+\//;

/** Returns the host of an endpoint to which pushes may be sent, or null for any other. */
export function pushServiceOf(
  endpoint: string,
  allowed: { hosts: readonly string[]; allowsLoopback: boolean },
): string | null {
  if (!URL.canParse(endpoint)) return null;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (allowed.allowsLoopback && loopbackPattern.test(endpoint)) return hostname;
  if (protocol !== "https:" || port !== "" || username !== "" || password !== "") return null;
  const isKnownService = [...services, ...allowed.hosts].some((service) =>
    service.startsWith(".") ? hostname.endsWith(service) : hostname === service,
  );
  return isKnownService ? hostname : null;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** The lifetime of a push in ms, by its kind. */
const lifetimesMs: Record<string, number> = {
  driver_arrived: 30 * MINUTE_MS,
  driver_on_the_way: 120 * MINUTE_MS,
};

/** Returns when (ms) a push of this kind, written at `now` (ms), stops being useful. */
export function pushExpiresAt(kind: string, now: number): number {
  return now + (lifetimesMs[kind] ?? DAY_MS);
}

/** Returns the urgency of RFC 8030, by which a phone decides whether to wake up for a push. */
export function pushUrgency(kind: string): "low" | "normal" | "high" {
  if (kind === "receipt") return "low";
  return isUrgent(kind) || kind === "driver_news" || kind === "staff_news" ? "high" : "normal";
}

/** The notification that a phone shows. */
export type PushNotice = {
  title: string;
  body: string;
  /** The path on this site that a tap opens. */
  path: string;
};

/** The maximum lengths of texts. Phones show no more, and push services accept at most 4 KB. */
const MAX_TITLE_LENGTH = 120;
const MAX_BODY_LENGTH = 400;

/** Returns the payload in the service worker's format. A newer notification replaces one with the same path. */
export function pushPayload(notice: PushNotice): string {
  return JSON.stringify({
    title: notice.title.slice(0, MAX_TITLE_LENGTH),
    body: notice.body.slice(0, MAX_BODY_LENGTH),
    path: notice.path,
  });
}
