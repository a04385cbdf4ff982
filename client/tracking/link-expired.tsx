import { useRouter } from "@tanstack/react-router";
import { NotFoundArt } from "../ui/not-found-art";
import { TrackingFrame } from "./tracking-frame";
import { useWords } from "../words/use-words";

/** The page of a link that has expired or never existed. It doesn't say which. */
export function LinkExpired() {
  const t = useWords();
  const { settings } = useRouter().options.context;
  return (
    <TrackingFrame settings={settings}>
      <div className="mx-auto flex max-w-lg flex-col items-center py-8 text-center" role="status">
        <NotFoundArt />
        <h1 className="mt-8 text-xl">{t("This link has expired")}</h1>
        <p className="mt-2 text-ink-muted">
          {t(
            "A trip link expires two hours after the trip, or when the rider stops sharing. To get a new link, ask the person who sent you this one.",
          )}
        </p>
      </div>
    </TrackingFrame>
  );
}
