/**
 * Structured data for search engines: complete by schema.org's definitions, and free of anything that could be markup.
 */
import { describe, expect, test } from "bun:test";
import type { ShownPost, ShownService } from "../../src/content/contract";
import type { IndexedPage, Operator, PriceOffer, Subject } from "../../src/site/contract";
import { escapeHtml, indexedPageHead } from "../../src/site/head-rules";
import { scriptText, structuredData } from "../../src/site/structured-data-rules";
import { schemaFaults } from "../support/schema-org";

const origin = "https://rides.example.com";
const day = [{ from: "08:00", until: "18:00" }];
const operator: Operator = {
  origin,
  brand: "Zebra",
  brandSlug: "zebra",
  formerSlugs: [],
  landscape: "savanna",
  services: [],
  isOpen: true,
  findsAddresses: false,
  followsFlights: false,
  accent: null,
  logo: null,
  town: "Kigali",
  phone: "+250788123456",
  email: "office@example.com",
  timeZone: "Africa/Kigali",
  currency: "USD",
  country: "RW",
  distanceUnit: "km",
  language: "en",
  languages: ["en"],
  codeDigits: 4,
  booking: { leadMinutes: 60, leadMinutesByService: {}, maxDaysAhead: 90 },
  openingHours: [day, day, day, day, day, [{ from: "20:00", until: "24:00" }], []],
  bookingClosed: null,
  demo: false,
  version: 1,
};
const service: ShownService = {
  slug: "home-care",
  name: "Home care",
  summary: "From door to door.",
  picture: null,
  priceFromMinor: 2_750,
  currency: "USD",
  isBuiltIn: true,
};
const offer: PriceOffer = {
  name: "Home care",
  minPriceMinor: 2_750,
  maxPriceMinor: null,
  currency: "USD",
  includesTax: null,
};
const post: ShownPost = {
  slug: "new-cars",
  title: "New cars",
  summary: "Two of them.",
  cover: null,
  author: "Ada",
  publishedAt: "2026-11-20T08:00:00.000Z",
  updatedAt: "2026-11-21T08:00:00.000Z",
  minutes: 1,
};

function page(path: string, subject: Subject = { kind: "page" }): IndexedPage {
  return {
    path,
    address: path,
    addresses: [],
    language: "en",
    title: "A page",
    description: "What is on it.",
    picture: {
      url: `${origin}/cards/home.png?1`,
      type: "image/png",
      width: 1200,
      height: 630,
      alt: "A page · Zebra",
    },
    subject,
  };
}

type Graph = { "@graph": Record<string, unknown>[] };
const graphOf = (of: IndexedPage, by = operator) => (structuredData(of, by) as Graph)["@graph"];
const thing = (type: string, of: IndexedPage, by = operator) =>
  graphOf(of, by).find((each) => each["@type"] === type);

const pages: Record<string, IndexedPage> = {
  home: page("/", { kind: "home" }),
  about: page("/about"),
  contact: page("/contact-us"),
  faq: page("/faq", { kind: "faq", entries: [{ question: "How?", plain: "So." }] }),
  "an empty faq": page("/faq", { kind: "faq", entries: [] }),
  services: page("/services", {
    kind: "services",
    services: [{ name: "Home care", path: "/home-care" }],
  }),
  service: page("/services/home-care", { kind: "service", service, offers: [offer] }),
  "a service without a price": page("/services/home-care", {
    kind: "service",
    service: { ...service, priceFromMinor: null },
    offers: [],
  }),
  prices: page("/pricing", {
    kind: "prices",
    offers: [
      { ...offer, name: "Sedan", includesTax: true },
      { ...offer, name: "Airport to centre", maxPriceMinor: 4_000, includesTax: false },
      { ...offer, name: "Airport to lake", maxPriceMinor: 2_750, includesTax: false },
      { ...offer, name: "In yen", currency: "JPY" },
    ],
  }),
  "a price list with nothing on it": page("/pricing", { kind: "prices", offers: [] }),
  news: page("/blog?page=2", { kind: "news", posts: [post] }),
  post: page("/blog/new-cars", { kind: "post", post, isByPerson: true }),
  "a post of the office's": page("/blog/new-cars", { kind: "post", post, isByPerson: false }),
  "a post of nobody's": page("/blog/new-cars", {
    kind: "post",
    post: { ...post, author: "" },
    isByPerson: false,
  }),
};

describe("schema.org knows every type, property and value", () => {
  test.each(Object.entries(pages))("of %s", (_, of) => {
    expect(schemaFaults(structuredData(of, operator))).toEqual([]);
  });

  test("of an operator without phone, e-mail address and hours", () => {
    const quiet = { ...operator, phone: null, email: null, openingHours: null };
    for (const of of Object.values(pages))
      expect(schemaFaults(structuredData(of, quiet))).toEqual([]);
    const business = thing("LocalBusiness", page("/"), quiet);
    for (const name of ["telephone", "email", "openingHoursSpecification"])
      expect(business).not.toHaveProperty(name);
  });

  test("and the check finds unknown types, properties and values", () => {
    const faultsWith = (extra: object) =>
      schemaFaults({ "@context": "https://schema.org", "@graph": [{ "@id": "#a", ...extra }] });
    expect(faultsWith({ "@type": "Cab" })).toEqual(["Cab: Cab is no type"]);
    expect(faultsWith({ "@type": "Person", opens: "08:00" })).toEqual([
      "Person: Person has no opens",
    ]);
    expect(faultsWith({ "@type": "Person", wheels: 4 })).toEqual(["Person: wheels is no property"]);
    expect(faultsWith({ "@type": "Person", url: "zebra" })).toHaveLength(1);
    expect(faultsWith({ "@type": "Blog", publisher: { "@id": "#b" } })).toHaveLength(1);
    expect(faultsWith({ "@type": "Blog", publisher: { "@type": "Place" } })).toHaveLength(1);
  });
});

describe("the structured data", () => {
  test("of the operator has phone, hours and town", () => {
    const business = thing("LocalBusiness", page("/"));
    expect(business).toMatchObject({
      name: "Zebra",
      telephone: "+250788123456",
      areaServed: { name: "Kigali" },
      address: { addressLocality: "Kigali", addressCountry: "RW" },
    });
    const hours = business?.openingHoursSpecification;
    expect(hours).toEqual([
      {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"],
        opens: "08:00",
        closes: "18:00",
      },
      {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Saturday"],
        opens: "20:00",
        closes: "23:59",
      },
    ]);
    const rides = thing("TaxiService", page("/", { kind: "home" }));
    expect(rides?.hoursAvailable).toEqual(hours);
  });

  test("of a service has the lowest price in the currency's units, or none", () => {
    const offered = (of = "service") => thing("Service", pages[of] ?? page("/"))?.offers;
    expect(offered()).toMatchObject([
      {
        "@type": "Offer",
        name: "Home care",
        url: `${origin}/services/home-care`,
        priceSpecification: { minPrice: 27.5, priceCurrency: "USD" },
      },
    ]);
    expect(offered("a service without a price")).toBeUndefined();
  });

  test("of the price list has a lowest price, one price or a range, and whether tax is included", () => {
    const rides = thing("TaxiService", pages.prices ?? page("/"));
    expect(rides).toMatchObject({ provider: { "@id": `${origin}/#business` } });
    const offers = rides?.offers as { name: string; priceSpecification: object }[];
    const type = "PriceSpecification";
    expect(offers.map(({ name, priceSpecification }) => [name, priceSpecification])).toEqual([
      [
        "Sedan",
        { "@type": type, minPrice: 27.5, priceCurrency: "USD", valueAddedTaxIncluded: true },
      ],
      [
        "Airport to centre",
        {
          "@type": type,
          minPrice: 27.5,
          maxPrice: 40,
          priceCurrency: "USD",
          valueAddedTaxIncluded: false,
        },
      ],
      [
        "Airport to lake",
        { "@type": type, price: 27.5, priceCurrency: "USD", valueAddedTaxIncluded: false },
      ],
      ["In yen", { "@type": type, minPrice: 2_750, priceCurrency: "JPY" }],
    ]);
    const none = pages["a price list with nothing on it"] ?? page("/");
    expect(thing("TaxiService", none)).toBeUndefined();
  });

  test("of the FAQ has each question with its answer, or none if it is empty", () => {
    const questionsOf = (of: string) => thing("FAQPage", pages[of] ?? page("/"))?.mainEntity;
    expect(questionsOf("faq")).toEqual([
      { "@type": "Question", name: "How?", acceptedAnswer: { "@type": "Answer", text: "So." } },
    ]);
    expect(questionsOf("an empty faq")).toBeUndefined();
  });

  test("of a post has the author and the breadcrumbs", () => {
    const author = (of: string) => thing("BlogPosting", pages[of] ?? page("/"))?.author;
    expect(author("post")).toMatchObject({ "@type": "Person", name: "Ada" });
    expect(author("a post of the office's")).toMatchObject({
      "@type": "Organization",
      name: "Ada",
    });
    expect(author("a post of nobody's")).toEqual({ "@id": `${origin}/#business` });
    const way = thing("BreadcrumbList", pages.post ?? page("/"))?.itemListElement;
    expect(way).toMatchObject([
      { position: 1, name: "Home", item: { "@id": `${origin}/` } },
      { position: 2, name: "News", item: { "@id": `${origin}/blog` } },
      { position: 3, name: "A page", item: { "@id": `${origin}/blog/new-cars` } },
    ]);
    expect(thing("BreadcrumbList", page("/", { kind: "home" }))).toBeUndefined();
  });
});

describe("text with injected markup", () => {
  const scriptInjection = `</script><script>alert(1)</script><!-- "'&\u2028`;

  test("stays text in the structured data", () => {
    const entries = [{ question: scriptInjection, plain: scriptInjection }];
    const text = scriptText(structuredData(page("/faq", { kind: "faq", entries }), operator));
    expect(text).not.toMatch(/[<>&\u2028]/);
    const [faqPage] = (JSON.parse(text) as Graph)["@graph"].flatMap(
      ({ mainEntity }) => (mainEntity as { name: string }[] | undefined) ?? [],
    );
    expect(faqPage?.name).toBe(scriptInjection);
  });

  test("is escaped in the tags of the head", () => {
    const head = indexedPageHead(
      { ...page("/about"), title: scriptInjection, description: scriptInjection },
      { ...operator, brand: scriptInjection },
      { hasFeed: true, hasDescriptionTag: false },
    );
    expect(head.match(/<script/g)).toHaveLength(1);
    expect(head.match(/<\/script>/g)).toHaveLength(1);
    expect(head).not.toContain("<!--");
    expect(escapeHtml(`${scriptInjection}\u0000\u000b\ud800`)).toBe(
      "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!-- &quot;&#39;&amp;\u2028",
    );
  });
});
