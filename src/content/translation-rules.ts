/**
 * Translates content. Staff write in the site's main language. Each text may have a translation under the text's name
 * within its item, and most built-in texts come translated. A text without a translation is shown in the main language.
 */
import type { Language } from "../settings/languages/languages-contract";
import type {
  ContentKind,
  ContentValues,
  NamesValue,
  PageSection,
  Texts,
  Translations,
} from "./content-values-contract";

/** The translatable texts of each kind. A page also has those of its sections. */
const textFieldsByKind: Record<ContentKind, readonly string[]> = {
  page: ["heading", "lead", "description", "picture.alt"],
  service: ["name", "summary", "body", "picture.alt"],
  post: ["title", "summary", "body", "cover.alt"],
  faq: ["category", "question", "answer"],
  member: ["role", "text", "picture.alt"],
  milestone: ["title", "text"],
  banner: ["text", "linkText"],
  names: [],
};

const sectionsOf = (value: object) =>
  "sections" in value ? (value.sections as readonly PageSection[]) : [];

type PlainObject = Record<string, unknown>;

/** Returns a text by its name, which for a picture's text includes the field. Empty if there is none. */
function textAt(value: PlainObject, name: string): string {
  const [field = "", part] = name.split(".");
  const fieldValue = value[field];
  const text =
    part === undefined ? fieldValue : (fieldValue as PlainObject | null | undefined)?.[part];
  return String(text ?? "");
}

/** Returns the field of a value that holds a text, with that text replaced. */
function fieldWithText(
  value: PlainObject,
  name: string,
  text: string,
): [field: string, to: unknown] {
  const [field = "", part] = name.split(".");
  return [field, part === undefined ? text : { ...(value[field] as PlainObject), [part]: text }];
}

/** Returns the non-empty texts of an item, by name. */
export function textsOf<Kind extends ContentKind>(kind: Kind, value: ContentValues[Kind]): Texts {
  if (kind === "names") return (value as NamesValue).texts;
  const all = [
    ...textFieldsByKind[kind].map((name) => [name, textAt(value as PlainObject, name)]),
    ...sectionsOf(value).flatMap(({ key, title, text }) =>
      // A section without text is not shown.
      text === ""
        ? []
        : [
            [`${key}.title`, title],
            [`${key}.text`, text],
          ],
    ),
  ];
  return Object.fromEntries(all.filter(([, text]) => text !== ""));
}

/** Returns the item with the given texts replaced. */
export function withTexts<Kind extends ContentKind>(
  kind: Kind,
  value: ContentValues[Kind],
  texts: Texts,
): ContentValues[Kind] {
  const plain = value as PlainObject;
  const replacedFields = textFieldsByKind[kind].flatMap((name) => {
    const text = texts[name];
    return text && textAt(plain, name) !== "" ? [fieldWithText(plain, name, text)] : [];
  });
  const sections = sectionsOf(value);
  return {
    ...value,
    ...Object.fromEntries(replacedFields),
    ...(sections.length > 0 && {
      sections: sections.map((section) => ({
        ...section,
        title: texts[`${section.key}.title`] || section.title,
        text: texts[`${section.key}.text`] || section.text,
      })),
    }),
  };
}

/** Returns the translations of an item, by text name. */
export function translationOf<Kind extends ContentKind>(
  {
    kind,
    value,
    translations,
  }: {
    kind: Kind;
    value: ContentValues[Kind];
    translations: Translations;
  },
  language: Language,
  /** The built-in texts, in the main language and in `language`. */
  builtIn: { own: ContentValues[Kind] | undefined; texts: Texts },
): Texts {
  const translatedTexts = translations[language] ?? {};
  const builtInTexts = builtIn.own ? textsOf(kind, builtIn.own) : {};
  return Object.fromEntries(
    Object.entries(textsOf(kind, value)).flatMap(([name, text]) => {
      // The built-in translation fits only the built-in text, so a changed text needs its own.
      const translation =
        translatedTexts[name] || (builtInTexts[name] === text ? builtIn.texts[name] : "");
      return translation ? [[name, translation]] : [];
    }),
  );
}
