import type { ReactNode } from "react";
import type { ShownPage } from "../../src/content/contract";
import type { OperatorFacts } from "./operator-facts";
import { PublicShell } from "./public-shell";
import { Closing } from "./closing";
import type { IllustrationName } from "./illustration";
import { PageHero } from "./page-hero";

/** A page of the operator's texts: its top, what it alone has, the parts of its text, and an end. */
export function SitePage({
  operator,
  page,
  drawing,
  above,
  beside,
  sections,
  without,
  children,
}: {
  operator: OperatorFacts;
  /** What stands at the top. */
  page: Pick<ShownPage, "heading" | "lead" | "picture">;
  drawing: IllustrationName;
  /** Before the heading, such as the way back. */
  above?: ReactNode;
  /** Beneath the lead. */
  beside?: ReactNode;
  sections?: ShownPage["sections"];
  /** Of them those that stand elsewhere or nowhere, by their keys: always the same array. */
  without?: readonly string[] | undefined;
  children?: ReactNode;
}) {
  return (
    <PublicShell operator={operator}>
      <PageHero above={above} drawing={drawing} page={page}>
        {beside}
      </PageHero>
      {children}
      <Closing operator={operator} sections={sections} without={without} />
    </PublicShell>
  );
}
