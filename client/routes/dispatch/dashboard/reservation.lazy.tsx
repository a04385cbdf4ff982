import {
  createLazyFileRoute,
  useLoaderData,
  useRouter,
  useRouterState,
} from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { may } from "../../../../src/accounts/permission-rules";
import type { ReservationRow } from "../../../../src/reservations/contract";
import { type ActName, mayAct, roleMayAct, suits } from "../../../trip-acts/allowed-acts";
import { attentionOf } from "../../../board/attention";
import { AttentionStrip, WaitingStrip } from "../../../board/attention-strip";
import { BoardCards } from "../../../board/board-cards";
import {
  type BoardSearch,
  type BoardSort,
  type BoardView,
  views,
} from "../../../board/board-filters";
import { DayFilters, StateFilters } from "../../../board/board-filters-bar";
import { focusRow, neighbour } from "../../../board/board-rows";
import { leaveBoard, leftBoard } from "../../../board/left-board";
import { BoardNothing } from "../../../board/board-nothing";
import { Folded } from "../../../board/folded";
import { KeptHeight } from "../../../board/kept-height";
import { BoardTable } from "../../../board/board-table";
import { useBookingNews } from "../../../board/booking-news";
import { playBookingSound, rememberSound, soundWanted } from "../../../board/booking-sound";
import { panelHeadingId, ReservationPanel } from "../../../trip-desk/reservation-panel";
import { TalkStrip } from "../../../board/talk-strip";
import { failureText, LeftScreen, useStaffCall } from "../../../office/calls";
import type { Left } from "../../../board/day/timeline";
import type { Counts } from "../../../board/day/day-data";
import { useSelectedTrip } from "../../../trip-acts/selected-trip";
import { useBoard } from "../../../board/use-board";
import { useKeys } from "../../../office/keys/use-keys";
import { useNow } from "../../../office/use-now";
import { useTripActs } from "../../../trip-acts/use-trip-acts";
import { ReportConditions } from "../../../board/report-conditions";
import { ViewTabs } from "../../../board/view-tabs";
import { ViewSwitch } from "../../../board/view-switch";
import { PageFailure } from "../../../office/page-failure";
import { PagePending } from "../../../office/page-pending";
import { IncidentsOf } from "./-incidents";
import { IncidentStrip } from "../../../incidents/incident-strip";
import { lazy, useLazy } from "../../../lazy";
import { SkeletonRows } from "../../../ui/skeleton";
import { Button } from "../../../ui/button";
import { LiveRegion } from "../../../ui/live-region";
import { NoticeBanner } from "../../../ui/notice-banner";
import { PageHeader } from "../../../ui/page-header";
import { showToast } from "../../../ui/toasts";

export const Route = createLazyFileRoute("/dispatch/dashboard/reservation")({
  component: Board,
  errorComponent: PageFailure,
  pendingComponent: PagePending,
});

const loadLater = () => import("./-later-strips");
/** The list needs none of it. */
const DayView = lazy(async () => (await import("../../../board/day/day-view")).DayView, {
  pending: () => (
    <div className="rounded-lg border border-line bg-surface-raised">
      <SkeletonRows rows={8} />
    </div>
  ),
});

function Board() {
  const { api, settings } = Route.useRouteContext();
  const { timeZone } = settings;
  const first = Route.useLoaderData();
  const filters = Route.useLoaderDeps();
  const search = Route.useSearch();
  const navigate = Route.useNavigate();
  const loading = useRouterState({ select: (state) => state.isLoading });
  const openId = search.open ?? null;
  const { role } = useLoaderData({ from: "/dispatch/dashboard" }).profile;

  const [news, setNews] = useState("");
  const [sound, setSound] = useState(false);
  useEffect(() => setSound(soundWanted()), []);
  const soundRef = useRef(sound);
  soundRef.current = sound;
  const shown = useRef<ReadonlySet<string>>(new Set());

  const tellOfBooking = useBookingNews((said) => {
    setNews(said);
    showToast("info", said);
    if (soundRef.current) playBookingSound();
  });
  const { data, marks, refresh, update, loadMore, loadingMore, failure } = useBoard(
    api,
    { search: filters, timeZone, first },
    ({ number }) => tellOfBooking(number),
  );
  const { act, busyId, latest, start, dialog } = useTripActs(api, role, timeZone);
  const call = useStaffCall();
  const later = useLazy(loadLater);
  const now = useNow() ?? first.askedAt;
  const { rows } = data;
  const { waiting, coming } = data.watched;
  const watched = useMemo(() => [...waiting.rows, ...coming.rows], [waiting, coming]);
  shown.current = new Set(rows.map(({ id }) => id));

  const view = search.view ?? "table";
  const [dayCounts, setDayCounts] = useState<Counts | null>(null);
  const [selected, setSelected] = useState<string | null>(null);
  const selectedId =
    selected !== null && (view !== "table" || shown.current.has(selected)) ? selected : null;

  // An act's answer is newer than the list: what follows from it shows at once.
  useEffect(() => {
    if (latest) void update(latest.id);
  }, [latest, update]);

  const change = useCallback(
    (to: Partial<BoardSearch>) =>
      void navigate({
        search: (old) => ({ ...old, ...to }),
        replace: true,
        resetScroll: false,
      }),
    [navigate],
  );

  // Each view is left and found again where it was.
  const timelineLeft = useRef<Left | null>(null);
  const router = useRouter();
  const entry = useRouterState({ select: ({ location: { state } }) => state.key });
  const [found] = useState(() => leftBoard(entry));
  const tableLeft = useRef(found?.scrollY ?? 0);
  const toView = (next: BoardView) => {
    if (next === view) return;
    if (view === "table") tableLeft.current = window.scrollY;
    change({ view: next === "table" ? undefined : next });
  };
  // Newer browsers give a promise for a scroll, which React would take for what undoes the effect.
  useLayoutEffect(() => void window.scrollTo(0, view === "table" ? tableLeft.current : 0), [view]);

  // From a reservation's page back to the row that led there, after the router has gone to the top.
  useLayoutEffect(() => {
    if (!found) return;
    const restore = () => void requestAnimationFrame(() => window.scrollTo(0, found.scrollY));
    restore();
    const stop = router.subscribe("onRendered", () => {
      stop();
      restore();
    });
    return stop;
  }, [found, router]);
  const toPage = (id: string) => {
    leaveBoard({ key: entry, rows: rows.length, scrollY: window.scrollY });
    void navigate({
      to: "/dispatch/dashboard/reservation/$id",
      params: { id },
      state: { fromBoard: true },
    });
  };

  const scrollY = useRef(0);
  const open = (id: string, moveFocus = true) => {
    if (openId === null) scrollY.current = window.scrollY;
    setSelected(id);
    void navigate({
      search: (old) => ({ ...old, open: id }),
      replace: openId !== null,
      resetScroll: false,
    }).then(() => {
      if (moveFocus) document.getElementById(panelHeadingId)?.focus();
    });
  };
  const close = () => {
    if (openId === null) return;
    const id = openId;
    void navigate({
      search: ({ open: _open, ...rest }) => rest,
      replace: true,
      resetScroll: false,
    }).then(() => {
      // The reservation may have left the list meanwhile.
      if (!focusRow({ id })) focusRow("first");
    });
  };
  // On a phone the details take the list's place: coming back finds it where it was left.
  const wasOpen = useRef(openId !== null);
  useLayoutEffect(() => {
    if (wasOpen.current && openId === null) window.scrollTo(0, scrollY.current);
    wasOpen.current = openId !== null;
  }, [openId]);

  const move = (step: 1 | -1) => (event: KeyboardEvent) => {
    const id = neighbour(openId ?? selectedId, step);
    if (id === null) return;
    event.preventDefault();
    setSelected(id);
    if (openId !== null) open(id, false);
    focusRow({ id });
  };

  const rowOf = (id: string | null): ReservationRow | null => {
    if (id === null) return null;
    const listed = rows.find((row) => row.id === id) ?? watched.find((row) => row.id === id);
    if (latest?.id === id && latest.version >= (listed?.version ?? 0)) return latest;
    return listed ?? null;
  };

  /** What the list does not hold is asked for: a day may hold it. */
  const findRow = async (id: string): Promise<ReservationRow | null> => {
    const known = rowOf(id);
    if (known) return known;
    try {
      return (await call(api.admin.reservations[":id"].$get({ param: { id } }))).reservation;
    } catch (error) {
      if (!(error instanceof LeftScreen)) showToast("error", failureText(error));
      return null;
    }
  };

  useSelectedTrip(() => {
    const row = rowOf(openId ?? selectedId);
    return row && { row, act: (name) => void start(name, row) };
  });

  const onKey = (name: ActName) => (event: KeyboardEvent) => {
    const id = openId ?? selectedId;
    if (id === null) return;
    const known = rowOf(id);
    if (known && (!mayAct(name, known.state) || !suits(name, known))) return;
    event.preventDefault();
    void findRow(id).then((row) => {
      if (row && mayAct(name, row.state) && suits(name, row)) return start(name, row);
    });
  };
  useKeys({
    next: move(1),
    previous: move(-1),
    assign: onKey("assign"),
    confirm: onKey("confirm"),
    pin: onKey("pin"),
    page: (event) => {
      const id = openId ?? selectedId;
      if (id === null) return;
      event.preventDefault();
      toPage(id);
    },
    close,
    table: () => toView("table"),
    timeline: () => toView("timeline"),
    boardMap: () => toView("map"),
    nextView: () => toView(views[(views.indexOf(view) + 1) % views.length] ?? "table"),
  });

  const list = {
    rows,
    sort: search.sort ?? ("pickupAt" as const),
    timeZone,
    now,
    selectedId,
    openId,
    marks,
    onSelect: setSelected,
    onOpen: (id: string) => open(id),
    onSort: (sort: BoardSort) => change({ sort: sort === "pickupAt" ? undefined : sort }),
  };

  const attention = attentionOf(watched, now);
  const strip = { now, timeZone, onOpen: (id: string) => open(id) };

  return (
    <>
      <div className={openId ? "lg:grid lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-4" : ""}>
        <div aria-busy={loading} className={openId ? "hidden min-w-0 lg:block" : "min-w-0"}>
          <PageHeader
            actions={
              <>
                <DayFilters
                  now={now}
                  onChange={change}
                  onSound={(on) => {
                    setSound(on);
                    rememberSound(on);
                    if (on) playBookingSound();
                  }}
                  search={search}
                  sound={sound}
                  timeZone={timeZone}
                />
                <ViewSwitch onView={toView} view={view} />
              </>
            }
            dense
            title="Reservations"
          />
          <KeptHeight name="attention">
            <Folded what="notices">
              <div className="mb-4 grid grid-cols-[minmax(0,1fr)] overflow-hidden rounded-lg border border-line bg-surface-raised empty:hidden xl:grid-cols-2 min-[112rem]:grid-cols-3">
                {/* The most urgent first: on a phone only the first few are in sight. */}
                <AttentionStrip {...strip} attention={attention} />
                {may(role, "incidents.keep") && <IncidentStrip api={api} />}
                <TalkStrip {...strip} api={api} />
                {later && <later.RoadStrips {...strip} api={api} />}
                <WaitingStrip
                  {...strip}
                  attention={attention}
                  onPending={() => change({ state: "pending", range: undefined })}
                  onRequests={() => change({ state: "quote", range: undefined })}
                />
                {later && <later.LaterStrips {...strip} api={api} />}
              </div>
            </Folded>
          </KeptHeight>
          <ViewTabs api={api} onChange={change} search={search} />
          <ReportConditions api={api} onChange={change} rows={rows} search={search} />
          <StateFilters
            counts={view === "table" ? data.counts : dayCounts}
            onChange={change}
            search={search}
          />
          {failure !== null && (
            <div className="mb-3">
              <NoticeBanner
                action={
                  <Button onClick={refresh} size="small" variant="secondary">
                    Try again
                  </Button>
                }
                tone="danger"
              >
                The list may be out of date: {failure}
              </NoticeBanner>
            </div>
          )}
          {view === "table" ? (
            <>
              {rows.length === 0 ? (
                <BoardNothing change={change} search={search} />
              ) : (
                <>
                  <BoardTable {...list} />
                  <BoardCards {...list} />
                </>
              )}
              {data.nextCursor !== null && (
                <div className="mt-4 flex justify-center">
                  <Button
                    busy={loadingMore}
                    busyLabel="Loading..."
                    onClick={loadMore}
                    size="small"
                    variant="secondary"
                  >
                    Show more
                  </Button>
                </div>
              )}
            </>
          ) : (
            <DayView
              act={act}
              api={api}
              left={timelineLeft}
              mayAssign={roleMayAct("assign", role)}
              now={now}
              onCounts={setDayCounts}
              onOpen={open}
              onSelect={setSelected}
              onUnassign={(row) => void start("unassign", row)}
              openId={openId}
              search={search}
              selectedId={selectedId}
              settings={settings}
            />
          )}
          {/* Below: it comes late, and must not move a row from under the pointer. */}
          {later && may(role, "operator.rule") && !settings.demo && (
            <later.GettingStarted api={api} />
          )}
        </div>
        {/* On a phone the page's own heading is away with the list. */}
        {openId !== null && <h1 className="sr-only lg:hidden">Reservations</h1>}
        {openId !== null && (
          <ReservationPanel
            api={api}
            busy={busyId === openId}
            id={openId}
            incidents={IncidentsOf}
            latest={latest}
            now={now}
            onAct={start}
            onClose={close}
            onPage={() => toPage(openId)}
            role={role}
            row={rowOf(openId)}
            settings={settings}
          />
        )}
      </div>
      {dialog}
      <LiveRegion>{news}</LiveRegion>
    </>
  );
}
