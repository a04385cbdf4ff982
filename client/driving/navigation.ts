import type { Stop } from "../../src/reservations/quotes/quote-contract";
import { pointOf } from "../../src/reservations/rules";
import { english, phrase } from "../words/words";

/**
 * Returns links that open a navigation app with a stop as the destination. `geo:` (RFC 5870, with the query that
 * Android apps read) opens the phone's default app; the others are the apps' own links. The page loads nothing from
 * them.
 */
export function navigationLinks(stop: Stop): { name: string; href: string }[] {
  const point = pointOf(stop);
  // Assigned trips always have coordinates. The address is a fallback.
  const at = point ? `${point.latitude},${point.longitude}` : `${stop.name}, ${stop.detail}`;
  return [
    {
      name: "Google Maps",
      href: `https://www.google.com/maps/dir/?api=1&travelmode=driving&destination=${encodeURIComponent(at)}`,
    },
    {
      name: "Apple Maps",
      href: `https://maps.apple.com/?dirflg=d&daddr=${encodeURIComponent(at)}`,
    },
    {
      name: "Waze",
      href: `https://waze.com/ul?${point ? "ll" : "q"}=${encodeURIComponent(at)}&navigate=yes`,
    },
    {
      name: english.of(phrase("Other app")),
      href: point
        ? `geo:${at}?q=${at}(${encodeURIComponent(stop.name)})`
        : `geo:0,0?q=${encodeURIComponent(at)}`,
    },
  ];
}

const KEY = "livery.navigation";

/** Returns the navigation app last used on this phone; null if none was used yet. */
export function lastNavigationApp(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers the app, which comes first next time. */
export function rememberNavigationApp(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage, the links have the default order.
  }
}
