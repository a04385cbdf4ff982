/**
 * Watches the phone's position while the server wants it, and sends it. Unsent positions wait and
 * are sent in order. The browser asks for permission only after a tap.
 */
import type { ReportedPosition } from "../../../src/tracking/contract";
import { ApiError } from "../../api-error";
import type { PositionQueue, RecordedPosition } from "./position-queue";
import { isMoving, LOW_BATTERY_LEVEL, reportIntervalMs } from "./reporting-pace";
import { serverTime } from "../taps/server-clock";

/** The state of position sharing, as shown to the driver. */
export type SharingState =
  /** The driver is off shift and on no trip. */
  | { phase: "off" }
  /** The browser has not asked for permission yet, which needs a tap. */
  | { phase: "ask" }
  | { phase: "denied" }
  /** The browser gives no positions on this page. */
  | { phase: "unavailable" }
  /** No position yet. */
  | { phase: "waiting" }
  | { phase: "sharing" }
  /** `waiting` positions have not reached the server. */
  | { phase: "offline"; waiting: number };

/** Whether the server wants positions, and whether the driver is on a trip. */
type SharingConditions = { isWanted: boolean; isOnTrip: boolean };

type SharerEnvironment = {
  queue: PositionQueue;
  send: (positions: ReportedPosition[]) => Promise<unknown>;
  onChange: (sharing: SharingState) => void;
  /** Called when the server no longer wants positions, because the loaded shift is out of date. */
  onShiftOutdated: () => void;
};

/** The largest number of positions in one report. */
const MAX_POSITIONS_PER_REPORT = 100;
const TICK_MS = 2_500;
/** Some phones report nothing while they do not move. After this time, the position is requested. */
const SILENCE_TIMEOUT_MS = 60_000;
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
/** Smaller differences between the clocks are ignored. */
const CLOCK_TOLERANCE_MS = 10_000;
const POSITION_TIMEOUT_MS = 30_000;

type Battery = { level: number; charging: boolean };

/** Starts switched off. `update` switches it on; call `close` to stop. */
export class PositionSharer {
  private conditions: SharingConditions = { isWanted: false, isOnTrip: false };
  private sharing: SharingState = { phase: "off" };
  private watchId: number | null = null;
  private tickTimer: ReturnType<typeof setInterval> | undefined;
  private latestPosition: RecordedPosition | null = null;
  private lastRecordedPosition: RecordedPosition | null = null;
  private lastRecordedAt = 0;
  private lastRequestedAt = 0;
  private isSending = false;
  private isOffline = false;
  private retryAt = 0;
  private retryMs = FIRST_RETRY_MS;
  private battery: Battery | null = null;
  /** Whether the driver has tapped on this page, so that the browser may ask for permission. */
  private hasTapped = false;
  private isClosed = false;

  constructor(private readonly env: SharerEnvironment) {
    document.addEventListener("visibilitychange", this.reconnect);
    window.addEventListener("online", this.reconnect);
    window.addEventListener("offline", this.updateSharing);
    void this.readBattery();
  }

  /** Sets whether positions are wanted. */
  update(conditions: SharingConditions): void {
    const before = this.conditions;
    this.conditions = conditions;
    if (!conditions.isWanted) {
      this.stopWatching();
      if (before.isWanted) this.hasTapped = false;
      this.reportSharing({ phase: "off" });
      // Positions of the trip may still wait to be sent.
      void this.sendWaitingPositions();
      return;
    }
    if (this.watchId === null) void this.startIfAllowed();
    // A trip needs positions from its first moment, and more exact ones than a shift.
    else if (before.isOnTrip !== conditions.isOnTrip) this.startWatching();
  }

  /** Notes that the driver has tapped, so that the browser may ask for permission. */
  allowPermissionPrompt(): void {
    this.hasTapped = true;
    if (this.conditions.isWanted) void this.startIfAllowed();
    // The shift starts with the same tap, and the browser must ask during it.
    else navigator.geolocation?.getCurrentPosition(noop, noop, { timeout: POSITION_TIMEOUT_MS });
  }

  /** Tries to send waiting positions now. */
  flush(): Promise<void> {
    this.retryAt = 0;
    return this.sendWaitingPositions();
  }

  close(): void {
    this.isClosed = true;
    this.stopWatching();
    document.removeEventListener("visibilitychange", this.reconnect);
    window.removeEventListener("online", this.reconnect);
    window.removeEventListener("offline", this.updateSharing);
  }

  private async startIfAllowed(): Promise<void> {
    if (!("geolocation" in navigator) || !window.isSecureContext) {
      this.reportSharing({ phase: "unavailable" });
      return;
    }
    // Some browsers ask only during the tap.
    if (this.hasTapped) return this.startWatching();
    const state = await permissionState();
    if (this.isClosed || !this.conditions.isWanted || this.watchId !== null) return;
    if (state === "granted") this.startWatching();
    else this.reportSharing({ phase: state === "denied" ? "denied" : "ask" });
  }

  private startWatching(): void {
    this.endWatch();
    if (!this.latestPosition) this.reportSharing({ phase: "waiting" });
    this.lastRecordedPosition = null;
    this.watchId = navigator.geolocation.watchPosition(
      this.onPosition,
      this.onPositionError,
      this.options(),
    );
    this.requestFreshPosition();
    this.tickTimer = setInterval(this.tick, TICK_MS);
  }

  private stopWatching(): void {
    this.endWatch();
    this.latestPosition = null;
    this.lastRecordedPosition = null;
  }

  private endWatch(): void {
    clearInterval(this.tickTimer);
    if (this.watchId !== null) navigator.geolocation.clearWatch(this.watchId);
    this.watchId = null;
  }

  /** High accuracy drains the battery, so it is used only on trips. */
  private options(): PositionOptions {
    const { isOnTrip } = this.conditions;
    return {
      enableHighAccuracy: isOnTrip,
      maximumAge: isOnTrip ? 1_000 : 15_000,
      timeout: POSITION_TIMEOUT_MS,
    };
  }

  /** Requests a fresh position. Some phones keep repeating an old one while they do not move. */
  private requestFreshPosition(): void {
    this.lastRequestedAt = Date.now();
    const options = { ...this.options(), maximumAge: 0 };
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => this.onPosition({ coords, timestamp: Date.now() }),
      this.onPositionError,
      options,
    );
  }

  private readonly onPosition = ({
    coords,
    timestamp,
  }: Pick<GeolocationPosition, "coords" | "timestamp">): void => {
    if (this.isClosed || this.watchId === null) return;
    const { latitude, longitude, accuracy, heading, speed } = coords;
    // Some browsers give an old time, and others count from the start of the phone.
    const seenAt = Math.abs(timestamp - Date.now()) < 3_600_000 ? timestamp : Date.now();
    if (this.latestPosition && seenAt < this.latestPosition.seenAt) return;
    this.latestPosition = {
      latitude,
      longitude,
      accuracyMeters: accuracy,
      headingDegrees: finiteOrUndefined(heading),
      speedMps: finiteOrUndefined(speed),
      seenAt,
    };
    this.queueIfDue();
  };

  private readonly onPositionError = ({ code }: GeolocationPositionError): void => {
    if (this.isClosed || this.watchId === null) return;
    if (code === 1) {
      this.stopWatching();
      this.reportSharing({ phase: "denied" });
    } else if (!this.latestPosition) this.reportSharing({ phase: "waiting" });
  };

  private readonly tick = (): void => {
    const now = Date.now();
    this.queueIfDue();
    if (now - Math.max(this.latestPosition?.seenAt ?? 0, this.lastRequestedAt) > SILENCE_TIMEOUT_MS)
      this.requestFreshPosition();
    void this.sendWaitingPositions();
  };

  /** Queues the latest position when the next report is due. */
  private queueIfDue(): void {
    const { latestPosition, lastRecordedPosition } = this;
    if (!latestPosition || latestPosition.seenAt === lastRecordedPosition?.seenAt) return;
    const { isOnTrip } = this.conditions;
    const { battery } = this;
    const isBatteryLow =
      battery !== null && !battery.charging && battery.level <= LOW_BATTERY_LEVEL;
    const intervalMs = reportIntervalMs({
      onTrip: isOnTrip,
      isMoving: isMoving(latestPosition, lastRecordedPosition),
      isBatteryLow,
    });
    const now = Date.now();
    if (lastRecordedPosition && now - this.lastRecordedAt < intervalMs) return;
    this.lastRecordedPosition = latestPosition;
    this.lastRecordedAt = now;
    this.env.queue.add(latestPosition);
    void this.sendWaitingPositions();
  }

  private async sendWaitingPositions(): Promise<void> {
    const { queue } = this.env;
    if (this.isSending || this.isClosed || queue.size() === 0) return this.updateSharing();
    if (Date.now() < this.retryAt) return this.updateSharing();
    this.isSending = true;
    try {
      while (queue.size() > 0 && !this.isClosed) {
        const batch = queue.oldest(MAX_POSITIONS_PER_REPORT);
        await this.env.send(batch.map(toReportedPosition));
        queue.dropUpTo(batch.at(-1)?.seenAt ?? 0);
        this.isOffline = false;
        this.retryMs = FIRST_RETRY_MS;
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.stopOrDelaySending(error);
    } finally {
      this.isSending = false;
    }
    this.updateSharing();
  }

  /** Drops positions that the server refuses and keeps those that could not be sent. */
  private stopOrDelaySending({ status, retryAfterSeconds }: ApiError): void {
    const { queue } = this.env;
    const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 429;
    if (isRefused) {
      queue.dropUpTo(queue.oldest(MAX_POSITIONS_PER_REPORT).at(-1)?.seenAt ?? 0);
      if (status === 409) this.env.onShiftOutdated();
      return;
    }
    this.isOffline = status !== 429;
    this.retryAt = Date.now() + (retryAfterSeconds ? retryAfterSeconds * 1000 : this.retryMs);
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
  }

  private readonly updateSharing = (): void => {
    if (this.watchId === null || this.isClosed) return;
    if (this.isOffline || !navigator.onLine)
      this.reportSharing({ phase: "offline", waiting: this.env.queue.size() });
    else this.reportSharing({ phase: this.latestPosition ? "sharing" : "waiting" });
  };

  private reportSharing(sharing: SharingState): void {
    const before = this.sharing;
    const isSame =
      before.phase === sharing.phase &&
      (sharing.phase !== "offline" ||
        (before.phase === "offline" && before.waiting === sharing.waiting));
    this.sharing = sharing;
    if (!isSame && !this.isClosed) this.env.onChange(sharing);
  }

  /** Resumes after the background or a tunnel, where browsers stop watching without an event. */
  private readonly reconnect = (): void => {
    if (document.visibilityState === "hidden") return;
    if (this.watchId !== null) this.startWatching();
    else if (this.conditions.isWanted) void this.startIfAllowed();
    void this.flush();
  };

  private async readBattery(): Promise<void> {
    const { getBattery } = navigator as Navigator & { getBattery?: () => Promise<Battery> };
    this.battery = (await getBattery?.call(navigator).catch(() => null)) ?? null;
  }
}

function noop(): void {}

function finiteOrUndefined(value: number | null): number | null {
  return value !== null && Number.isFinite(value) ? value : null;
}

/** Returns whether the browser gives positions without asking. Not all browsers can tell. */
async function permissionState(): Promise<PermissionState> {
  try {
    return (await navigator.permissions.query({ name: "geolocation" })).state;
  } catch {
    return "prompt";
  }
}

/** Converts the time to the server's clock if the phone's clock differs a lot. */
function toReportedPosition({ seenAt, ...position }: RecordedPosition): ReportedPosition {
  const clockOffset = serverTime() - Date.now();
  const at = Math.abs(clockOffset) > CLOCK_TOLERANCE_MS ? seenAt + clockOffset : seenAt;
  return { ...position, recordedAt: new Date(at).toISOString() };
}
