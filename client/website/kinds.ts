/** The form fields of each kind of website content. */
import type { ContentKind } from "../../src/content/content-values-contract";

/** One field of a form; `name` is the name of its value. */
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
  /** The key of the only item that has this field. */
  onlyKey?: string;
  optional?: boolean;
  maxLength?: number;
};

/** The text above the list of a kind, and the text of the empty list. */
export const kindTexts: Record<ContentKind, { about: string; none: string }> = {
  page: {
    about: "The text of each public page. Texts you don’t change are updated with Livery.",
    none: "",
  },
  service: {
    about: "Each service has its own page under Services. Three come with Livery.",
    none: "Add the first service.",
  },
  post: {
    about: "Your blog: drafts first, then the newest posts.",
    none: "Write about a new car, a new route, or what travellers often ask.",
  },
  faq: {
    about: "Questions are grouped by category, in this order.",
    none: "Add the questions people ask most.",
  },
  member: {
    about:
      "The people who plan rides and answer calls. The page appears in the menu when you add somebody.",
    none: "Add the people riders talk to. The page then appears in the menu.",
  },
  milestone: {
    about: "Milestones by date. The page appears in the menu when you add one.",
    none: "Add a milestone, such as how your business began. The page then appears in the menu.",
  },
  banner: {
    about: "A line at the top of every public page, for the time you set.",
    none: "Add a banner for a closed road, a holiday or good news.",
  },
  names: { about: "", none: "" },
};

const picture = (name: string, label: string): WebsiteField => ({
  name,
  label,
  kind: "picture",
  optional: true,
});

/** The fields of each kind, in order. */
export const fieldsOf: Record<ContentKind, readonly WebsiteField[]> = {
  page: [
    { name: "heading", label: "Heading", kind: "line", maxLength: 120 },
    { name: "lead", label: "Text below heading", kind: "lines", maxLength: 400, optional: true },
    {
      name: "description",
      label: "For search engines",
      hint: "A sentence or two. Also shown when the page is shared.",
      kind: "lines",
      maxLength: 200,
    },
    picture("picture", "Picture"),
    {
      name: "landscape",
      label: "Landscape drawing if there is no picture",
      kind: "landscape",
      onlyKey: "home",
    },
    { name: "sections", label: "Sections", kind: "sections" },
  ],
  service: [
    { name: "name", label: "Name", kind: "line", maxLength: 80 },
    { name: "summary", label: "Summary", kind: "lines", maxLength: 300 },
    {
      name: "priceFromMinor",
      label: "Price from",
      hint: "Leave empty to show no price.",
      kind: "money",
      optional: true,
    },
    picture("picture", "Picture"),
    { name: "body", label: "Text", kind: "markdown", maxLength: 30_000 },
  ],
  post: [
    { name: "title", label: "Title", kind: "line", maxLength: 140 },
    { name: "summary", label: "Summary", kind: "lines", maxLength: 300 },
    { name: "author", label: "Author", kind: "line", maxLength: 80, optional: true },
    picture("cover", "Cover picture"),
    { name: "body", label: "Text", kind: "markdown", maxLength: 60_000 },
  ],
  faq: [
    {
      name: "category",
      label: "Category",
      hint: "Questions in the same category appear together.",
      kind: "line",
      maxLength: 60,
    },
    { name: "question", label: "Question", kind: "line", maxLength: 200 },
    { name: "answer", label: "Answer", kind: "markdown", maxLength: 5_000 },
  ],
  member: [
    { name: "name", label: "Name", kind: "line", maxLength: 80 },
    { name: "role", label: "Job", kind: "line", maxLength: 80 },
    picture("picture", "Picture"),
    {
      name: "text",
      label: "About this person",
      kind: "markdown",
      maxLength: 3_000,
      optional: true,
    },
  ],
  milestone: [
    {
      name: "when",
      label: "When",
      hint: "A year, month or day: 2019, 2019-05 or 2019-05-14.",
      kind: "line",
      maxLength: 10,
    },
    { name: "title", label: "What happened", kind: "line", maxLength: 120 },
    { name: "text", label: "Details", kind: "markdown", maxLength: 3_000, optional: true },
  ],
  banner: [
    { name: "text", label: "Text", kind: "line", maxLength: 200 },
    {
      name: "link",
      label: "Link",
      hint: "A page of your site, such as /services, or an address that starts with https://.",
      kind: "line",
      maxLength: 300,
      optional: true,
    },
    { name: "linkText", label: "Link text", kind: "line", maxLength: 60, optional: true },
    { name: "tone", label: "Tone", kind: "tone" },
    { name: "from", label: "From", kind: "moment", optional: true },
    { name: "until", label: "Until", kind: "moment", optional: true },
  ],
  // Names are edited on other screens and only translated here.
  names: [],
};

/** An empty item. */
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
