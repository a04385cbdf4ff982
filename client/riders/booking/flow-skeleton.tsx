import { Skeleton } from "../../ui/skeleton";
import { useWords } from "../../words/use-words";

/** The place of a booking step that is not known or priced yet. */
export function FlowSkeleton() {
  const t = useWords();
  return (
    <div aria-busy="true" className="grid gap-4" role="status">
      <span className="sr-only">{t("Loading…")}</span>
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-20 w-full" />
      <Skeleton className="h-14 w-full" />
    </div>
  );
}
