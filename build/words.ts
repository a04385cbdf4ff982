/** Collects the texts of pages from the sources, and reports texts that cannot be translated. */
import { join } from "node:path";
import { type Node, parseSync } from "oxc-parser";
import { fileFaults } from "../client/files/chosen-file";
import { mobilityWords, serviceWords } from "../client/ui/trip-words";
import { paymentWords, troubleWords } from "../client/ui/service-facts";
import { incidentKindWords } from "../client/words/incident-words";
import { itemCategoryWords, carPlaceWords } from "../client/words/property-words";
import { contactTopicWords } from "../client/words/contact-topic-words";
import { type Dictionary, parts } from "../client/words/words";
import * as accounts from "../src/accounts/rules";
import * as enquiries from "../src/contact/enquiry-rules";
import { defaultFaq } from "../src/content/default-faq";
import { defaultServices } from "../src/content/default-offers";
import { defaultPages } from "../src/content/default-pages";
import { textsOf } from "../src/content/translation-rules";
import type { Texts } from "../src/content/content-values-contract";
import { DocumentKind } from "../src/documents/contract";
import { documentName } from "../src/documents/kinds";
import { ownerOf } from "../src/documents/rules";
import { answerFaultTexts } from "../src/drivers/application-rules";
import { errorCatalogue } from "../src/errors";
import { expenseWords } from "../src/fares/expense-rules";
import { NO_CONTACT_TEXT, NO_SMS_TEXT } from "../src/reservations/passenger-rules";
import { fieldTexts } from "../src/server/field-words";
import { written } from "../src/settings/languages/language-dates.gen";
import { languageCodes } from "../src/settings/languages/languages-contract";
import type { LanguageFacts } from "../src/settings/languages/language-facts-contract";
import { ourNameWords } from "../src/settings/names/our-names.gen";
import { dictionaryFile, isTranslated, type DictionarySource } from "./dictionaries";

/** The parts that have a dictionary. */
export const sources: readonly DictionarySource[] = [...parts, "price", "server"];

/** The languages with dictionaries: all except English, the language of the sources. */
export const translatedLanguages = languageCodes.filter((code) => code !== "en");

/** Beginning of a path → the part whose dictionary has its texts. The first that matches applies. */
const partsByPath: readonly (readonly [start: string, part: DictionarySource])[] = [
  ["src/fares/line-words.ts", "price"],
  ["src/fares/driver-pay-words.ts", "driving"],
  ["src/payouts/words.ts", "driving"],
  ["src/", "server"],
  ["client/riders/sign-in/", "sign-in"],
  ["client/sign-in/", "sign-in"],
  ["client/routes/_rider/{$brand}Client/", "sign-in"],
  ["client/routes/_rider/signin.", "sign-in"],
  ["client/riders/booking/", "booking"],
  ["client/booking/trip-places.ts", "trips"],
  ["client/booking/", "booking"],
  ["client/routes/_rider/_protected/booking", "booking"],
  ["client/routes/_rider/reservation", "booking"],
  ["client/widget/", "booking"],
  ["client/routes/widget", "booking"],
  ["client/riders/trips/", "trips"],
  ["client/routes/_rider/_protected/trips/", "trips"],
  ["client/riders/account/", "account"],
  ["client/words/browser-name-text.ts", "account"],
  ["client/words/failures.ts", "failures"],
  ["client/failure-words.ts", "failures"],
  ["client/routes/_rider/_protected/profile/", "account"],
  ["client/pwa/phone-notifications.tsx", "account"],
  ["client/calendars/", "account"],
  ["client/repeating/", "trips"],
  ["client/messages/", "trips"],
  ["client/tracking/pay-", "pay"],
  ["client/tracking/quote-", "quote"],
  ["client/tracking/terms-", "quote"],
  ["client/tracking/approve-", "quote"],
  ["client/tracking/affiliate-", "quote"],
  ["client/tracking/token-", "quote"],
  ["client/tracking/", "tracking"],
  ["client/ui/arrival-countdown.tsx", "tracking"],
  ["client/ui/position-age.tsx", "tracking"],
  ["client/ui/server-time.ts", "tracking"],
  ["client/routes/track.", "tracking"],
  ["client/routes/pay.", "pay"],
  ["client/routes/quote.", "quote"],
  ["client/routes/_rider/approve.", "quote"],
  ["client/routes/affiliate.", "quote"],
  ["client/routes/terms.", "quote"],
  ["client/ui/consent.tsx", "site"],
  ["client/site/enquiries/", "enquiry"],
  ["client/site/service-pages/", "enquiry"],
  ["client/routes/company-account.lazy", "enquiry"],
  ["client/site/ride/class-equipment.tsx", "site"],
  ["client/site/ride/ride-kinds.tsx", "site"],
  ["client/site/ride/", "ride"],
  ["client/routes/request-ride.lazy", "ride"],
  ["client/site/", "site"],
  ["client/applications/", "apply"],
  ["client/routes/driver-apply", "apply"],
  ["client/driving/", "driving"],
  ["client/routes/driver/", "driving"],
  ["client/routes/{$brand}Driver/", "driving"],
  ["client/ui/driver-shell.tsx", "driving"],
  ["client/ui/driver-pay-lines.tsx", "driving"],
  ["client/billing/", "driving"],
  ["client/availability/", "driving"],
  ["client/routes/__root.tsx", "shared"],
  ["client/routes/", "site"],
  ["client/", "shared"],
];

/** Rules with texts for screens. The server uses them too. */
const ruleFiles = [
  "src/fares/line-words.ts",
  "src/fares/driver-pay-words.ts",
  "src/payouts/words.ts",
];

/** Files of the server with texts for visitors and drivers. */
const serverFiles = [
  "src/availability/actions.ts",
  "src/content/operator-facts-rules.ts",
  "src/content/queries.ts",
  "src/content/rules.ts",
  "src/dispatch/assignment/reassign-actions.ts",
  "src/dispatch/assignment/offer-actions.ts",
  "src/dispatch/driver-run/early-start-actions.ts",
  "src/documents/kinds.ts",
  "src/flights/apply-flight-actions.ts",
  "src/documents/review-actions.ts",
  "src/fares/price-list-rules.ts",
  "src/fares/published-prices-rules.ts",
  "src/messages/notify-actions.ts",
  "src/notifications/texts/driver-texts.ts",
  "src/notifications/texts/texts.ts",
  "src/payments/expenses/expense-actions.ts",
  "src/payouts/close-actions.ts",
  "src/payouts/entry-actions.ts",
  "src/property/report-actions.ts",
  "src/reservations/feedback/feedback-actions.ts",
  "src/reservations/messages/messages.ts",
  "src/reservations/messages/reminder-actions.ts",
  "src/settings/translation/offers-rules.ts",
  "src/settings/translation/translator-rules.ts",
];

/**
 * Files in which every text must be translatable. Files for riders and drivers are added here and never
 * removed.
 */
const translatedPaths: readonly string[] = [
  "client/availability/availability-cards.tsx",
  "client/availability/day",
  "client/availability/preferences.tsx",
  "client/availability/section-sheet.tsx",
  "client/availability/use-section-save.ts",
  "client/availability/week-hours.tsx",
  "client/availability/words.ts",
  "client/billing/account-",
  "client/billing/not-my-statement.tsx",
  "client/billing/payment-badge.tsx",
  "client/driving/",
  "client/pwa/save-trips.ts",
  "client/pwa/phone-notifications.tsx",
  "client/routes/driver/",
  "client/routes/{$brand}Driver/",
  "client/ui/driver-shell.tsx",
  "client/ui/language-choice.tsx",
  "client/ui/driver-pay-lines.tsx",
  "client/sign-in/",
  "client/phone-input/",
  "client/routes/_rider/{$brand}Client/",
  "client/routes/_rider/signin.",
  "client/routes/_rider/_protected/profile/",
  "client/routes/__root.tsx",
  "client/error-pages.tsx",
  "client/pwa/offline-document.tsx",
  "client/ui/arrival-countdown.tsx",
  "client/ui/auth-layout.tsx",
  "client/ui/code-field.tsx",
  "client/ui/consent.tsx",
  "client/ui/combobox.tsx",
  "client/ui/confirm-dialog.tsx",
  "client/ui/definition-list.tsx",
  "client/ui/demo-banner.tsx",
  "client/ui/dialog.tsx",
  "client/ui/error-state.tsx",
  "client/ui/field.tsx",
  "client/ui/flight-status.tsx",
  "client/ui/needs-scripts.tsx",
  "client/ui/offline-banner.tsx",
  "client/ui/plate.tsx",
  "client/ui/popup.tsx",
  "client/ui/position-age.tsx",
  "client/ui/rider-shell.tsx",
  "client/ui/route-line.tsx",
  "client/ui/search-field.tsx",
  "client/ui/sheet.tsx",
  "client/ui/server-time.ts",
  "client/ui/skeleton.tsx",
  "client/ui/skip-link.tsx",
  "client/ui/stepper.tsx",
  "client/ui/trip-price.tsx",
  "client/ui/fare-lines.tsx",
  "client/map/map-view.tsx",
  "client/map/free-map.tsx",
  "client/map/point-picker.tsx",
  "client/map/map-contents.ts",
  "client/booking/",
  "client/riders/",
  "client/applications/file-control",
  "client/applications/languages-field",
  "client/applications/plain-form",
  "client/applications/progress",
  "client/applications/application-received",
  "client/applications/status/",
  "client/applications/steps/",
  "client/applications/suggest-field",
  "client/applications/use-",
  "client/applications/wizard",
  "client/routes/driver-apply",
  "client/tracking/",
  "client/repeating/",
  "client/messages/",
  "client/routes/_rider/_protected/booking",
  "client/routes/_rider/_protected/trips/",
  "client/routes/_rider/reservation",
  "client/routes/track.",
  "client/routes/pay.",
  "client/routes/affiliate.",
  "client/routes/quote.",
  "client/routes/terms.",
  "client/widget/continue-booking-document.tsx",
  "client/widget/prices.tsx",
  "client/widget/trip-form.tsx",
  "client/widget/widget.tsx",
  "client/routes/widget",
  "client/site/",
  "client/routes/about",
  "client/routes/blog/",
  "client/routes/company-account",
  "client/routes/contact-us",
  "client/routes/depanage",
  "client/routes/faq",
  "client/routes/fleet",
  "client/routes/found-property",
  "client/routes/history",
  "client/routes/home-care",
  "client/routes/index",
  "client/routes/joinUs",
  "client/routes/language-translation",
  "client/routes/lost-property",
  "client/routes/opening",
  "client/routes/pricing",
  "client/routes/request-ride",
  "client/routes/services",
  "client/routes/team",
];

const translatedDocumentKinds = DocumentKind.options.filter(
  (kind) => ownerOf(kind) !== "affiliate",
);

/** Errors about names and contacts in the rules of accounts. */
const accountErrors = [
  ...["firstName", "lastName"].flatMap((field) =>
    ["", "\0", "a".repeat(81)].map((name) => accounts.personNameError(field, name) ?? ""),
  ),
  accounts.FIELD_REQUIRED,
  accounts.INVALID_EMAIL,
  accounts.INVALID_PHONE,
];

/** Tables that `t.known` translates and that dispatch reads in English, by the part with the translations. */
const tables: readonly (readonly [part: DictionarySource, ...tables: object[]])[] = [
  ["shared", serviceWords, mobilityWords, troubleWords, paymentWords],
  ["shared", accountErrors, [accounts.INVALID_IDENTIFIER]],
  ["failures", fieldTexts, accountErrors, answerFaultTexts, [NO_CONTACT_TEXT, NO_SMS_TEXT]],
  ["booking", [NO_CONTACT_TEXT, NO_SMS_TEXT]],
  ["apply", fileFaults],
  ["driving", fileFaults],
  [
    "driving",
    translatedDocumentKinds.map((kind) => documentName(kind)),
    expenseWords,
    incidentKindWords,
  ],
  ["driving", itemCategoryWords, carPlaceWords],
  ["enquiry", contactTopicWords, itemCategoryWords, carPlaceWords],
  ["enquiry", enquiries.mobilityChoices, enquiries.meetingChoices, enquiries.troubleChoices],
  ["enquiry", enquiries.tripsPerMonthChoices, enquiries.itemHolderWords],
];

/** Texts that are the same in every language. */
const untranslatableWords = new Set([
  "Google",
  "Google Maps",
  "Apple Maps",
  "Apple",
  "Samsung Internet",
  "Mac OS X",
  "GeoNames (CC BY 4.0), IP2Location LITE",
  "…T…",
  "…&language=…",
  "…=…; path=/; max-age=…; samesite=lax…",
]);

/** A text in the sources. */
interface Sentence {
  /** Its key in the dictionaries. */
  key: string;
  part: DictionarySource;
  /** Whether the text counts something, so that the dictionaries have each plural form of it. */
  isCounted: boolean;
  /** Path and line. */
  at: string;
}

export interface CollectedWords {
  sentences: Sentence[];
  /** Each fault, with its path and line. */
  faults: string[];
}

/**
 * Collects the texts of all of `client` and of the server's files with texts. In the files of `translatedPaths`, reports
 * texts that nobody can translate.
 */
export async function collectWords(root: string): Promise<CollectedWords> {
  const collectedWords: CollectedWords = { sentences: [], faults: [] };
  const files = ["client/**/*.{ts,tsx}", ...ruleFiles, ...serverFiles]
    .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(root)])
    .sort();
  for (const path of files) {
    if (path.endsWith(".gen.ts") || path.startsWith("client/words/words.")) continue;
    const fileWords = wordsOf(path, await Bun.file(join(root, path)).text());
    collectedWords.sentences.push(...fileWords.sentences);
    if (translatedPaths.some((start) => path.startsWith(start)))
      collectedWords.faults.push(...fileWords.faults);
    else
      collectedWords.faults.push(
        ...fileWords.faults.filter((fault) => fault.includes("written out")),
      );
  }
  for (const start of [...translatedPaths, ...partsByPath.map(([home]) => home)])
    if (!files.some((path) => path.startsWith(start)))
      collectedWords.faults.push(`build/words.ts: no file is at ${start}`);
  for (const [part, ...words] of tables)
    for (const key of words.flatMap((table): string[] => Object.values(table)))
      collectedWords.sentences.push({ key, part, isCounted: false, at: "build/words.ts" });
  // The last two codes are the client's own: there was no answer, or one without a code.
  for (const key of [...Object.keys(errorCatalogue), "network", "unknown"]) {
    if (nonRiderFailurePattern.test(key) && !driverFailurePattern.test(key)) continue;
    collectedWords.sentences.push({ key, part: "failures", isCounted: false, at: "src/errors.ts" });
  }
  return collectedWords;
}

/** Codes among `nonRiderFailurePattern` that drivers can get. */
const driverFailurePattern =
  /^(?:driver\.(?:unknown|suspended)|incident\.(?:in_future|not_of_trip|too_many_photos|too_old)|no_show|document\.no_vehicle|tap|cash|expense\.(?:closed|currency|decided|too_many)|stop|boarding|offer|assignment\.(?:driver_overlap|no_waybill|refused))\b/;

/** Codes of failures that riders never get. */
const nonRiderFailurePattern =
  /^(?:affiliate\.booked_there|company\.name_taken|contact\.(?:stale|no_\w+|too_many_templates)|property\.(?:matched|too_early)|card\.refused|admin|rider_merge|driver|vehicle|vehicle_class|vehicle_data|view|application\.(?:no\w+)|document|fees|flight|region|zone|offer|assignment|boarding|no_show|staff|second_factor|logo|tap|stop|cash|expense|import|incident|invoice|key|payment\.(?!link_unknown|link_ended|paid$|paid_already|nothing_due|under_way|no_provider|refused|no_answer|by_phone)\w+|payout|quote\.(?:open|too_late)|trip\.not_on_map|reservation\.amount_due|webhook|website|tracking\.off_duty)\b|^totp_required$/;

/** Attributes that people read or hear. */
const textAttributes = new Set(
  "aria-label aria-description aria-roledescription aria-valuetext title placeholder alt label hint error busyLabel action detail heading what text what description caption".split(
    " ",
  ),
);
const letterPattern = /\p{L}/u;
/** Matches a text in a line of a price, but not a name in the code or a placeholder alone. */
const priceTextPattern = /^(?![a-z]\w*$)(?!\{\w+\}$).*\p{L}/u;
/** Matches a sentence or part of one, but not a class, a code or an address. */
const sentencePattern = /^(?!M[-\d…])[\p{Lu}…“‘][^_/]*\p{L}.*(?:\s\S|[.?!…:]$)/u;

/** Returns the texts of one file. `path` is relative to the root. */
export function wordsOf(path: string, source: string): CollectedWords {
  const part = partsByPath.find(([start]) => path.startsWith(start))?.[1] ?? "shared";
  const { program, errors } = parseSync(path, source);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const sentences: Sentence[] = [];
  const faults: string[] = [];
  const at = (node: { start: number }) =>
    `${path}:${source.slice(0, node.start).split("\n").length}`;
  const add = (node: Node, text: Node | undefined, isCounted = false, context?: Node) => {
    const contextText = context && literalOf(context);
    const keys = text ? textsOfExpression(text).map(literalOf) : [];
    if (keys.length === 0 || (context && contextText === undefined)) keys.push(undefined);
    for (const key of keys) {
      if (key === undefined) {
        faults.push(`${at(node)}: a text that is said must be written out in its place`);
        continue;
      }
      const sentenceKey = contextText === undefined ? key : `${contextText}|${key}`;
      sentences.push({ key: sentenceKey, part, isCounted, at: at(node) });
    }
  };
  const reportUntranslated = (node: Node, text: string) => {
    const trimmedText = text.trim().replace(/\s+/g, " ");
    if (untranslatableWords.has(trimmedText)) return;
    faults.push(`${at(node)}: “${trimmedText}” is said in English only`);
  };
  /** Returns all texts that an expression can return. */
  const textsOfExpression = (node: Node): Node[] => {
    if (node.type === "ConditionalExpression") {
      return [...textsOfExpression(node.consequent), ...textsOfExpression(node.alternate)];
    }
    if (node.type === "JSXExpressionContainer") return textsOfExpression(node.expression);
    if (node.type === "LogicalExpression")
      return [...textsOfExpression(node.left), ...textsOfExpression(node.right)];
    return [node];
  };
  const reportShownText = (node: Node) => {
    for (const one of textsOfExpression(node)) {
      const text = one.type === "TemplateLiteral" ? templateText(one) : literalOf(one);
      if (text !== undefined && letterPattern.test(text)) reportUntranslated(one, text);
    }
  };

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one case for each kind of node
  const visit = (node: Node): void => {
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportAllDeclaration":
      case "ThrowStatement":
      case "TSLiteralType":
        return;
      case "JSXText":
        if (letterPattern.test(node.value)) reportUntranslated(node, node.value);
        return;
      case "JSXElement":
      case "JSXFragment":
        for (const child of node.children) {
          if (child.type === "JSXExpressionContainer") reportShownText(child.expression);
        }
        break;
      case "JSXOpeningElement":
        if (node.name.type === "JSXIdentifier" && node.name.name === "RichSentence") {
          for (const attribute of node.attributes) {
            if (attribute.type !== "JSXAttribute") continue;
            if (attribute.name.name === "text") add(attribute, attribute.value ?? undefined);
            else if (attribute.value) visit(attribute.value);
          }
          return;
        }
        break;
      case "JSXAttribute": {
        const name = String(node.name.name);
        if (name === "className" || name === "d") return;
        if (!textAttributes.has(name) || !node.value) break;
        if (node.value.type === "JSXExpressionContainer") reportShownText(node.value.expression);
        else reportShownText(node.value);
        if (node.value.type === "Literal") return;
        break;
      }
      case "CallExpression": {
        const { callee, arguments: args } = node;
        const [first, second, third] = args;
        if (isTranslator(callee)) add(node, first);
        else if (callee.type === "Identifier" && callee.name === "phrase") {
          add(node, first, false, second);
        } else if (
          callee.type === "MemberExpression" &&
          isTranslator(callee.object) &&
          callee.property.type === "Identifier"
        ) {
          const { name } = callee.property;
          if (name === "in") add(node, second, false, first);
          if (name === "count") {
            if (literalOf(second) === undefined) add(node, second);
            add(node, third, true);
          }
          if (!["in", "count", "of", "known"].includes(name)) break;
        } else break;
        for (const argument of args) {
          if (argument.type !== "Literal") visit(argument);
        }
        return;
      }
      case "Literal":
        if (typeof node.value !== "string") return;
        if (part === "price" && priceTextPattern.test(node.value)) add(node, node);
        else if (part !== "price" && sentencePattern.test(node.value))
          reportUntranslated(node, node.value);
        return;
      case "TemplateLiteral": {
        const text = templateText(node);
        if (sentencePattern.test(text)) reportUntranslated(node, text);
        break;
      }
    }
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child);
      }
    }
  };
  visit(program as unknown as Node);
  return { sentences, faults: [...new Set(faults)] };
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** Whether an expression is called `t`, or is the `t` of a page's words. */
function isTranslator(node: Node): boolean {
  if (node.type === "Identifier") return node.name === "t";
  return (
    node.type === "MemberExpression" &&
    node.property.type === "Identifier" &&
    node.property.name === "t"
  );
}

function literalOf(node: Node | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return templateText(node);
  return undefined;
}

function templateText({ quasis }: Extract<Node, { type: "TemplateLiteral" }>): string {
  return quasis.map(({ value }) => value.cooked ?? "").join("…");
}

/** Returns the keys that the dictionary of each part must have. Those of `shared` are available everywhere. */
export function requiredKeys(
  sentences: readonly Sentence[],
): Map<DictionarySource, Map<string, Sentence>> {
  const sentencesByPart = new Map(sources.map((part) => [part, new Map<string, Sentence>()]));
  const sharedSentences = sentencesByPart.get("shared");
  for (const sentence of sentences) {
    if (sentence.part === "shared") sharedSentences?.set(sentence.key, sentence);
  }
  for (const sentence of sentences) {
    const { part, key } = sentence;
    if (part !== "failures" && part !== "price" && part !== "server" && sharedSentences?.has(key))
      continue;
    sentencesByPart.get(part)?.set(key, sentence);
  }
  return sentencesByPart;
}

/** The default texts of the website in English, by kind and key of the item. */
export const websiteTexts: Readonly<Record<string, Texts>> = Object.fromEntries([
  ...Object.entries(defaultPages).map(([key, value]) => [`page/${key}`, textsOf("page", value)]),
  ...Object.entries(defaultServices).map(([key, value]) => [
    `service/${key}`,
    textsOf("service", value),
  ]),
  ...Object.entries(defaultFaq).map(([key, value]) => [`faq/${key}`, textsOf("faq", value)]),
]);

/** The names that Livery comes with, such as those of vehicle classes. */
export const ourNames = Object.keys(ourNameWords.en);

/** Returns the texts in a language's messages that are still English, as "language/file: text". */
export async function untranslatedMessages(root: string, language: string): Promise<string[]> {
  const untranslatedTexts: string[] = [];
  const facts: LanguageFacts = (await import(join(root, `languages/${language}/language.ts`)))
    .default;
  const sameAsEnglish = new Set(facts.sameAsEnglish);
  for (const name of ["messages", "order-messages"]) {
    const textsIn = async (code: string) =>
      textsOfSource(await Bun.file(join(root, `languages/${code}/${name}.ts`)).text());
    const english = await textsIn("en");
    for (const text of await textsIn(language))
      if (english.has(text) && !sameAsEnglish.has(text))
        untranslatedTexts.push(`${language}/${name}: ${text}`);
  }
  return untranslatedTexts;
}

/** Returns the texts in a source, with `…` for their values. */
function textsOfSource(source: string): Set<string> {
  const texts = new Set<string>();
  const visit = (node: Node): void => {
    // Import paths and texts that are compared are not shown to anybody.
    if (node.type === "ImportDeclaration" || node.type === "BinaryExpression") return;
    const text = node.type === "TemplateLiteral" ? templateText(node) : literalOf(node);
    if (text !== undefined && letterPattern.test(text)) texts.add(text);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseSync("messages.ts", source).program as unknown as Node);
  return texts;
}

/** Writes a file only if its content has changed. An unchanged file keeps its layout. */
async function writeIfChanged(
  file: Bun.BunFile,
  oldContent: unknown,
  newContent: unknown,
): Promise<void> {
  if (JSON.stringify(oldContent) !== JSON.stringify(newContent))
    await file.write(`${JSON.stringify(newContent, null, 2)}\n`);
}

/** Reads a dictionary. Empty if the language has no such file yet. */
const readJsonOrEmpty = async (file: Bun.BunFile) => ((await file.exists()) ? file.json() : {});

/**
 * Updates the keys of the dictionaries from the sources: new ones are added without a translation, unused ones
 * are removed. A language without files gets them. Returns the untranslated keys, as "language/part: key".
 */
export async function updateDictionaries(root: string): Promise<string[]> {
  const { sentences } = await collectWords(root);
  const untranslatedKeys: string[] = [];
  for (const language of translatedLanguages) {
    const fileOf = (part: DictionarySource) => Bun.file(dictionaryFile(root, language, part));
    const dictionariesBefore: [DictionarySource, Dictionary][] = await Promise.all(
      sources.map(async (part) => [part, await readJsonOrEmpty(fileOf(part))]),
    );
    // A text may have moved to another part.
    const translationsOfAllParts: Dictionary = Object.assign(
      {},
      ...dictionariesBefore.map(([, dictionary]) => dictionary),
    );
    const partDictionaries = new Map(dictionariesBefore);
    for (const [part, wantedSentences] of requiredKeys(sentences)) {
      const file = fileOf(part);
      const translations = { ...translationsOfAllParts, ...partDictionaries.get(part) };
      const newDictionary: Dictionary = {};
      for (const [key, { isCounted }] of [...wantedSentences].sort(([a], [b]) =>
        a < b ? -1 : 1,
      )) {
        const translation =
          translations[key] ?? (isCounted ? written[language].forms.map(() => "") : "");
        newDictionary[key] = translation;
        if (!isTranslated(translation)) untranslatedKeys.push(`${language}/${part}: ${key}`);
      }
      await writeIfChanged(file, partDictionaries.get(part), newDictionary);
    }
    const file = Bun.file(join(root, `languages/${language}/website.json`));
    const translatedItems: Record<string, Texts> = await readJsonOrEmpty(file);
    const texts = Object.entries(websiteTexts).map(([item, englishTexts]) => {
      const translatedFields = Object.keys(englishTexts).map((name) => [
        name,
        translatedItems[item]?.[name] ?? "",
      ]);
      untranslatedKeys.push(
        ...translatedFields.flatMap(([name, text]) => (text ? [] : `${language}/${item}: ${name}`)),
      );
      return [item, Object.fromEntries(translatedFields)];
    });
    await writeIfChanged(file, translatedItems, Object.fromEntries(texts));
    const namesFile = Bun.file(join(root, `languages/${language}/names.json`));
    const translatedNames: Record<string, string> = await readJsonOrEmpty(namesFile);
    const updatedNames = ourNames.map((name) => [name, translatedNames[name] ?? ""] as const);
    for (const [name, text] of updatedNames)
      if (!text) untranslatedKeys.push(`${language}/names: ${name}`);
    await writeIfChanged(namesFile, translatedNames, Object.fromEntries(updatedNames));
    untranslatedKeys.push(...(await untranslatedMessages(root, language)));
  }
  return untranslatedKeys;
}
