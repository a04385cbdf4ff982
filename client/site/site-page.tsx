import type { ReactNode } from "react";
import type { ShownPage } from "../../src/content/contract";
import type { OperatorFacts } from "./operator-facts";
import { PublicShell } from "./public-shell";
import { ClosingBanner } from "./lazy-closing-banner";
import type { IllustrationName } from "./illustration";
import { PageHero } from "./page-hero";

/** A page of the operator's texts: its top, its own content, its text sections, and the end. */
export function SitePage({
  operator,
  page,
  drawing,
  aboveContent,
  belowLead,
  sections,
  hiddenSections,
  children,
}: {
  operator: OperatorFacts;
  /** The content of the top of the page. */
  page: Pick<ShownPage, "heading" | "lead" | "picture">;
  drawing: IllustrationName;
  /** The content before the heading, such as a back link. */
  aboveContent?: ReactNode;
  /** Below the lead. */
  belowLead?: ReactNode;
  sections?: ShownPage["sections"];
  /** The keys of the sections shown elsewhere or nowhere. Must always be the same array. */
  hiddenSections?: readonly string[] | undefined;
  children?: ReactNode;
}) {
  return (
    <PublicShell operator={operator}>
      <PageHero aboveContent={aboveContent} drawing={drawing} page={page}>
        {belowLead}
      </PageHero>
      {children}
      <ClosingBanner operator={operator} sections={sections} hiddenSections={hiddenSections} />
    </PublicShell>
  );
}
