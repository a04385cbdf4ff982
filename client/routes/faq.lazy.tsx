import { createLazyFileRoute } from "@tanstack/react-router";
import { RichText } from "../ui/rich-text";
import { SitePage } from "../site/site-page";
import { useWords } from "../words/use-words";

export const Route = createLazyFileRoute("/faq")({ component: Faq });

/** The questions by category. Each opens without scripts and has its own address. */
function Faq() {
  const t = useWords();
  const { settings } = Route.useRouteContext();
  const { page, categories } = Route.useLoaderData();
  return (
    <SitePage
      belowLead={
        categories.length > 1 && (
          <nav aria-label={t("Categories")} className="mt-6 flex flex-wrap gap-2">
            {categories.map(({ name }, at) => (
              <a
                className="inline-flex min-h-11 max-w-full items-center wrap-anywhere rounded-md border border-line-strong/60 px-3 text-sm transition hover:bg-surface-sunken"
                href={`#questions-${at + 1}`}
                key={name}
              >
                {name}
              </a>
            ))}
          </nav>
        )
      }
      drawing="faq"
      operator={settings}
      page={page}
      sections={page.sections}
    >
      <div className="mx-auto max-w-6xl px-4 py-8 sm:px-6 md:py-12">
        {categories.map(({ name, entries }, at) => (
          <section
            className="grid gap-3 py-6 md:grid-cols-[17rem_1fr] md:gap-12"
            id={`questions-${at + 1}`}
            key={name}
          >
            <h2 className="min-w-0 break-words pt-3 text-lg">{name}</h2>
            <div className="min-w-0 max-w-2xl">
              {entries.map(({ key, question, answer }) => (
                <details className="group border-line border-b" id={key} key={key}>
                  <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-medium">
                    <h3 className="min-w-0 break-words font-medium">{question}</h3>
                    <span
                      aria-hidden="true"
                      className="me-1 size-2.5 shrink-0 rotate-45 border-ink-muted border-e-2 border-b-2 transition group-open:-rotate-135"
                    />
                  </summary>
                  <RichText className="pb-6 text-ink-muted" text={answer} />
                </details>
              ))}
            </div>
          </section>
        ))}
      </div>
    </SitePage>
  );
}
