/**
 * What the server's clock shows, as this phone knows it: a phone whose clock is wrong must neither end an
 * offer early nor date a step wrongly. The difference is measured at every answer that tells the
 * time, and kept for the hours without a network.
 */
const KEY = "livery.clock";
/** A page takes seconds from the server to the driver's eyes: less than this is no difference. */
const TOLERANCE_MS = 10_000;

let ahead: number | null = null;

/** The server's time, ms UTC. */
export function serverNow(): number {
  ahead ??= kept();
  return Date.now() + ahead;
}

/**
 * The server has told its time, ms UTC. `askedAt` is when the question left by this phone's clock; null
 * for a time that came with a page, which may be seconds old.
 */
export function noteServerTime(serverAt: number, askedAt: number | null): void {
  if (!Number.isFinite(serverAt)) return;
  const now = Date.now();
  const between = askedAt === null ? now : (askedAt + now) / 2;
  const measured = serverAt - between;
  ahead = askedAt === null && Math.abs(measured - kept()) < TOLERANCE_MS ? kept() : measured;
  try {
    localStorage.setItem(KEY, String(Math.round(ahead)));
  } catch {
    // A browser that keeps nothing: it is measured anew with the next answer.
  }
}

function kept(): number {
  try {
    const found = Number(localStorage.getItem(KEY) ?? 0);
    return Number.isFinite(found) ? found : 0;
  } catch {
    return ahead ?? 0;
  }
}
