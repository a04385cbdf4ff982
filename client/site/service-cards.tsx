import type { ShownService } from "../../src/content/contract";
import { classNames } from "../ui/class-names";
import { cardColumnCount } from "./card-columns";
import { Illustration, serviceDrawing } from "./illustration";
import { Picture } from "./picture";
import { servicePath } from "./service-path";
import { SiteLink } from "../ui/site-link";

/** Services to choose from, each with the operator's picture or one of Livery's drawings. */
export function ServiceCards({ services }: { services: readonly ShownService[] }) {
  return (
    <ul
      className={classNames(
        "mt-8 grid gap-6 sm:grid-cols-2",
        { 2: "", 3: "md:grid-cols-3", 4: "lg:grid-cols-4" }[cardColumnCount(services.length)],
      )}
    >
      {services.map(({ slug, name, summary, picture }) => (
        <li
          className="relative flex min-w-0 flex-col overflow-hidden rounded-lg border border-line bg-surface-raised shadow-sm transition hover:shadow-md"
          key={slug}
        >
          {picture ? (
            <Picture
              className="aspect-8/5 w-full"
              picture={picture}
              displayedWidth="(min-width: 64rem) 22rem, (min-width: 40rem) 50vw, 100vw"
            />
          ) : (
            <Illustration className="rounded-none" name={serviceDrawing(slug)} />
          )}
          <div className="flex flex-1 flex-col p-6">
            <h3 className="break-words text-lg">
              <SiteLink className="after:absolute after:inset-0" href={servicePath(slug)}>
                {name}
              </SiteLink>
            </h3>
            <p className="mt-2 break-words text-ink-muted">{summary}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
