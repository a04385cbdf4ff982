/** Content of the public site, as staff would write it. */
import { contentItems } from "../../db/schema/content";
import type { ContentValues } from "../../src/content/content-values-contract";
import type { TestServer } from "./server";
import { START } from "./server";

/** Publishes a piece of content, by default at the start of the test's clock. */
export function publish<Kind extends "post" | "member" | "milestone" | "banner" | "service">(
  { deps }: TestServer,
  kind: Kind,
  key: string,
  value: ContentValues[Kind],
  publishedAt = START,
): void {
  deps.db
    .insert(contentItems)
    .values({
      id: Bun.randomUUIDv7(),
      kind,
      key,
      value,
      state: "published",
      position: 10,
      version: 1,
      publishedAt,
      createdAt: START,
      updatedAt: START,
    })
    .run();
  deps.bus.publish({ type: "content" });
}

export const examplePost = (title: string): ContentValues["post"] => ({
  title,
  summary: `In short: ${title}.`,
  body: "## Why\n\nAt **length**, with [a link](/faq).",
  cover: null,
  author: "The office",
});

export const exampleService = (name: string): ContentValues["service"] => ({
  name,
  summary: `${name}, at a price you know.`,
  body: `## ${name}\n\nAsk us.`,
  picture: null,
  priceFromMinor: null,
});
