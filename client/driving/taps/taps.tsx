/** The driver's taps that are on their way, for every screen of the area. */
import { useRouter } from "@tanstack/react-router";
import { createContext, type ReactNode, use, useEffect, useMemo, useRef, useState } from "react";
import type { Reservation } from "../../../src/reservations/contract";
import { deferred } from "../../deferred";
import { tell } from "../../ui/tell";
import type { Step } from "../words";
import { serverNow } from "./server-clock";
import { lookAgain, refusalWords, sendTap } from "./send-tap";
import { type Act, answersOffer } from "./act-rules";
import type { KeptTap } from "./tap-rules";
import { type Sending, TapSender } from "./tap-sender";
import { openTapStore } from "./tap-store";

/** What became of the last tap of a trip that was answered. */
type Answered =
  { kind: "sent"; act: Act; at: string } | { kind: "refused"; words: string; code: boolean };

interface Taps extends Sending {
  /** The trips as the answers to taps had them, by id; null for one that is not the driver's any more. */
  trips: ReadonlyMap<string, Reservation | null>;
  /** The last answer about each trip, by its id. */
  answered: ReadonlyMap<string, Answered>;
  /** Keeps a tap and sends it; false when this phone could not keep it. */
  add: (trip: Pick<Reservation, "id" | "number" | "version">, act: Act) => Promise<boolean>;
  resend: (trip: Reservation) => Promise<void>;
  discard: (tripId: string) => Promise<void>;
  discardAll: () => Promise<void>;
  /** Whether taps of a trip are on this phone still: `taps` is behind that for a moment. */
  holds: (tripId: string) => Promise<boolean>;
  /** Sends what waits before anything else is. */
  flush: () => Promise<void>;
}

const TapsContext = createContext<Taps | null>(null);

/** Keeps sending whichever screen is shown. */
export function TapsProvider({ driverId, children }: { driverId: string; children: ReactNode }) {
  const router = useRouter();
  const { api } = router.options.context;
  const [sending, setSending] = useState<Sending>({ taps: [], away: false });
  const [trips, setTrips] = useState<ReadonlyMap<string, Reservation | null>>(new Map());
  const [answered, setAnswered] = useState<ReadonlyMap<string, Answered>>(new Map());
  // Screens below may want to send before this one's effect has opened the store.
  const opening = useRef(deferred<TapSender>());

  useEffect(() => {
    let closed = false;
    let sender: TapSender | null = null;
    const answer = (tap: KeptTap, what: Answered, trip?: Reservation | null) => {
      setAnswered((before) => new Map(before).set(tap.tripId, what));
      if (trip !== undefined) setTrips((before) => new Map(before).set(tap.tripId, trip));
    };
    const { resolve, reject } = opening.current;
    openTapStore(driverId).then((store) => {
      sender = new TapSender({
        driverId,
        store,
        now: () => new Date(serverNow()).toISOString(),
        send: (tap, followed) => sendTap(api, tap, followed),
        async explain(tap, error) {
          const trip = await lookAgain(api, tap);
          setTrips((before) => new Map(before).set(tap.tripId, trip));
          return { code: error.code, words: refusalWords(tap, error, trip), gone: trip === null };
        },
        onChange: setSending,
        onSent(tap, trip) {
          const at = new Date(serverNow()).toISOString();
          answer(tap, { kind: "sent", act: tap.act, at }, trip ?? undefined);
          tellOfSent(tap);
          void router.invalidate();
        },
        onRefused(tap, words, dropped) {
          answer(tap, { kind: "refused", words, code: dropped && !answersOffer(tap.act) });
          if (answersOffer(tap.act)) void tell("warning", words);
          void router.invalidate();
        },
      });
      if (closed) sender.close();
      resolve(sender);
    }, reject);
    return () => {
      closed = true;
      opening.current = deferred();
      sender?.close();
    };
  }, [api, driverId, router]);

  const state = useMemo<Taps>(() => {
    const sender = () => opening.current.promise;
    return {
      ...sending,
      trips,
      answered,
      async add({ id, number, version }, act) {
        setAnswered((before) => {
          const without = new Map(before);
          without.delete(id);
          return without;
        });
        try {
          await (await sender()).add({ tripId: id, number, version, act });
          return true;
        } catch {
          void tell("error", "This phone could not keep your tap. Please try again.");
          return false;
        }
      },
      resend: async (trip) => (await sender()).resend(trip),
      discard: async (tripId) => (await sender()).discard(tripId),
      discardAll: async () => (await sender()).discardAll(),
      holds: async (tripId) => (await sender()).holds(tripId),
      flush: async () => (await sender()).flush(),
    };
  }, [answered, sending, trips]);
  return <TapsContext value={state}>{children}</TapsContext>;
}

/** The taps on their way; only below `TapsProvider`. */
export function useTaps(): Taps {
  const state = use(TapsContext);
  if (!state) throw new Error("There is no TapsProvider above");
  return state;
}

/** Home goes on to the next trip at once: only the toast still says how this one ended. */
function tellOfSent({ act, number }: KeptTap): void {
  const ends: Partial<Record<Step, () => void>> = {
    completed: () => void tell("success", `Trip ${number} is completed.`),
    no_show: () => void tell("info", `Trip ${number}: no-show reported.`),
  };
  if (act.kind === "accept") void tell("success", `Trip ${number} is yours.`);
  else if (act.kind === "decline") void tell("info", `You declined trip ${number}.`);
  else if (act.kind === "step") ends[act.to]?.();
}
