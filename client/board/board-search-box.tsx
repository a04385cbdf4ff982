import { useMatch, useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Kbd } from "../ui/kbd";
import { SearchField } from "../ui/search-field";
import { focusRow } from "./board-rows";

const DEBOUNCE_MS = 250;
const boardPath = "/dispatch/dashboard/reservation";

/** The id of the search box, which the `/` key focuses. */
export const searchBoxId = "dispatch-search";

/**
 * Searches reservations by number, name, phone and place. On the board it filters while typing; on
 * other pages Enter opens the board.
 */
export function BoardSearchBox() {
  const navigate = useNavigate();
  const match = useMatch({ from: boardPath, shouldThrow: false });
  const isBoardOpen = match !== undefined;
  const searchedText = match?.search.q ?? "";
  const [text, setText] = useState(searchedText);
  const sentQuery = useRef(searchedText);

  // The address changed without typing in this box: back, a link, "clear filters".
  useEffect(() => {
    if (searchedText === sentQuery.current) return;
    sentQuery.current = searchedText;
    setText(searchedText);
  }, [searchedText]);

  useEffect(() => {
    const q = text.trim();
    if (!isBoardOpen || q === sentQuery.current) return;
    const timer = setTimeout(() => {
      sentQuery.current = q;
      void navigate({
        to: boardPath,
        search: ({ q: _previousQuery, ...rest }) => ({ ...rest, ...(q && { q }) }),
        replace: true,
        resetScroll: false,
      });
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, isBoardOpen, navigate]);

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === "Enter" && !isBoardOpen && text.trim() !== "") {
      event.preventDefault();
      sentQuery.current = text.trim();
      void navigate({ to: boardPath, search: { q: text.trim(), state: "all", range: "all" } });
    } else if (isBoardOpen && (event.key === "Enter" || event.key === "ArrowDown")) {
      event.preventDefault();
      focusRow("first");
    } else if (event.key === "Escape" && text === "") event.currentTarget.blur();
  };

  return (
    <div className="relative">
      <SearchField
        autoComplete="off"
        dense
        id={searchBoxId}
        label="Search reservations"
        onKeyDown={onKeyDown}
        onValue={setText}
        placeholder="Search"
        title="By number, name, phone or place"
        value={text}
      />
      {text === "" && (
        <span className="pointer-events-none absolute end-2 top-2 max-md:hidden">
          <Kbd>/</Kbd>
        </span>
      )}
    </div>
  );
}
