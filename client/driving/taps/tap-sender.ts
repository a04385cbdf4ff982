/**
 * Sends waiting taps one after the other until each is answered. Only one tab sends at a time and
 * tells the others about changes.
 */
import type { Reservation } from "../../../src/reservations/contract";
import { ApiError } from "../../api-error";
import { openTabChannel, type TabChannel } from "../../ui/tab-channel";
import { runAlone, FIRST_RETRY_MS, isRefusal, LONGEST_RETRY_MS } from "../sender-rules";
import { isOfferAnswer } from "./trip-action-rules";
import {
  hasLaterSteps,
  type StoredTap,
  nextTapToSend,
  type Refusal,
  rebaseTaps,
  tapsOf,
} from "./tap-rules";
import type { TapStore } from "./tap-store";

/** The state of the sender. */
export type SendingState = {
  taps: readonly StoredTap[];
  /** Whether the network or the server cannot be reached. Waiting taps are then retried automatically. */
  isOffline: boolean;
};

type Environment = {
  driverId: string;
  store: TapStore;
  /** Sends one tap. Returns the updated trip if the answer includes it. Throws `ApiError`. */
  send: (tap: StoredTap, hasLaterSteps: boolean) => Promise<Reservation | null>;
  /** Loads the trip and returns why a tap was refused. Throws `ApiError`, as `send` does. */
  explainRefusal: (tap: StoredTap, error: ApiError) => Promise<Refusal>;
  onChange: (sending: SendingState) => void;
  onSent: (tap: StoredTap, trip: Reservation | null) => void;
  /** Called for a refused tap. `isDropped` says that the tap was deleted, because no other tap waited after it. */
  onRefused: (tap: StoredTap, words: string, isDropped: boolean) => void;
  now: () => string;
};

/** Starts sending at once. Call `close` to stop. */
export class TapSender {
  private taps: readonly StoredTap[] = [];
  private isOffline = false;
  private currentRun: Promise<void> | null = null;
  private mustRunAgain = false;
  private retryAt = 0;
  private retryMs = FIRST_RETRY_MS;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
  /** The last state passed to `onChange`, as text, to skip repeats. */
  private lastReportedState = "[[],false]";
  private readonly otherTabs: TabChannel<"changed">;

  constructor(private readonly env: Environment) {
    this.otherTabs = openTabChannel(`livery.taps.${env.driverId}`, () => void this.reload());
    window.addEventListener("online", this.reconnect);
    document.addEventListener("visibilitychange", this.reconnect);
    void this.reload().then(() => this.flush());
  }

  /** Stores a tap, then sends it. Resolves once it is stored. */
  async add(tap: Pick<StoredTap, "tripId" | "number" | "version" | "act">): Promise<void> {
    const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    const { driverId } = this.env;
    await this.env.store.add({ ...tap, key, driverId, tappedAt: this.env.now(), refusal: null });
    await this.reloadTabs();
    void this.flush();
  }

  /** Sends the stopped taps again for the current trip, at the driver's request. */
  async resend(trip: Reservation): Promise<void> {
    const createKey = () => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    await this.env.store.put(rebaseTaps(this.taps, trip, this.env.now(), createKey));
    await this.reloadTabs();
    void this.flush();
  }

  /** Deletes the trip's taps, at the driver's request. */
  async discard(tripId: string): Promise<void> {
    await this.env.store.remove(tapsOf(this.taps, tripId).map(({ seq }) => seq));
    await this.reloadTabs();
  }

  /** Whether this phone still has taps of a trip, from any tab. */
  async hasTapsOf(tripId: string): Promise<boolean> {
    return tapsOf(await this.env.store.all(), tripId).length > 0;
  }

  /** Deletes all taps. The driver has confirmed that unsent ones are lost. */
  async discardAll(): Promise<void> {
    await this.env.store.remove(this.taps.map(({ seq }) => seq));
    await this.reloadTabs();
  }

  /** Sends waiting taps now. Resolves when no more can be sent for the moment. */
  async flush(): Promise<void> {
    this.retryAt = 0;
    await this.sendNext();
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.otherTabs.close();
    window.removeEventListener("online", this.reconnect);
    document.removeEventListener("visibilitychange", this.reconnect);
  }

  private async sendNext(): Promise<void> {
    if (this.currentRun) {
      this.mustRunAgain = true;
      return this.currentRun;
    }
    this.currentRun = (async () => {
      do {
        this.mustRunAgain = false;
        await runAlone(`livery.taps.${this.env.driverId}`, () => this.sendAll());
      } while (this.mustRunAgain && !this.isClosed);
    })();
    try {
      await this.currentRun;
    } finally {
      this.currentRun = null;
    }
  }

  private async sendAll(): Promise<void> {
    for (;;) {
      await this.reload();
      const tap = nextTapToSend(this.taps);
      if (!tap || this.isClosed || Date.now() < this.retryAt) return;
      try {
        const trip = await this.env.send(tap, hasLaterSteps(this.taps, tap));
        await this.env.store.remove([tap.seq]);
        this.markOnline();
        if (!this.isClosed) this.env.onSent(tap, trip);
        await this.reloadTabs();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (!isRefusal(error)) return this.retryLater(error);
        try {
          await this.handleRefusal(tap, error);
        } catch (cause) {
          if (!(cause instanceof ApiError)) throw cause;
          return this.retryLater(cause);
        }
      }
    }
  }

  /** Deletes a refused code or offer answer. Keeps any other refused tap, which stops the later ones. */
  private async handleRefusal(tap: StoredTap, error: ApiError): Promise<void> {
    const refusal = await this.env.explainRefusal(tap, error);
    await this.reload();
    this.markOnline();
    const isLast = tapsOf(this.taps, tap.tripId).at(-1)?.seq === tap.seq;
    const isDropped = isLast && (isOfferAnswer(tap.act) || error.code.startsWith("boarding."));
    if (isDropped) await this.env.store.remove([tap.seq]);
    else await this.env.store.put([{ ...tap, refusal }]);
    if (!this.isClosed) this.env.onRefused(tap, refusal.words, isDropped);
    await this.reloadTabs();
  }

  private markOnline(): void {
    this.isOffline = false;
    this.retryMs = FIRST_RETRY_MS;
  }

  private retryLater({ retryAfterSeconds }: ApiError): void {
    if (this.isClosed) return;
    const waitMs = retryAfterSeconds ? retryAfterSeconds * 1000 : this.retryMs;
    this.retryMs = Math.min(this.retryMs * 2, LONGEST_RETRY_MS);
    this.retryAt = Date.now() + waitMs;
    this.isOffline = true;
    this.reportState();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.sendNext(), waitMs + 10);
  }

  private async reloadTabs(): Promise<void> {
    this.otherTabs.tell("changed");
    await this.reload();
  }

  private async reload(): Promise<void> {
    this.taps = await this.env.store.all();
    this.reportState();
  }

  private reportState(): void {
    const { taps } = this;
    if (taps.length === 0) this.isOffline = false;
    const currentState = JSON.stringify([taps, this.isOffline]);
    if (this.isClosed || currentState === this.lastReportedState) return;
    this.lastReportedState = currentState;
    this.env.onChange({ taps, isOffline: this.isOffline });
  }

  private readonly reconnect = (): void => {
    if (document.visibilityState !== "hidden" && nextTapToSend(this.taps)) void this.flush();
  };
}
