import { Skeleton } from "../../ui/skeleton";
import { useWords } from "../../words/use-words";

/** Placeholder for a sign-in screen while the session is loading. */
export function SignInPlaceholder() {
  const t = useWords();
  return (
    <main aria-busy="true" className="mx-auto flex min-h-dvh w-full max-w-md flex-col px-4 pt-24">
      <p className="sr-only" role="status">
        {t("Loading…")}
      </p>
      <Skeleton className="h-9 w-4/5" />
      <Skeleton className="mt-8 h-12 w-full" />
      <Skeleton className="mt-4 h-14 w-full" />
      <Skeleton className="mt-8 h-11 w-full" />
      <Skeleton className="mt-2 h-11 w-full" />
    </main>
  );
}
