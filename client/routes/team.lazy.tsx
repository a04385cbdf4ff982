import { createLazyFileRoute } from "@tanstack/react-router";
import { EmptyListNotice, InlineLink } from "../site/empty-list-notice";
import { Picture } from "../site/picture";
import { RichText } from "../ui/rich-text";
import { SitePage } from "../site/site-page";
import { RichSentence, useWords } from "../words/use-words";

export const Route = createLazyFileRoute("/team")({ component: Team });

function Team() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, members } = Route.useLoaderData();
  return (
    <SitePage drawing="team" operator={settings} page={page} sections={page.sections}>
      {members.length === 0 ? (
        <EmptyListNotice title={t("We answer in person")}>
          <RichSentence
            text="Our team in {town} will introduce itself here soon. Until then, <write>write to us</write> and one of us will answer."
            town={settings.town}
            write={(words) => <InlineLink href="/contact-us">{words}</InlineLink>}
          />
        </EmptyListNotice>
      ) : (
        <ul className="mx-auto grid max-w-6xl gap-x-8 gap-y-12 px-4 py-12 sm:grid-cols-2 sm:px-6 md:grid-cols-3 md:py-16">
          {members.map(({ key, name, role, text, picture }) => (
            <li
              className={picture ? "grid min-w-0 content-start gap-4" : "flex min-w-0 gap-4"}
              key={key}
            >
              {picture ? (
                <Picture
                  className="aspect-square w-full rounded-lg"
                  picture={picture}
                  displayedWidth="(min-width: 64rem) 22rem, (min-width: 48rem) 33vw, (min-width: 40rem) 50vw, 100vw"
                />
              ) : (
                <Initials name={name} />
              )}
              <div className="min-w-0">
                <h2 className="break-words text-lg">{name}</h2>
                <p className="break-words font-medium text-accent-text text-sm">{role}</p>
                <RichText className="mt-2 text-ink-muted" text={text} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </SitePage>
  );
}

/** Placeholder for a portrait. */
function Initials({ name }: { name: string }) {
  const letters = name
    .split(/\s+/)
    .flatMap((word) => [...word].slice(0, 1))
    .slice(0, 2)
    .join("");
  return (
    <div
      aria-hidden="true"
      className="grid size-16 shrink-0 place-content-center rounded-full bg-accent-surface font-semibold text-accent-text text-lg"
    >
      {letters}
    </div>
  );
}
