/** Programs add their own webhooks, which are called while their key is valid. */
import { afterEach, beforeEach, expect, test } from "bun:test";
import { webhookDeliveries } from "../../db/schema/webhooks";
import { recordWebhook } from "../../src/webhooks/record-actions";
import { createApiKey, withApiKey } from "../support/api-keys";
import { createCompany } from "../support/companies";
import { type Browser, createTestServer, refusal, type TestServer } from "../support/server";
import { signInAdmin } from "../support/staff";
import { addEndpoint } from "../support/webhooks";

let server: TestServer;
let owner: Browser;
beforeEach(async () => {
  server = await createTestServer();
  server.deps.config.allowsLoopback = true;
  owner = await signInAdmin(server);
});
afterEach(() => server.close());

const PATH = "/partner/v1/webhooks";
const TEST_WEBHOOK = { url: "http://127.0.0.1:9/hook" };

/** Returns a program with its own key, and the id of the key. */
async function program(key = {}) {
  const made = await createApiKey(owner, { scopes: ["events"], ...key });
  return { id: made.key.id, by: withApiKey(server.browser(), made.token) };
}
const idsOf = async (answer: Response) =>
  ((await answer.json()) as { webhooks: { id: string }[] }).webhooks.map(({ id }) => id);
const record = () =>
  server.deps.write((tx) => {
    const now = server.deps.now();
    recordWebhook(tx, "rider.created", { at: now, now }, () => ({ id: "a" }));
  });
const told = () =>
  server.deps.db
    .select()
    .from(webhookDeliveries)
    .all()
    .map(({ endpointId }) => endpointId);

test("a program sees and deletes only its own webhooks, and owners see all", async () => {
  const { by } = await program();
  const { by: otherProgram } = await program();
  const createdAnswer = await by.post(PATH, TEST_WEBHOOK);
  expect(createdAnswer.status).toBe(201);
  const { id, secret } = (await createdAnswer.json()) as { id: string; secret: string };
  expect(secret).toStartWith("whsec_");
  const { id: ownerEndpointId } = await addEndpoint(owner, "http://127.0.0.1:9/own");
  expect(await idsOf(await by.get(PATH))).toEqual([id]);
  expect(await idsOf(await otherProgram.get(PATH))).toEqual([]);
  for (const foreignId of [id, ownerEndpointId, "none"])
    expect((await otherProgram.delete(`${PATH}/${foreignId}`)).status).toBe(404);
  expect((await by.delete(`${PATH}/${ownerEndpointId}`)).status).toBe(404);
  const all = await (await owner.get("/admin/webhooks")).text();
  expect([all.includes(id), all.includes(ownerEndpointId)]).toEqual([true, true]);
  expect(await idsOf(await by.delete(`${PATH}/${id}`))).toEqual([]);
});

test("the server calls a webhook until its API key is revoked or expires", async () => {
  const revoked = await program();
  const expiringKey = await program({ expiresOn: "2026-11-20" });
  const ids: string[] = [];
  for (const { by } of [revoked, expiringKey])
    ids.push(((await (await by.post(PATH, TEST_WEBHOOK)).json()) as { id: string }).id);
  await record();
  expect(told().toSorted()).toEqual(ids.toSorted());
  await owner.delete(`/admin/api-keys/${revoked.id}`);
  await record();
  expect(told()).toHaveLength(3);
  server.advance(24 * 3_600_000);
  await record();
  expect(told()).toHaveLength(3);
});

test("the server refuses a webhook inside the network, by a company's key or without the scope", async () => {
  const { by } = await program();
  server.deps.config.allowsLoopback = false;
  const inside = await by.post(PATH, TEST_WEBHOOK);
  expect([
    inside.status,
    Object.keys(((await inside.json()) as { fields: object }).fields),
  ]).toEqual([400, ["url"]]);
  const company = await program({ companyId: (await createCompany(owner)).id });
  expect(await refusal(await company.by.post(PATH, TEST_WEBHOOK))).toEqual([403, "key.company"]);
  expect(await refusal(await company.by.get(PATH))).toEqual([403, "key.company"]);
  const reading = await program({ scopes: ["read"] });
  expect(await refusal(await reading.by.get(PATH))).toEqual([403, "key.scope"]);
});
