import { useId } from "react";
import { Card } from "../ui/card";
import { classNames } from "../ui/class-names";
import { Moment } from "../ui/moment";
import { useShift } from "./position/sharing";
import { SharingStatus } from "./position/sharing-status";
import { RichSentence, useWords } from "../words/use-words";

/** The shift switch, the reason for sharing the position, and the state of sharing. */
export function ShiftCard({ timeZone }: { timeZone: string }) {
  const t = useWords();
  const { shift, isChanging, change } = useShift();
  const { on, since, onTrip } = shift;
  const id = useId();
  return (
    <Card className="mb-6 grid gap-3">
      <div className="flex items-center justify-between gap-4">
        <div>
          <h2 className="font-semibold text-lg" id={id}>
            {on ? t("On shift") : t("Off shift")}
          </h2>
          {since && (
            <p className="text-ink-muted text-sm">
              <RichSentence
                text="Since {time}"
                time={<Moment at={since} style="time" timeZone={timeZone} />}
              />
            </p>
          )}
        </div>
        <button
          aria-busy={isChanging || undefined}
          aria-checked={on}
          aria-label={t("On shift")}
          className="group grid h-11 w-16 place-content-center rounded-full aria-busy:cursor-progress"
          disabled={isChanging}
          onClick={() => void change(!on)}
          role="switch"
          type="button"
        >
          <span
            className={classNames(
              "flex h-8 w-14 items-center rounded-full border-2 p-0.5 transition",
              on ? "border-accent bg-accent" : "border-line-strong bg-surface-sunken",
            )}
          >
            <span
              className={classNames(
                "size-6 rounded-full shadow-sm transition",
                on ? "translate-x-6 rtl:-translate-x-6 bg-accent-ink" : "bg-line-strong",
              )}
            />
          </span>
        </button>
      </div>
      {!on && (
        <p className="text-ink-muted text-sm">
          {onTrip
            ? t(
                "Your rider and dispatch see where you are until the trip ends. After the trip, nobody sees your position.",
              )
            : t(
                "While you are on shift, dispatch sees where you are and can offer you trips nearby. Your rider sees you only on the way to the pickup and during the trip. Off shift, nobody sees you. Your browser asks for permission first.",
              )}
        </p>
      )}
      <SharingStatus />
    </Card>
  );
}
