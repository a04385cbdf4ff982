/** The driver's shift and position sharing, for all driver screens. */
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
import { stopAtSessionEnd } from "../../pwa/end-session";
import { browserStorage, createPositionQueue } from "./position-queue";
import type { PositionSharer, SharingState } from "./position-sharer";
import { recordServerTime } from "../taps/server-clock";
import { useTaps } from "../taps/taps";
import { notify } from "../../ui/notify";

interface ShiftState {
  shift: Shift;
  sharing: SharingState;
  /** Whether the shift is being started or ended. */
  isChanging: boolean;
  /** Starts or ends the shift. Call it in a tap's handler, because the browser may ask for permission. */
  change: (on: boolean) => Promise<void>;
  /** Lets the browser ask for permission. Call it in a tap's handler. */
  allowSharing: () => void;
}

/** Loads in the background, because the page shows nothing of it. */
const loadSharer = () => import("./position-sharer");

const ShiftContext = createContext<ShiftState | null>(null);

/** Shares the position on every driver screen. `loaded` is the shift from the server. */
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
  const [sharing, setSharing] = useState<SharingState>({ phase: "off" });
  const [isChanging, setIsChanging] = useState(false);
  const positionSharer = useRef<PositionSharer | null>(null);
  /** Whether the driver tapped before the sharing code had loaded. */
  const isAllowed = useRef(false);
  const sharerModule = useLazy(loadSharer);
  const { flush } = useTaps();
  const latestFlush = useRef(flush);
  latestFlush.current = flush;

  useEffect(() => {
    if (!sharerModule) return;
    const newSharer = new sharerModule.PositionSharer({
      queue: createPositionQueue(browserStorage(), driverId, Date.now()),
      async send(positions) {
        // A position counts for a trip only after the trip's first step, so send taps first.
        await latestFlush.current();
        const requestSentAt = Date.now();
        const answer = await read(api.driver.positions.$post({ json: { positions } }));
        recordServerTime(Date.parse(answer.now), requestSentAt);
        return answer;
      },
      onChange: setSharing,
      onShiftOutdated: () => void router.invalidate(),
    });
    positionSharer.current = newSharer;
    if (isAllowed.current) newSharer.allowPermissionPrompt();
    return stopAtSessionEnd(() => newSharer.close());
  }, [api, sharerModule, driverId, router]);

  // This runs before the effects below, because countdowns need the server's clock from their first second.
  useLayoutEffect(() => recordServerTime(Date.parse(loaded.now), null), [loaded.now]);
  useEffect(() => {
    const { on, onTrip } = loaded;
    if (sharerModule) positionSharer.current?.update({ isWanted: on || onTrip, isOnTrip: onTrip });
  }, [sharerModule, loaded]);

  const allow = useCallback(() => {
    isAllowed.current = true;
    positionSharer.current?.allowPermissionPrompt();
  }, []);
  const state = useMemo<ShiftState>(
    () => ({
      shift: loaded,
      sharing,
      isChanging,
      allowSharing: allow,
      async change(on) {
        setIsChanging(true);
        // Ask during the tap, before any await. A driver who refuses still starts the shift.
        if (on) allow();
        else await positionSharer.current?.flush();
        try {
          await read(api.driver.shift.$post({ json: { on } }));
          await router.invalidate();
        } catch (error) {
          if (!(error instanceof ApiError)) throw error;
          void notify("error", error.message);
        } finally {
          setIsChanging(false);
        }
      },
    }),
    [allow, api, isChanging, loaded, router, sharing],
  );
  return <ShiftContext value={state}>{children}</ShiftContext>;
}

/** Returns the shift and the state of position sharing. Use it only below `ShiftProvider`. */
export function useShift(): ShiftState {
  const state = use(ShiftContext);
  if (!state) throw new Error("ShiftProvider is missing above this component");
  return state;
}
