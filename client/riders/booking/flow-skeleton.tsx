import { Skeleton } from "../../ui/skeleton";
import { useWords } from "../../words/use-words";

/** Placeholder for a booking step that is still loading. */
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
