import type { ContentItem } from "../../src/content/content-desk-contract";
import type { NamesValue } from "../../src/content/content-values-contract";
import { ButtonLink } from "../ui/button-link";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";
import { PlainLink } from "../ui/plain-link";
import { LanguageTabs } from "./language-tabs";

const linkStyle = "text-accent-text underline underline-offset-4";

/**
 * Lists the names that riders read, in the main language. They are changed on their own screens and translated here.
 */
export function TranslatableNames({ item }: { item: ContentItem }) {
  const { texts } = item.value as NamesValue;
  return (
    <div className="max-w-6xl">
      <PageHeader
        actions={
          <ButtonLink size="small" to="/dispatch/dashboard/website" variant="quiet">
            All texts
          </ButtonLink>
        }
        dense
        title={item.title}
      />
      <LanguageTabs item={item} />
      <p className="mb-4 max-w-prose">
        Riders read these names. Translate each name here for every language. If you change a name,
        translate the new name. You can change the names under:{" "}
        <PlainLink className={linkStyle} href="/dispatch/dashboard/VehicleManagement">
          Vehicles
        </PlainLink>
        ,{" "}
        <PlainLink className={linkStyle} href="/dispatch/dashboard/FeeManagement/zones">
          Zones
        </PlainLink>
        ,{" "}
        <PlainLink className={linkStyle} href="/dispatch/dashboard/FeeManagement">
          Fees
        </PlainLink>
        .
      </p>
      <Card flush>
        <ul className="divide-y divide-line">
          {Object.keys(texts).map((name) => (
            <li className="break-words px-4 py-2" key={name}>
              {name}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
