import type { Position } from "../../src/tracking/contract";
import { classNames } from "./class-names";
import { ageWords, isStale } from "./server-time";
import { useWords } from "../words/use-words";

/** Shows when the car was last seen: a pale dot while current, a warning when outdated. */
export function PositionAge({ position, now }: { position: Position; now: number }) {
  const t = useWords();
  const isOld = isStale(position, now);
  const age = ageWords(now - Date.parse(position.recordedAt), t);
  return (
    <p
      className={classNames(
        "flex items-center gap-2 text-sm",
        isOld ? "text-warning-ink" : "text-ink-muted",
      )}
    >
      <span
        aria-hidden="true"
        className={classNames(
          "mt-1.5 size-2 shrink-0 self-start rounded-full",
          isOld ? "bg-warning" : "animate-pulse bg-success",
        )}
      />
      {isOld
        ? t("Last seen {age}. The car may have no signal; it will appear again automatically.", {
            age,
          })
        : t("The car was seen {age}.", { age })}
    </p>
  );
}
