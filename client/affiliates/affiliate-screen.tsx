import { ArrowLeft } from "lucide-react";
import type { Affiliate } from "../../src/affiliates/contract";
import { ButtonLink } from "../ui/button-link";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { AffiliateForm } from "./affiliate-form";
import { StatementPart } from "./statement-part";

/** One affiliate: what they get for the trips of a month, and their details. */
export function AffiliateScreen({ affiliate }: { affiliate: Affiliate | null }) {
  if (!affiliate) return <AffiliateForm record={null} />;
  return (
    <>
      <PageHeader
        actions={
          <ButtonLink
            icon={<ArrowLeft aria-hidden size={16} />}
            size="small"
            to="/dispatch/dashboard/affiliates"
            variant="quiet"
          >
            All affiliates
          </ButtonLink>
        }
        dense
        title={affiliate.name}
      />
      <StatementPart id={affiliate.id} />
      <Section title="Details">
        <AffiliateForm key={affiliate.version} record={affiliate} />
      </Section>
    </>
  );
}
