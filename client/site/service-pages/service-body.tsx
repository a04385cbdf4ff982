import type { ReactNode } from "react";
import type { PostedForm } from "../../../src/contact/posted-form-contract";
import type { OverviewAnswer, ServiceAnswer, ServicePrices } from "../../../src/content/contract";
import type { BookableService } from "../../../src/content/content-values-contract";
import type { Api } from "../../api";
import { OtherServiceLinks } from "../other-service-links";
import { HowToBook } from "../how-to-book";
import { Glyph } from "../../ui/glyph";
import { Money } from "../../ui/money";
import type { OperatorFacts } from "../operator-facts";
import { RichText } from "../../ui/rich-text";
import { EnquirySection } from "../enquiries/enquiry-section";
import { HomeCareForm } from "../enquiries/home-care-form";
import { InterpreterForm } from "../enquiries/interpreter-form";
import { RoadsideForm } from "../enquiries/roadside-form";
import { serviceTexts } from "./service-texts";
import { Steps } from "../enquiries/steps";
import { useWords } from "../../words/use-words";

const forms = {
  "home-care": HomeCareForm,
  "language-translation": InterpreterForm,
  depanage: RoadsideForm,
} as const satisfies Record<BookableService, unknown>;

/** The parts of a built-in service's page. */
export interface ServicePageProps {
  api: Api;
  operator: OperatorFacts;
  site: OverviewAnswer | undefined;
  postedForm: PostedForm | undefined;
  slug: BookableService;
  service: ServiceAnswer["service"];
  /** The prices from the price list in force; null without one. */
  prices: ServicePrices["prices"];
  wasSent: boolean;
}

/** The body of a service's page: how it works, its description, its prices, and a form. */
export function ServiceBody({
  api,
  operator,
  site,
  postedForm,
  slug,
  service,
  prices,
  wasSent,
}: ServicePageProps) {
  const t = useWords();
  const { steps, included, questionTitle, enquiryText } = serviceTexts[slug];
  const Form = forms[slug];
  return (
    <>
      <Steps steps={steps} />
      <div className="mx-auto grid max-w-6xl gap-12 px-4 py-12 sm:px-6 md:py-16 lg:grid-cols-[1fr_20rem] lg:gap-20">
        <div className="min-w-0 lg:max-w-2xl">
          <section className="mb-10 rounded-xl border border-line bg-surface-raised p-6 shadow-sm">
            <h2 className="text-lg">{t("What is included")}</h2>
            <ul className="mt-4 grid gap-3 sm:grid-cols-2">
              {included.map((what, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: always the same in the same order
                <li className="flex gap-3" key={at}>
                  <span className="mt-0.5 shrink-0 text-accent-text">
                    <Glyph d="M20 6 9 17l-5-5" size={20} />
                  </span>
                  {t.of(what)}
                </li>
              ))}
            </ul>
          </section>
          <RichText className="max-w-2xl" text={service.body} />
        </div>
        <div>
          <Prices prices={prices} service={service} />
          <HowToBook operator={operator} />
          <OtherServiceLinks of={slug} site={site} />
        </div>
      </div>
      <EnquirySection
        api={api}
        operator={operator}
        postedForm={postedForm}
        text={t.of(enquiryText)}
        title={t.of(questionTitle)}
        wasSent={wasSent}
      >
        {(formProps) => <Form {...formProps} />}
      </EnquirySection>
    </>
  );
}

/** The operator's own price, and the prices of the price list. */
function Prices({
  prices,
  service: { priceFromMinor, currency },
}: {
  prices: ServicePrices["prices"];
  service: ServiceAnswer["service"];
}) {
  const t = useWords();
  if (!prices && priceFromMinor === null) return null;
  return (
    <section className="mb-6 rounded-xl border border-line bg-surface-raised p-6 shadow-sm">
      <h2 className="text-lg">{t("Today’s prices")}</h2>
      <dl className="mt-3 divide-y divide-line">
        {priceFromMinor !== null && (
          <Price name={t.in("a price", "From")}>
            <Money currency={currency} minor={priceFromMinor} />
          </Price>
        )}
        {prices && (
          <Price name={t("Lowest fare")}>
            <Money currency={prices.currency} minor={prices.fromMinor} />
          </Price>
        )}
        {prices?.extras.map(({ id, name, description, amountMinor }) => (
          <Price detail={t.known(description, "name")} key={id} name={t.known(name, "name")}>
            <Money currency={prices.currency} minor={amountMinor} />
          </Price>
        ))}
        {prices && prices.waiting !== null && (
          <Price name={t("Free waiting")}>{prices.waiting}</Price>
        )}
      </dl>
      <p className="mt-3 text-ink-muted text-sm">
        {prices && prices.extras.length > 0 && prices.extrasBefore !== ""
          ? t(
              "From our current price list. Prices of extras don’t include {tax}. You see the full price before you book.",
              { tax: prices.extrasBefore },
            )
          : t("From our current price list. You see the full price before you book.")}
      </p>
    </section>
  );
}

function Price({
  name,
  detail = "",
  children,
}: {
  name: string;
  detail?: string;
  children: ReactNode;
}) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-3">
      <dt className="min-w-0 break-words">
        {name}
        {detail !== "" && <span className="block text-ink-muted text-sm">{detail}</span>}
      </dt>
      <dd className="shrink-0 font-medium tabular-nums">{children}</dd>
    </div>
  );
}
