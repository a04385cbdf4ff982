import type { ReactNode } from "react";
import type { ShownPage } from "../../src/content/contract";
import { type OperatorFacts, PublicShell } from "../ui/public-shell";
import { Closing } from "./closing";
import type { IllustrationName } from "./illustration";
import { PageHero } from "./page-hero";
import { Sections } from "./sections";

/** A page of the operator's texts: its top, what it alone has, the parts of its text, and an end. */
export function SitePage({
  operator,
  page,
  drawing,
  above,
  beside,
  sections = [],
  children,
}: {
  operator: OperatorFacts;
  /** What stands at the top; a page with a top of its own has it among its children. */
  page?: Pick<ShownPage, "heading" | "lead" | "picture">;
  drawing?: IllustrationName;
  /** Before the heading, such as the way back. */
  above?: ReactNode;
  /** Beneath the lead. */
  beside?: ReactNode;
  sections?: ShownPage["sections"];
  children?: ReactNode;
}) {
  return (
    <PublicShell operator={operator}>
      {page && drawing && (
        <PageHero above={above} drawing={drawing} page={page}>
          {beside}
        </PageHero>
      )}
      {children}
      <Sections sections={sections} />
      <Closing operator={operator} />
    </PublicShell>
  );
}
