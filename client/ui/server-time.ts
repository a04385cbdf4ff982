/** The age of a position and the time to an arrival, by the server's clock. */
import { useEffect, useState } from "react";
import { english, type Say } from "../words/words";
import type { Arrival, Position } from "../../src/tracking/contract";

const TICK_MS = 5_000;
const MINUTE_MS = 60_000;

/** The age in ms from which a position is outdated. */
const STALE_AFTER_MS = MINUTE_MS;

/**
 * Returns the server's time in ms UTC: the time it sent, advanced by the browser's clock and updated every 5 s. While
 * hydrating it is the time that the server sent.
 */
export function useServerTime(serverTime: string): number {
  const [clockReading, setClockReading] = useState({ serverTime, now: Date.parse(serverTime) });
  useEffect(() => {
    const serverAheadMs = Date.parse(serverTime) - Date.now();
    const tick = () => setClockReading({ serverTime, now: Date.now() + serverAheadMs });
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, [serverTime]);
  return clockReading.serverTime === serverTime ? clockReading.now : Date.parse(serverTime);
}

/** Returns "just now", "less than a minute ago", "3 min ago", "2 h ago" or "4 days ago". */
export function ageWords(ageMs: number, t: Say = english): string {
  const minutes = Math.floor(ageMs / MINUTE_MS);
  if (ageMs < 15_000) return t("just now");
  if (minutes < 1) return t("less than a minute ago");
  if (minutes < 60) return t.count(minutes, "{n} min ago", "{n} min ago");
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return t.count(hours, "{n} h ago", "{n} h ago");
  return t.count(Math.floor(hours / 24), "{n} day ago", "{n} days ago");
}

/** Returns whether a position is too old at `now` (ms UTC) to say where the car is. */
export function isStale(position: Position, now: number): boolean {
  return now - Date.parse(position.recordedAt) > STALE_AFTER_MS;
}

/** Returns the minutes from `now` (ms UTC) to an arrival, rounded up and at least 1. */
export function minutesTo(arrival: Arrival, now: number): number {
  return Math.max(1, Math.ceil((Date.parse(arrival.at) - now) / MINUTE_MS));
}
