import { createLazyFileRoute } from "@tanstack/react-router";
import { EmptyListNotice, InlineLink } from "../site/empty-list-notice";
import { dayWords } from "../site/day-words";
import { RichText } from "../ui/rich-text";
import { SitePage } from "../site/site-page";
import { RichSentence, useWords } from "../words/use-words";

export const Route = createLazyFileRoute("/history")({ component: History });

function History() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, milestones } = Route.useLoaderData();
  return (
    <SitePage drawing="history" operator={settings} page={page} sections={page.sections}>
      {milestones.length === 0 ? (
        <EmptyListNotice title={t("Our story is still being written")}>
          <RichSentence
            about={(words) => <InlineLink href="/about">{words}</InlineLink>}
            brand={settings.brand}
            text="The story of {brand} in {town} will appear here. For what we do today, see <about>About us</about>."
            town={settings.town}
          />
        </EmptyListNotice>
      ) : (
        <ol className="mx-auto max-w-6xl px-4 py-12 sm:px-6 md:py-16">
          {milestones.map(({ key, when, title, text }) => (
            <li
              className="relative grid gap-1 border-accent-line border-s-2 ps-6 pb-12 last:pb-0 md:ms-2 md:grid-cols-[12rem_1fr] md:gap-10 md:ps-10"
              key={key}
            >
              <span
                aria-hidden="true"
                className="-start-[7px] absolute top-2 size-3 rounded-full bg-accent-text"
              />
              <time className="font-semibold text-accent-text text-lg" dateTime={when}>
                {dayWords(when, t)}
              </time>
              <div className="min-w-0 max-w-2xl">
                <h2 className="break-words text-lg">{title}</h2>
                <RichText className="mt-2 text-ink-muted" text={text} />
              </div>
            </li>
          ))}
        </ol>
      )}
    </SitePage>
  );
}
