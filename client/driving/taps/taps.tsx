/** The driver's unsent taps, for all driver screens. */
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { createDeferred } from "../../deferred";
import { notify } from "../../ui/notify";
import type { Step } from "../words";
import { serverTime } from "./server-clock";
import { reloadTrip, refusalWords, sendTap } from "./send-tap";
import { type Act, isOfferAnswer } from "./trip-action-rules";
import type { StoredTap } from "./tap-rules";
import { type SendingState, TapSender } from "./tap-sender";
import { openTapStore } from "./tap-store";
import { useWords } from "../../words/use-words";
import type { Say } from "../../words/words";

/** The server's last answer about a trip. */
type TapAnswer =
  | { kind: "sent"; act: Act; at: string }
  | { kind: "refused"; words: string; isCodeRefusal: boolean };

interface Taps extends SendingState {
  /** The trips from the answers to taps, by id; null for one that is no longer the driver's. */
  trips: ReadonlyMap<string, Reservation | null>;
  /** The last answer about each trip, by id. */
  lastAnswers: ReadonlyMap<string, TapAnswer>;
  /** Stores a tap and sends it. Resolves with false if this phone could not store it. */
  add: (trip: Pick<Reservation, "id" | "number" | "version">, act: Act) => Promise<boolean>;
  resend: (trip: Reservation) => Promise<void>;
  discard: (tripId: string) => Promise<void>;
  discardAll: () => Promise<void>;
  /** Whether this phone still has taps of a trip. `taps` may lag behind for a moment. */
  hasTapsOf: (tripId: string) => Promise<boolean>;
  /** Sends waiting taps now. */
  flush: () => Promise<void>;
}

const TapsContext = createContext<Taps | null>(null);

/** Sends taps from any driver screen. */
export function TapsProvider({ driverId, children }: { driverId: string; children: ReactNode }) {
  const t = useWords();
  // A change of language must not restart the sender, so it reads the words from here.
  const latestTranslate = useRef(t);
  latestTranslate.current = t;
  const router = useRouter();
  const { api } = router.options.context;
  const [sending, setSending] = useState<SendingState>({ taps: [], isOffline: false });
  const [trips, setTrips] = useState<ReadonlyMap<string, Reservation | null>>(new Map());
  const [lastAnswers, setLastAnswers] = useState<ReadonlyMap<string, TapAnswer>>(new Map());
  // Screens below may send before this effect has opened the store.
  const openedSender = useRef(createDeferred<TapSender>());

  useEffect(() => {
    let isClosed = false;
    let sender: TapSender | null = null;
    const recordAnswer = (tap: StoredTap, tapAnswer: TapAnswer, trip?: Reservation | null) => {
      setLastAnswers((before) => new Map(before).set(tap.tripId, tapAnswer));
      if (trip !== undefined) setTrips((before) => new Map(before).set(tap.tripId, trip));
    };
    const { resolve, reject } = openedSender.current;
    openTapStore(driverId).then((store) => {
      sender = new TapSender({
        driverId,
        store,
        now: () => new Date(serverTime()).toISOString(),
        send: (tap, hasLaterSteps) => sendTap(api, tap, hasLaterSteps),
        async explainRefusal(tap, error) {
          const trip = await reloadTrip(api, tap);
          setTrips((before) => new Map(before).set(tap.tripId, trip));
          return {
            code: error.code,
            words: refusalWords(tap, error, trip, latestTranslate.current),
            gone: trip === null,
          };
        },
        onChange: setSending,
        onSent(tap, trip) {
          const at = new Date(serverTime()).toISOString();
          recordAnswer(tap, { kind: "sent", act: tap.act, at }, trip ?? undefined);
          showTapSent(tap, latestTranslate.current);
          void router.invalidate();
        },
        onRefused(tap, words, isDropped) {
          recordAnswer(tap, {
            kind: "refused",
            words,
            isCodeRefusal: isDropped && !isOfferAnswer(tap.act),
          });
          if (isOfferAnswer(tap.act)) void notify("warning", words);
          void router.invalidate();
        },
      });
      if (isClosed) sender.close();
      resolve(sender);
    }, reject);
    return () => {
      isClosed = true;
      openedSender.current = createDeferred();
      sender?.close();
    };
  }, [api, driverId, router]);

  const state = useMemo<Taps>(() => {
    const sender = () => openedSender.current.promise;
    return {
      ...sending,
      trips,
      lastAnswers,
      async add({ id, number, version }, act) {
        setLastAnswers((before) => {
          const others = new Map(before);
          others.delete(id);
          return others;
        });
        try {
          await (await sender()).add({ tripId: id, number, version, act });
          return true;
        } catch {
          const t = latestTranslate.current;
          void notify("error", t("This phone could not save your update. Please try again."));
          return false;
        }
      },
      resend: async (trip) => (await sender()).resend(trip),
      discard: async (tripId) => (await sender()).discard(tripId),
      discardAll: async () => (await sender()).discardAll(),
      hasTapsOf: async (tripId) => (await sender()).hasTapsOf(tripId),
      flush: async () => (await sender()).flush(),
    };
  }, [lastAnswers, sending, trips]);
  return <TapsContext value={state}>{children}</TapsContext>;
}

/** Returns the unsent taps. Use it only below `TapsProvider`. */
export function useTaps(): Taps {
  const state = use(TapsContext);
  if (!state) throw new Error("TapsProvider is missing above this component");
  return state;
}

/** Shows a toast about an answered tap. Home shows the next trip at once, so nothing else shows the result. */
function showTapSent({ act, number }: StoredTap, t: Say): void {
  const showByStep: Partial<Record<Step, () => void>> = {
    completed: () => void notify("success", t("Trip {number} is completed.", { number })),
    no_show: () => void notify("info", t("Trip {number}: no-show reported.", { number })),
  };
  if (act.kind === "accept") void notify("success", t("Trip {number} is yours.", { number }));
  else if (act.kind === "decline")
    void notify("info", t("You declined trip {number}.", { number }));
  else if (act.kind === "step") showByStep[act.to]?.();
}
