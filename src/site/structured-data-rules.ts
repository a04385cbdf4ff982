/**
 * The structured data of a page for search engines, in schema.org's vocabulary. It says nothing that the page does not
 * show: no ratings, and no prices that are not on it. Each page describes the operator completely, so that no other
 * page has to be read with it. A price "from" is a minimum price, not the price.
 */
import type { ShownPost, ShownService } from "../content/contract";
import { majorAmount } from "../settings/money-rules";
import { hoursLines } from "../settings/hours-rules";
import type { IndexedPage, Operator, PriceOffer } from "./contract";

/** A thing with its properties; undefined properties are left out. */
type SchemaThing = { "@type": string; [property: string]: unknown };

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Returns everything that describes a page, as one document. */
export function structuredData(page: IndexedPage, operator: Operator): object {
  const { origin } = operator;
  const breadcrumbs = breadcrumbList(page, origin);
  return {
    "@context": "https://schema.org",
    "@graph": [
      webPage(page, operator, breadcrumbs),
      ...(breadcrumbs ? [breadcrumbs] : []),
      ...schemaThingsOf(page, operator),
      website(operator),
      business(operator),
    ],
  };
}

/** Returns the same document as text for a `<script>`. Nothing in it can end the element. */
export function scriptText(data: object): string {
  return JSON.stringify(data).replace(
    /[<>&\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

const businessId = (origin: string) => `${origin}/#business`;
const websiteId = (origin: string) => `${origin}/#website`;
const businessReference = (origin: string) => ({ "@id": businessId(origin) });

/** Describes the operator of the site. */
function business(operator: Operator): SchemaThing {
  const { origin, brand, town, country, phone, email, logo, currency } = operator;
  return {
    "@type": "LocalBusiness",
    "@id": businessId(origin),
    name: brand,
    url: `${origin}/`,
    image: `${origin}/icons/512.png`,
    logo: logo ? `${origin}${logo.light.url}` : `${origin}/icons/512.png`,
    address: { "@type": "PostalAddress", addressLocality: town, addressCountry: country },
    areaServed: { "@type": "City", name: town },
    currenciesAccepted: currency,
    ...(phone && { telephone: phone }),
    ...(email && { email }),
    ...hoursOf(operator, "openingHoursSpecification"),
  };
}

function website({ origin, brand, language }: Operator): SchemaThing {
  return {
    "@type": "WebSite",
    "@id": websiteId(origin),
    name: brand,
    url: `${origin}/`,
    inLanguage: language,
    publisher: businessReference(origin),
  };
}

/**
 * Lists the office's opening hours. Days with the same hours are grouped, and midnight is written as the last minute of
 * the day.
 */
function hoursOf({ openingHours }: Operator, property: string): Record<string, SchemaThing[]> {
  const openingLines = openingHours ? hoursLines(openingHours) : [];
  const hoursSpecifications = openingLines.flatMap(({ first, last, hours }) =>
    hours.map(({ from, until }) => ({
      "@type": "OpeningHoursSpecification",
      dayOfWeek: days.slice(first, last + 1),
      opens: from,
      closes: until === "24:00" ? "23:59" : until,
    })),
  );
  return hoursSpecifications.length > 0 ? { [property]: hoursSpecifications } : {};
}

const pageTypes: Record<string, string> = {
  "/about": "AboutPage",
  "/contact-us": "ContactPage",
  "/faq": "FAQPage",
  "/services": "CollectionPage",
};

function webPage(
  page: IndexedPage,
  { origin }: Operator,
  breadcrumbs: SchemaThing | null,
): SchemaThing {
  const { path, address, language, title, description, picture, subject } = page;
  return {
    "@type": pageTypes[path] ?? "WebPage",
    "@id": `${origin}${address}#page`,
    name: title,
    description,
    url: `${origin}${address}`,
    inLanguage: language,
    isPartOf: { "@id": websiteId(origin) },
    about: businessReference(origin),
    primaryImageOfPage: imageOf(picture),
    ...(breadcrumbs && { breadcrumb: { "@id": breadcrumbs["@id"] } }),
    ...(subject.kind === "faq" &&
      subject.entries.length > 0 && { mainEntity: subject.entries.map(questionOf) }),
  };
}

const imageOf = ({ url, alt }: IndexedPage["picture"]): SchemaThing => ({
  "@type": "ImageObject",
  url,
  caption: alt,
});

const questionOf = ({ question, plain }: { question: string; plain: string }): SchemaThing => ({
  "@type": "Question",
  name: question,
  acceptedAnswer: { "@type": "Answer", text: plain },
});

/** Lists the pages that lead to this one, from the home page on; null for the home page. */
function breadcrumbList({ path, title, subject }: IndexedPage, origin: string): SchemaThing | null {
  if (path === "/") return null;
  const between: [string, string][] =
    subject.kind === "service"
      ? [["Services", "/services"]]
      : subject.kind === "post"
        ? [["News", "/blog"]]
        : [];
  const breadcrumbs: [string, string][] = [["Home", "/"], ...between, [title, path]];
  return {
    "@type": "BreadcrumbList",
    "@id": `${origin}${path}#way`,
    itemListElement: breadcrumbs.map(([name, to], at) => ({
      "@type": "ListItem",
      position: at + 1,
      name,
      item: { "@type": "WebPage", "@id": `${origin}${to}` },
    })),
  };
}

/** Describes the subject of the page. */
function schemaThingsOf(page: IndexedPage, operator: Operator): SchemaThing[] {
  const { path, address, language, picture, subject } = page;
  const { origin, brand } = operator;
  switch (subject.kind) {
    case "home":
      return [
        {
          ...ridesServiceOf(operator, `${origin}/#rides`),
          url: `${origin}/`,
          ...hoursOf(operator, "hoursAvailable"),
        },
      ];
    case "service":
      return [serviceOf(subject.service, subject.offers, operator, page)];
    case "prices":
      return [
        {
          ...ridesServiceOf(operator, `${origin}${path}#rides`),
          url: origin + path,
          ...offersOf(subject.offers, origin + path),
        },
      ].filter(() => subject.offers.length > 0);
    case "services":
      return [
        {
          "@type": "ItemList",
          "@id": `${origin}${path}#list`,
          name: `Services of ${brand}`,
          itemListElement: subject.services.map(({ name, path: to }, at) => ({
            "@type": "ListItem",
            position: at + 1,
            name,
            url: origin + to,
          })),
        },
      ].filter(({ itemListElement }) => itemListElement.length > 0);
    case "news":
      return [
        {
          "@type": "Blog",
          "@id": `${origin}/blog#news`,
          name: `News from ${brand}`,
          url: `${origin}/blog`,
          publisher: businessReference(origin),
          blogPost: subject.posts.map((post) => postSummary(post, origin)),
        },
      ];
    case "post":
      return [
        {
          ...postSummary(subject.post, origin),
          description: subject.post.summary,
          author: authorOf(subject.post.author, subject.isByPerson, operator),
          publisher: businessReference(origin),
          image: picture.url,
          inLanguage: language,
          mainEntityOfPage: { "@id": `${origin}${address}#page` },
        },
      ];
    default:
      return [];
  }
}

const ridesServiceOf = ({ origin, town }: Operator, id: string): SchemaThing => ({
  "@type": "TaxiService",
  "@id": id,
  name: `Private rides in ${town}`,
  serviceType: "Cars with drivers, booked ahead",
  provider: businessReference(origin),
  areaServed: { "@type": "City", name: town },
});

/** Lists prices in the currency's main unit; empty if there are none. */
function offersOf(offers: readonly PriceOffer[], url: string): { offers?: SchemaThing[] } {
  if (offers.length === 0) return {};
  return {
    offers: offers.map(({ name, minPriceMinor, maxPriceMinor, currency, includesTax }) => {
      const amount = (minor: number) => majorAmount(minor, currency);
      return {
        "@type": "Offer",
        name,
        url,
        priceSpecification: {
          "@type": "PriceSpecification",
          ...(maxPriceMinor === minPriceMinor
            ? { price: amount(minPriceMinor) }
            : { minPrice: amount(minPriceMinor) }),
          ...(maxPriceMinor !== null &&
            maxPriceMinor !== minPriceMinor && {
              maxPrice: amount(maxPriceMinor),
            }),
          priceCurrency: currency,
          ...(includesTax !== null && { valueAddedTaxIncluded: includesTax }),
        },
      };
    }),
  };
}

function serviceOf(
  { name, summary }: ShownService,
  offers: readonly PriceOffer[],
  { origin, town }: Operator,
  { path, picture }: IndexedPage,
): SchemaThing {
  const url = origin + path;
  return {
    "@type": "Service",
    "@id": `${url}#service`,
    name,
    description: summary,
    serviceType: name,
    url,
    image: picture.url,
    provider: businessReference(origin),
    areaServed: { "@type": "City", name: town },
    ...offersOf(offers, url),
  };
}

const postSummary = (
  { slug, title, publishedAt, updatedAt }: ShownPost,
  origin: string,
): SchemaThing => ({
  "@type": "BlogPosting",
  "@id": `${origin}/blog/${slug}#post`,
  headline: title,
  url: `${origin}/blog/${slug}`,
  datePublished: publishedAt,
  dateModified: updatedAt,
});

/**
 * Returns the author of a post: a member of the team, an office of the operator, or the operator itself if nobody is
 * named.
 */
function authorOf(author: string, isByPerson: boolean, { origin, brand }: Operator): object {
  if (author === "" || author === brand) return businessReference(origin);
  return isByPerson
    ? { "@type": "Person", name: author, url: `${origin}/team` }
    : { "@type": "Organization", name: author, url: `${origin}/` };
}
