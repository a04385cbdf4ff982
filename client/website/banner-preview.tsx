import type { Tone } from "../ui/badge";
import { NoticeBanner } from "../ui/notice-banner";

const tones: Record<string, Extract<Tone, "info" | "neutral" | "warning">> = {
  news: "info",
  notice: "neutral",
  warning: "warning",
};

/** Shows a preview of the banner above the pages. */
export function BannerPreview({ value }: { value: Record<string, unknown> }) {
  const text = (name: string) => (typeof value[name] === "string" ? value[name] : "");
  if (text("text") === "") return null;
  return (
    <section aria-label="Preview of the banner">
      <p aria-hidden className="mb-1.5 font-medium text-ink-muted text-sm">
        As visitors see it
      </p>
      <NoticeBanner tone={tones[text("tone")] ?? "info"}>
        {text("text")}{" "}
        {text("link") !== "" && (
          <span className="underline underline-offset-4">{text("linkText") || "More"}</span>
        )}
      </NoticeBanner>
    </section>
  );
}
