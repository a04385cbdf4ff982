/**
 * The server's time, estimated on the phone. With it, a phone with a wrong clock does not expire an offer early or
 * record a wrong time for a step. Every answer with a time updates the difference, which is stored so that it lasts for
 * hours without a network.
 */
const KEY = "livery.clock";
/** A page takes seconds to arrive and show, so smaller differences are ignored. In ms. */
const TOLERANCE_MS = 10_000;

let clockOffsetMs: number | null = null;

/** Returns the server's time, ms UTC. */
export function serverTime(): number {
  clockOffsetMs ??= storedOffsetMs();
  return Date.now() + clockOffsetMs;
}

/**
 * Records the server's time, ms UTC. `requestSentAt` is when the request was sent, by this phone's clock; null for a
 * time that came with a page, which may be seconds old.
 */
export function recordServerTime(serverTimeMs: number, requestSentAt: number | null): void {
  if (!Number.isFinite(serverTimeMs)) return;
  const now = Date.now();
  const middleOfRequest = requestSentAt === null ? now : (requestSentAt + now) / 2;
  const measuredOffsetMs = serverTimeMs - middleOfRequest;
  clockOffsetMs =
    requestSentAt === null && Math.abs(measuredOffsetMs - storedOffsetMs()) < TOLERANCE_MS
      ? storedOffsetMs()
      : measuredOffsetMs;
  try {
    localStorage.setItem(KEY, String(Math.round(clockOffsetMs)));
  } catch {
    // Without storage, the next answer measures it again.
  }
}

function storedOffsetMs(): number {
  try {
    const storedOffset = Number(localStorage.getItem(KEY) ?? 0);
    return Number.isFinite(storedOffset) ? storedOffset : 0;
  } catch {
    return clockOffsetMs ?? 0;
  }
}
