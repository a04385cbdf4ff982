import type { RecentSignIn } from "../../../src/accounts/providers/provider-contract";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { countryName } from "../../words/countries";
import { providerNames } from "../sign-in/provider-words";
import { browserNameText } from "../../words/browser-name-text";
import { useWords } from "../../words/use-words";
import { phrase } from "../../words/words";

const methodWords = {
  email: phrase("Code by e-mail"),
  phone: phrase("Code by text message"),
  link: phrase("Link in a message"),
} as const;

/** The time, method, browser and country of recent sign-ins. */
export function RecentSignIns({
  signIns,
  timeZone,
}: {
  signIns: readonly RecentSignIn[];
  timeZone: string;
}) {
  const t = useWords();
  return (
    <Section detail={t("Your last 20 sign-ins in the past 30 days.")} title={t("Recent sign-ins")}>
      <Card flush>
        {signIns.length === 0 ? (
          <p className="px-4 py-4 text-ink-muted sm:px-6">
            {t("No sign-ins in the past 30 days.")}
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {signIns.map(({ id, at, method, userAgent, country }) => (
              <li
                className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-3 sm:px-6"
                key={id}
              >
                <span className="font-medium">
                  <Moment at={at} timeZone={timeZone} />
                </span>
                <span className="text-ink-muted text-sm">
                  {method === "google" || method === "apple"
                    ? providerNames[method]
                    : t.of<string>(methodWords[method])}
                  {t.known(", ") + browserNameText(userAgent, t)}
                  {country && t.known(", ") + countryName(country, t)}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
