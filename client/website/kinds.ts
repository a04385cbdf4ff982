/** What the forms of the website ask for, kind by kind. */
import type { ContentKind } from "../../src/content/values-contract";

/** One field of a form; `name` is that of the value. */
export type WebsiteField = {
  name: string;
  label: string;
  hint?: string;
  kind:
    | "line"
    | "lines"
    | "markdown"
    | "picture"
    | "landscape"
    | "money"
    | "moment"
    | "tone"
    | "sections";
  /** The one item of its kind that has it, by its key. */
  of?: string;
  optional?: boolean;
  most?: number;
};

/** What stands above the list of a kind, and what to do while there is nothing in it. */
export const kindTexts: Record<ContentKind, { about: string; none: string }> = {
  page: {
    about: "The words of each public page. What you leave alone stays ours and up to date.",
    none: "",
  },
  service: {
    about: "Each has a page of its own under Services. Three come with Livery.",
    none: "Add the first one.",
  },
  post: {
    about: "The blog: drafts first, then what came out last.",
    none: "Write about a new car, a new route, or what travellers ask you most.",
  },
  faq: {
    about: "Questions follow each other by category, in this order.",
    none: "Add what people ask you most.",
  },
  member: {
    about: "Who plans the rides and who answers. The page is linked once somebody is on it.",
    none: "Add the people that riders talk to: the page is linked once somebody is on it.",
  },
  milestone: {
    about: "What has happened, shown by its date. The page is linked once something is on it.",
    none: "Add how it began: the page is linked once something is on it.",
  },
  banner: {
    about: "A line above every public page, for as long as you say.",
    none: "Add one for a closed road, a holiday, or good news.",
  },
  names: { about: "", none: "" },
};

const picture = (name: string, label: string): WebsiteField => ({
  name,
  label,
  kind: "picture",
  optional: true,
});

/** The fields of each kind, in their order. */
export const fieldsOf: Record<ContentKind, readonly WebsiteField[]> = {
  page: [
    { name: "heading", label: "Heading", kind: "line", most: 120 },
    { name: "lead", label: "Beneath it", kind: "lines", most: 400, optional: true },
    {
      name: "description",
      label: "For search engines",
      hint: "A sentence or two; also where the page is shared.",
      kind: "lines",
      most: 200,
    },
    picture("picture", "Picture"),
    {
      name: "landscape",
      label: "Landscape while there is no picture",
      kind: "landscape",
      of: "home",
    },
    { name: "sections", label: "Sections", kind: "sections" },
  ],
  service: [
    { name: "name", label: "Name", kind: "line", most: 80 },
    { name: "summary", label: "In short", kind: "lines", most: 300 },
    {
      name: "priceFromMinor",
      label: "Price from",
      hint: "Empty to say nothing.",
      kind: "money",
      optional: true,
    },
    picture("picture", "Picture"),
    { name: "body", label: "Text", kind: "markdown", most: 30_000 },
  ],
  post: [
    { name: "title", label: "Title", kind: "line", most: 140 },
    { name: "summary", label: "In short", kind: "lines", most: 300 },
    { name: "author", label: "Author", kind: "line", most: 80, optional: true },
    picture("cover", "Cover picture"),
    { name: "body", label: "Text", kind: "markdown", most: 60_000 },
  ],
  faq: [
    {
      name: "category",
      label: "Category",
      hint: "Questions of one category stand together.",
      kind: "line",
      most: 60,
    },
    { name: "question", label: "Question", kind: "line", most: 200 },
    { name: "answer", label: "Answer", kind: "markdown", most: 5_000 },
  ],
  member: [
    { name: "name", label: "Name", kind: "line", most: 80 },
    { name: "role", label: "What they do", kind: "line", most: 80 },
    picture("picture", "Picture"),
    { name: "text", label: "About them", kind: "markdown", most: 3_000, optional: true },
  ],
  milestone: [
    {
      name: "when",
      label: "When",
      hint: "A year, a month or a day: 2019, 2019-05 or 2019-05-14.",
      kind: "line",
      most: 10,
    },
    { name: "title", label: "What happened", kind: "line", most: 120 },
    { name: "text", label: "More about it", kind: "markdown", most: 3_000, optional: true },
  ],
  banner: [
    { name: "text", label: "Text", kind: "line", most: 200 },
    {
      name: "link",
      label: "Link",
      hint: "An address of this site such as /services, or one that begins with https://.",
      kind: "line",
      most: 300,
      optional: true,
    },
    { name: "linkText", label: "Words of the link", kind: "line", most: 60, optional: true },
    { name: "tone", label: "Tone", kind: "tone" },
    { name: "from", label: "From", kind: "moment", optional: true },
    { name: "until", label: "Until", kind: "moment", optional: true },
  ],
  // They are written where they belong, and only translated here.
  names: [],
};

/** An item before anything is typed. */
export const emptyValues: Record<ContentKind, Record<string, unknown>> = {
  page: {},
  service: { name: "", summary: "", body: "", picture: null, priceFromMinor: null },
  post: { title: "", summary: "", body: "", cover: null, author: "" },
  faq: { category: "", question: "", answer: "" },
  member: { name: "", role: "", text: "", picture: null },
  milestone: { when: "", title: "", text: "" },
  banner: { text: "", link: "", linkText: "", tone: "news", from: "", until: "" },
  names: {},
};
