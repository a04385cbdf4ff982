/** An endpoint run by somebody else: a server on loopback that records what it receives. */
import type { Endpoint, EndpointSecret, Webhooks } from "../../src/webhooks/contract";
import type { Browser } from "./server";

export interface Call {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Starts the server. A test may replace `answer` while it runs. */
export function startReceiver(answer: (call: Call) => Response | Promise<Response> = ok) {
  const calls: Call[] = [];
  const receiver = {
    answer,
    calls,
    url: "",
    types: () => calls.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: () => server.stop(true),
  };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const call = {
        path: new URL(request.url).pathname,
        headers: request.headers.toJSON(),
        body: await request.text(),
      };
      calls.push(call);
      return receiver.answer(call);
    },
  });
  receiver.url = `http://127.0.0.1:${server.port}/hooks`;
  return receiver;
}

const ok = () => new Response("taken");

/** Adds an endpoint with the real call, and also returns its secret. */
export async function addEndpoint(
  owner: Browser,
  url: string,
  types: string[] | null = null,
): Promise<Endpoint & EndpointSecret> {
  const answer = await owner.post("/admin/webhooks", { url, description: "", types });
  if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
  const made = (await answer.json()) as EndpointSecret;
  return { ...(await findEndpoint(owner, made.id)), ...made };
}

/** Returns an endpoint as its owner sees it now. */
export async function findEndpoint(owner: Browser, id: string): Promise<Endpoint> {
  const { endpoints } = (await (await owner.get("/admin/webhooks")).json()) as Webhooks;
  const found = endpoints.find((one) => one.id === id);
  if (!found) throw new Error(`there is no endpoint ${id}`);
  return found;
}
