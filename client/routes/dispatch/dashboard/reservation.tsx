import { createFileRoute } from "@tanstack/react-router";
import { fetchBoard } from "../../../board/board-data";
import { readBoardSearch } from "../../../board/board-filters";
import { loadAsStaff } from "../../../office/calls";
import { savedBoardPosition } from "../../../board/board-position";

export const Route = createFileRoute("/dispatch/dashboard/reservation")({
  staticData: { isPrivate: true },
  validateSearch: readBoardSearch,
  // The open reservation and the day view don't change the list, so the list stays the same on return.
  loaderDeps: ({ search: { open: _open, view: _view, day: _day, saved: _saved, ...filters } }) =>
    filters,
  gcTime: 0,
  // The board's event stream keeps the list current.
  shouldReload: ({ cause }) => cause !== "stay",
  loader: ({ context, deps, location: { state } }) => {
    const minRows = savedBoardPosition(state.key)?.rowCount;
    return fetchBoard(context.api, loadAsStaff, {
      search: deps,
      timeZone: context.settings.timeZone,
      ...(minRows && { minRows }),
    });
  },
  head: ({ match }) => ({ meta: [{ title: `Reservations · ${match.context.settings.brand}` }] }),
});
