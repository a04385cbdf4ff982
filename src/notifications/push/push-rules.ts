/**
 * Which push services are written to, and how urgent a push is.
 *
 * An endpoint comes from the browser, so anybody can send any: the server writes only to the push
 * services of the browsers there are, by https on its usual port, and to those the operator names.
 * A push that comes too late is worse than none: each kind has a life, and the service drops what
 * it could not hand over by then. Who hides details gets the brand and that there is news. Pushes
 * get lost silently (a phone that is off, a browser that saves power), so they come beside e-mail
 * and SMS and never in their place.
 */
import { isUrgent } from "../choices/choice-rules";

/** Push services of Chrome and its kin, Firefox, Safari and Edge; with a dot, all below it. */
const services = [
  "fcm.googleapis.com",
  ".push.services.mozilla.com",
  ".push.apple.com",
  ".notify.windows.com",
];

const loopbackPattern = /^http:\/\/127\.0\.0\.1:\d+\//;

/** The host of an endpoint that may be written to; null for any other. */
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

/** How long a push is worth showing, in ms, by its kind. */
const lifetimesMs: Record<string, number> = {
  driver_arrived: 30 * MINUTE_MS,
  driver_on_the_way: 120 * MINUTE_MS,
};

/** When a push of this kind, written at `now` (ms), is no longer useful. */
export function pushExpiresAt(kind: string, now: number): number {
  return now + (lifetimesMs[kind] ?? DAY_MS);
}

/** The urgency of RFC 8030, by which a phone decides whether to wake up for it. */
export function pushUrgency(kind: string): "low" | "normal" | "high" {
  if (kind === "receipt") return "low";
  return isUrgent(kind) || kind === "driver_news" || kind === "staff_news" ? "high" : "normal";
}

/** What a phone shows. */
export type PushNotice = {
  title: string;
  body: string;
  /** A path of ours that a tap opens. */
  path: string;
};

/** The longest texts that are sent: no phone shows more, and push services take 4 KB at most. */
const MAX_TITLE_LENGTH = 120;
const MAX_BODY_LENGTH = 400;

/** The payload as the service worker reads it. One path has one notification: the newest. */
export function pushPayload(notice: PushNotice): string {
  return JSON.stringify({
    title: notice.title.slice(0, MAX_TITLE_LENGTH),
    body: notice.body.slice(0, MAX_BODY_LENGTH),
    path: notice.path,
  });
}
