/**
 * What staff may do with content. A page always exists. A post goes from draft to scheduled to published and may be
 * withdrawn. Other items are shown or hidden. Built-in content can be changed and hidden, but not removed.
 */
import { languageNames } from "../settings/languages/language-names-contract.gen";
import type { Language } from "../settings/languages/languages-contract";
import type {
  ContentKind,
  ContentState,
  ContentValues,
  Translations,
} from "./content-values-contract";

const statesWithoutSchedule = ["draft", "published"] as const;

/** Returns the states that an item may be given. */
export function statesOf(kind: ContentKind, wasPublished: boolean): readonly ContentState[] {
  if (kind === "page" || kind === "names") return ["published"];
  if (kind !== "post") return statesWithoutSchedule;
  return wasPublished
    ? ["draft", "scheduled", "published", "withdrawn"]
    : ["draft", "scheduled", "published"];
}

/** The names of the kinds. */
export const kindWords: Record<ContentKind, { one: string; many: string }> = {
  page: { one: "page", many: "Pages" },
  service: { one: "service", many: "Services" },
  post: { one: "post", many: "Blog posts" },
  faq: { one: "question", many: "Questions" },
  member: { one: "person", many: "Team" },
  milestone: { one: "milestone", many: "History" },
  banner: { one: "banner", many: "Banners" },
  names: { one: "list of names", many: "Names" },
};

/** Returns the name of an item in a list, and a short description. */
export function namesOf<Kind extends ContentKind>(
  kind: Kind,
  key: string,
  value: ContentValues[Kind],
): { title: string; detail: string } {
  const fields = value as Partial<Record<string, unknown>>;
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const namesByKind: Record<ContentKind, [title: string, detail: string]> = {
    page: [pageNames[key] ?? key, text("heading")],
    service: [text("name"), text("summary")],
    post: [text("title"), text("summary")],
    faq: [text("question"), text("category")],
    member: [text("name"), text("role")],
    milestone: [text("title"), text("when")],
    banner: [
      text("text"),
      [text("from"), text("until")].filter(Boolean).join(" – ").replaceAll("T", " "),
    ],
    names: ["Names", "Vehicle classes, zones, surcharges, extras and taxes"],
  };
  const [title, detail] = namesByKind[kind];
  return { title, detail };
}

const pageNames: Record<string, string> = {
  home: "Home",
  about: "About us",
  services: "Services",
  pricing: "Pricing",
  fleet: "Fleet",
  "request-ride": "Request a ride",
  blog: "Blog",
  faq: "Questions and answers",
  team: "Team",
  history: "History",
  "contact-us": "Contact",
  joinUs: "Join us",
};

/** Returns the public address of an item. */
export function addressOf(kind: ContentKind, key: string): string {
  if (kind === "page") return key === "home" ? "/" : `/${key}`;
  if (kind === "service") return `/services/${key}`;
  if (kind === "post") return `/blog/${key}`;
  return { faq: "/faq", member: "/team", milestone: "/history", banner: "/", names: "/fleet" }[
    kind
  ];
}

/** Names of fields, for the list of what a version changed. */
const fieldNames: Record<string, string> = {
  faq: "Question",
  priceFromMinor: "Price from",
  linkText: "Link text",
  from: "From",
  until: "Until",
};

const MAX_PREVIEW_LENGTH = 400;

/** Returns a value as the list of changes shows it. */
function previewOf(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  const text =
    typeof value === "string"
      ? value
      : typeof value === "object" && "alt" in value
        ? `Picture: ${String(value.alt)}`
        : String(value);
  return text.length > MAX_PREVIEW_LENGTH ? `${text.slice(0, MAX_PREVIEW_LENGTH)} …` : text;
}

/** Returns each translated text, labelled with its language and name. */
function translatedFields(translations: Translations): [string, string][] {
  return Object.entries(translations).flatMap(([language, texts]) =>
    Object.entries(texts).map(([name, text]): [string, string] => [
      `${languageNames[language as Language]}: ${name}`,
      text,
    ]),
  );
}

type ValueAndState = { value: Record<string, unknown>; state: ContentState };

/** Returns the differences between two versions. For a page they are listed by section. */
export function changesBetween(
  before: ValueAndState | null,
  after: ValueAndState,
): { field: string; from: string; to: string }[] {
  const flatValues = ({ value, state }: ValueAndState): Map<string, unknown> =>
    new Map([
      ...Object.entries(value).flatMap(([name, each]): [string, unknown][] =>
        name === "sections" && Array.isArray(each)
          ? each.flatMap(({ key, title, text }): [string, unknown][] => [
              [`Title of “${key}”`, title],
              [`Text of “${key}”`, text],
            ])
          : name === "translations"
            ? translatedFields(each as Translations)
            : [[fieldNames[name] ?? name.charAt(0).toUpperCase() + name.slice(1), each]],
      ),
      ["State", state] as [string, unknown],
    ]);
  const oldValues = before ? flatValues(before) : new Map<string, unknown>();
  return [...flatValues(after)]
    .filter(([field, value]) => JSON.stringify(oldValues.get(field)) !== JSON.stringify(value))
    .map(([field, value]) => ({
      field,
      from: previewOf(oldValues.get(field)),
      to: previewOf(value),
    }))
    .filter(({ from, to }) => from !== to);
}
