import type { Terms } from "../../src/reservations/terms/terms-contract";
import type { Settings } from "../../src/settings/contract";
import { Card } from "../ui/card";
import { formatMoment } from "../ui/moment";
import { useWords } from "../words/use-words";
import { TrackingFrame } from "./tracking-frame";

/** A published version of the operator's terms, exactly as it was accepted. */
export function TermsScreen({ settings, terms }: { settings: Settings; terms: Terms }) {
  const t = useWords();
  const { version, text, cancellation, publishedAt } = terms;
  const parts = [
    [t("Terms"), text],
    [t("Cancellation policy"), cancellation],
  ] as const;
  return (
    <TrackingFrame settings={settings}>
      <Card className="mx-auto grid max-w-2xl gap-6">
        <div>
          <h1 className="font-semibold text-2xl">
            {t("Terms of {brand}", { brand: settings.brand })}
          </h1>
          <p className="mt-1 text-ink-muted text-sm">
            {t("Version {version}, {day}", {
              version,
              day: formatMoment(publishedAt, settings.timeZone, "date", t),
            })}
          </p>
        </div>
        {parts.map(
          ([title, words]) =>
            words && (
              <section key={title}>
                <h2 className="mb-2 font-semibold text-lg">{title}</h2>
                <p className="whitespace-pre-line break-words" dir="auto">
                  {words}
                </p>
              </section>
            ),
        )}
      </Card>
    </TrackingFrame>
  );
}
