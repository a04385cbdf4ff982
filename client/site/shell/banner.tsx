import type { ShownBanner } from "../../../src/content/contract";
import { SiteLink } from "../../ui/site-link";
import { useWords } from "../../words/use-words";

const tones: Record<ShownBanner["tone"], string> = {
  news: "bg-accent-surface text-ink",
  notice: "bg-info-surface text-info-ink",
  warning: "bg-warning-surface text-warning-ink",
};

/** One of the operator's banners above every page. */
export function Banner({ banner: { text, link, linkText, tone } }: { banner: ShownBanner }) {
  const t = useWords();
  return (
    <aside aria-label={text} className={`break-words px-4 py-2 text-center text-sm ${tones[tone]}`}>
      {text}{" "}
      {link && (
        <SiteLink className="font-medium underline underline-offset-4" href={link}>
          {linkText || t("Read more")}
        </SiteLink>
      )}
    </aside>
  );
}
