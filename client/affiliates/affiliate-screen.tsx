import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import type { Affiliate } from "../../src/affiliates/contract";
import { ButtonLink } from "../ui/button-link";
import { PageHeader } from "../ui/page-header";
import { Section } from "../ui/section";
import { AffiliateForm } from "./affiliate-form";
import { PricesPart } from "./prices-part";
import { StatementPart } from "./statement-part";

/** One affiliate: what they get for the trips of a month, their prices, documents and details. */
export function AffiliateScreen({
  affiliate,
  documents,
}: {
  affiliate: Affiliate | null;
  documents: ReactNode;
}) {
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
      {affiliate.rateKind === "price_list" && <PricesPart prices={affiliate.prices} />}
      {documents && <div className="mt-8">{documents}</div>}
      <Section title="Details">
        <AffiliateForm
          key={`${affiliate.version} ${affiliate.insuranceUntil}`}
          record={affiliate}
        />
      </Section>
    </>
  );
}
