import { GripVertical, Plus, X } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Place } from "../../src/places/contract";
import type { Api } from "../api";
import type { MapPoint } from "../map/map-contents";
import { Button } from "../ui/button";
import { IconButton } from "../ui/icon-button";
import { MAX_STOPS, type StopEntry } from "./draft";
import { PlaceField } from "./fields/place-field";
import { useWords } from "../words/use-words";

/** The stops of a trip, to add, remove, and move by dragging or with the arrow keys on the handle. */
export function StopList({
  api,
  stops,
  onStops,
  suggestions,
  near,
  fault,
}: {
  api: Api;
  stops: readonly StopEntry[];
  onStops: (stops: StopEntry[]) => void;
  suggestions: readonly Place[];
  near: MapPoint | null;
  /** The error of a stop without a place; null until the rider tries to continue. */
  fault: string | null;
}) {
  const t = useWords();
  const list = useRef<HTMLOListElement>(null);
  const draggedId = useRef<string | null>(null);
  /** The id of the box to focus next. */
  const idToFocus = useRef<string | null>(null);
  const [announcement, setAnnouncement] = useState("");

  // biome-ignore lint/correctness/useExhaustiveDependencies: once the list is longer or shorter
  useEffect(() => {
    if (idToFocus.current) document.getElementById(idToFocus.current)?.focus();
    idToFocus.current = null;
  }, [stops.length]);

  const move = (from: number, to: number) => {
    const stop = stops[from];
    if (!stop || to < 0 || to >= stops.length || from === to) return;
    const movedEntries = stops.toSpliced(from, 1).toSpliced(to, 0, stop);
    onStops(movedEntries);
    setAnnouncement(
      stop.text
        ? t("{name} is now stop {n} of {count}.", {
            name: stop.text,
            n: to + 1,
            count: stops.length,
          })
        : t("This is now stop {n} of {count}.", { n: to + 1, count: stops.length }),
    );
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    move(at, at + step);
  };
  const onDrag = (event: PointerEvent) => {
    const from = stops.findIndex(({ key }) => key === draggedId.current);
    if (from < 0 || !list.current) return;
    // The dragged stop takes the place of the row whose middle the pointer crosses.
    const to = [...list.current.children].filter((item, at) => {
      const { top, height } = item.getBoundingClientRect();
      return at !== from && event.clientY > top + height / 2;
    }).length;
    move(from, to);
  };
  const remove = (at: number) => {
    const [removedStop] = stops.slice(at, at + 1);
    onStops(stops.toSpliced(at, 1));
    setAnnouncement(
      removedStop?.text
        ? t("{name} was removed.", { name: removedStop.text })
        : t("Stop {n} was removed.", { n: at + 1 }),
    );
    idToFocus.current = stops.length > 1 ? `stop-${Math.max(0, at - 1)}` : "add-stop";
  };
  const add = () => {
    onStops([...stops, { key: crypto.randomUUID(), text: "", place: null }]);
    idToFocus.current = `stop-${stops.length}`;
  };

  return (
    <div className="grid gap-4">
      {stops.length > 0 && (
        <ol
          aria-label={t("Stops on the way")}
          className="grid gap-4"
          onLostPointerCapture={() => {
            draggedId.current = null;
          }}
          onPointerMove={onDrag}
          ref={list}
        >
          {stops.map((stop, at) => (
            <li className="flex items-start gap-1" key={stop.key}>
              <div className="min-w-0 flex-1">
                <PlaceField
                  api={api}
                  entry={stop}
                  error={stop.place ? null : fault}
                  id={`stop-${at}`}
                  label={t("Stop {n}", { n: at + 1 })}
                  mark="stop"
                  mapStart={near}
                  onEntry={(entry) => onStops(stops.with(at, { ...entry, key: stop.key }))}
                  placeholder={t("Stop on the way")}
                  suggestions={suggestions}
                />
              </div>
              <div className="mt-7 flex">
                {stops.length > 1 && (
                  <IconButton
                    className="cursor-grab touch-none active:cursor-grabbing"
                    icon={<GripVertical aria-hidden="true" size={18} />}
                    label={t("Move stop {n}: drag it, or use the arrow keys", { n: at + 1 })}
                    onKeyDown={(event) => onKey(event, at)}
                    onPointerDown={(event) => {
                      draggedId.current = stop.key;
                      // Capture on the list, because the handle is removed from the page while it moves.
                      list.current?.setPointerCapture(event.pointerId);
                    }}
                  />
                )}
                <IconButton
                  icon={<X aria-hidden="true" size={18} />}
                  label={t("Remove stop {n}", { n: at + 1 })}
                  onClick={() => remove(at)}
                />
              </div>
            </li>
          ))}
        </ol>
      )}
      {stops.length < MAX_STOPS && (
        <Button
          className="justify-self-start"
          icon={<Plus aria-hidden="true" size={16} />}
          id="add-stop"
          onClick={add}
          variant="quiet"
        >
          {t("Add a stop")}
        </Button>
      )}
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  );
}
