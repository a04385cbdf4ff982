import type { OverviewAnswer } from "../../src/content/contract";
import { useWords } from "../words/use-words";
import { servicePath } from "./service-path";
import { SiteLink } from "../ui/site-link";

/** The services other than the one shown. */
export function OtherServiceLinks({
  of: currentSlug,
  site,
}: {
  of: string;
  site: OverviewAnswer | undefined;
}) {
  const t = useWords();
  const others = site?.services.filter(({ slug }) => slug !== currentSlug) ?? [];
  if (others.length === 0) return null;
  return (
    <nav aria-label={t("Other services")} className="mt-10">
      <h2 className="text-lg">{t("Other services")}</h2>
      <ul className="mt-2">
        {others.map(({ slug, name }) => (
          <li className="border-line border-b last:border-0" key={slug}>
            <SiteLink
              className="onward flex min-h-12 items-center justify-between gap-4 wrap-anywhere hover:text-accent-text"
              href={servicePath(slug)}
            >
              {name}
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
