import type { ShownPost } from "../../src/content/contract";
import { localDay } from "../ui/moment";
import { useWords } from "../words/use-words";
import { dayWords } from "./day-words";

/** A post's date, author and reading time. */
export function PostFacts({
  post: { publishedAt, author, minutes },
  timeZone,
}: {
  post: Pick<ShownPost, "publishedAt" | "author" | "minutes">;
  timeZone: string;
}) {
  const t = useWords();
  return (
    <p className="break-words text-ink-muted text-sm">
      <time dateTime={publishedAt}>{dayWords(localDay(publishedAt, timeZone), t)}</time>
      {author && (
        <>
          {" · "}
          <bdi>{author}</bdi>
        </>
      )}{" "}
      · {t("{minutes} min", { minutes })}
    </p>
  );
}
