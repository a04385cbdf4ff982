import { classNames } from "./class-names";
import { useWords } from "../words/use-words";

/** A grey placeholder for loading content. Give it that content's size. */
export function Skeleton({ className, isRound }: { className?: string; isRound?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        "block animate-pulse bg-line",
        isRound ? "rounded-full" : "rounded-sm",
        className,
      )}
    />
  );
}

/** The placeholder lines of a loading list, announced once as "Loading". */
export function SkeletonRows({ rows = 6, dense }: { rows?: number; dense?: boolean }) {
  const t = useWords();
  return (
    <div aria-busy="true" role="status">
      <span className="sr-only">{t("Loading")}</span>
      {Array.from({ length: rows }, (_, at) => (
        <div
          className={classNames(
            "flex items-center gap-4 border-line border-b px-4 last:border-0",
            dense ? "h-9" : "h-16",
          )}
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of nothing have no other identity
          key={at}
        >
          <Skeleton className={dense ? "h-4 w-16" : "size-10"} isRound={!dense} />
          <span className="flex-1">
            <Skeleton className="h-4 w-2/5" />
            {!dense && <Skeleton className="mt-2 h-3 w-3/5" />}
          </span>
          <Skeleton className="h-4 w-20" />
        </div>
      ))}
    </div>
  );
}
