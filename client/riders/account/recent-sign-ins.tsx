import type { RecentSignIn } from "../../../src/accounts/provider-contract";
import { Card } from "../../ui/card";
import { Moment } from "../../ui/moment";
import { Section } from "../../ui/section";
import { browserWords } from "./browser-words";

const ways: Record<RecentSignIn["method"], string> = {
  email: "Code by email",
  phone: "Code by text message",
  link: "Link in a message",
  google: "Google",
  apple: "Apple",
};

/** A country's name in English; its code where the browser knows none. */
function countryName(code: string): string {
  names ??= new Intl.DisplayNames("en", { type: "region" });
  return names.of(code) ?? code;
}
let names: Intl.DisplayNames | undefined;

/** When, how, in which browser and in which country the account was signed in to. */
export function RecentSignIns({
  signIns,
  timeZone,
}: {
  signIns: readonly RecentSignIn[];
  timeZone: string;
}) {
  return (
    <Section detail="The last 20, of the last 30 days." title="Recent sign-ins">
      <Card flush>
        {signIns.length === 0 ? (
          <p className="px-4 py-4 text-ink-muted sm:px-6">Nobody signed in during that time.</p>
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
                  {ways[method]}, {browserWords(userAgent)}
                  {country && `, ${countryName(country)}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Card>
    </Section>
  );
}
