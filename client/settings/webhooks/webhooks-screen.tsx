import { Plus } from "lucide-react";
import { useState } from "react";
import type { EndpointSecret, Webhooks } from "../../../src/webhooks/contract";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";
import { EmptyState } from "../../ui/empty-state";
import { PageHeader } from "../../ui/page-header";
import { WebhookEndpointCard } from "./webhook-endpoint-card";
import { WebhookEndpointDialog } from "./webhook-endpoint-dialog";
import { WebhookSecretDialog } from "./webhook-secret-dialog";

/** The endpoints of other programs that are called when something happens, each with the log of its calls. */
export function WebhooksScreen({ endpoints, types }: Webhooks) {
  const [isAdding, setIsAdding] = useState(false);
  const [secret, setSecret] = useState<EndpointSecret | null>(null);
  const add = (
    <Button
      icon={<Plus aria-hidden="true" size={16} />}
      onClick={() => setIsAdding(true)}
      size="small"
    >
      Add webhook
    </Button>
  );
  return (
    <div className="max-w-3xl">
      <PageHeader
        actions={endpoints.length > 0 && add}
        dense
        detail="We call other systems as soon as something happens here, and sign the calls by the Standard Webhooks specification. Calls contain ids, states, times and amounts, but no names or contacts."
        title="Webhooks"
      />
      {endpoints.length === 0 ? (
        <Card>
          <EmptyState action={add} title="No webhooks yet">
            Add the address of another system, such as your accounting or your website.
          </EmptyState>
        </Card>
      ) : (
        <ul className="grid gap-4">
          {endpoints.map((endpoint) => (
            <li key={endpoint.id}>
              <WebhookEndpointCard endpoint={endpoint} onSecret={setSecret} types={types} />
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <WebhookEndpointDialog
          endpoint={null}
          onClose={() => setIsAdding(false)}
          onSecret={setSecret}
          types={types}
        />
      )}
      {secret && <WebhookSecretDialog onClose={() => setSecret(null)} secret={secret.secret} />}
    </div>
  );
}
