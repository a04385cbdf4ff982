/** The driver's shift and the sharing of the phone's position, for every screen of the area. */
import { useRouter } from "@tanstack/react-router";
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { Shift } from "../../../src/tracking/contract";
import { read } from "../../api";
import { ApiError } from "../../api-error";
import { useLazy } from "../../lazy";
import { browserStorage, createPositionQueue } from "./position-queue";
import type { PositionSharer, Sharing } from "./position-sharer";
import { noteServerTime } from "../taps/server-clock";
import { useTaps } from "../taps/taps";
import { tell } from "../../ui/tell";

interface ShiftState {
  shift: Shift;
  sharing: Sharing;
  /** The shift is being begun or ended. */
  changing: boolean;
  /** Begins or ends the shift; to be called by a tap, since the browser may ask for permission. */
  change: (on: boolean) => Promise<void>;
  /** Lets the browser ask; to be called by a tap. */
  allow: () => void;
}

/** Nothing of it is shown: the page need not wait for it. */
const loadSharer = () => import("./position-sharer");

const ShiftContext = createContext<ShiftState | null>(null);

/** Keeps sharing whichever screen is shown. `loaded` is the shift as the server has it. */
export function ShiftProvider({
  driverId,
  loaded,
  children,
}: {
  driverId: string;
  loaded: Shift;
  children: ReactNode;
}) {
  const router = useRouter();
  const { api } = router.options.context;
  const [sharing, setSharing] = useState<Sharing>({ phase: "off" });
  const [changing, setChanging] = useState(false);
  const sharer = useRef<PositionSharer | null>(null);
  /** The driver has tapped before the code that asks the browser was there. */
  const allowed = useRef(false);
  const code = useLazy(loadSharer);
  const { flush } = useTaps();
  const first = useRef(flush);
  first.current = flush;

  useEffect(() => {
    if (!code) return;
    const opened = new code.PositionSharer({
      queue: createPositionQueue(browserStorage(), driverId, Date.now()),
      async send(positions) {
        // A position counts for a trip from its first step on: that has to be there before it.
        await first.current();
        const askedAt = Date.now();
        const answer = await read(api.driver.positions.$post({ json: { positions } }));
        noteServerTime(Date.parse(answer.now), askedAt);
        return answer;
      },
      onChange: setSharing,
      onUnwanted: () => void router.invalidate(),
    });
    sharer.current = opened;
    if (allowed.current) opened.allow();
    return () => opened.close();
  }, [api, code, driverId, router]);

  // Before any effect below: countdowns go by that clock from their first second.
  useLayoutEffect(() => noteServerTime(Date.parse(loaded.now), null), [loaded.now]);
  useEffect(() => {
    const { on, onTrip } = loaded;
    if (code) sharer.current?.update({ wanted: on || onTrip, onTrip });
  }, [code, loaded]);

  const allow = useCallback(() => {
    allowed.current = true;
    sharer.current?.allow();
  }, []);
  const state = useMemo<ShiftState>(
    () => ({
      shift: loaded,
      sharing,
      changing,
      allow,
      async change(on) {
        setChanging(true);
        // Within the tap, before anything is waited for; a driver who refuses is on shift all the same.
        if (on) allow();
        else await sharer.current?.flush();
        try {
          await read(api.driver.shift.$post({ json: { on } }));
          await router.invalidate();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          void tell("error", error.message);
        } finally {
          setChanging(false);
        }
      },
    }),
    [allow, api, changing, loaded, router, sharing],
  );
  return <ShiftContext value={state}>{children}</ShiftContext>;
}

/** The shift and how the sharing stands; only below `ShiftProvider`. */
export function useShift(): ShiftState {
  const state = use(ShiftContext);
  if (!state) throw new Error("There is no ShiftProvider above");
  return state;
}
