/** Receivers of messages on the loopback address: a mail server and an SMS gateway. */
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A message as its recipient receives it. */
export type ReceivedMessage = {
  to: string;
  subject: string;
  text: string;
  /** The names and types of its attachments. */
  files?: [name: string, type: string][];
  /** The headers of an e-mail by which mail programs group conversations. */
  thread?: { id: string; inReplyTo: string; references: string; replyTo: string; auto: string };
};

export type Postbox = {
  /** The URL to configure: `SMTP_URL`, or the gateway's URL. */
  url: string;
  received: ReceivedMessage[];
  /** Waits up to ten seconds for a matching message to a recipient, and returns the match in the newest one. */
  wait: (to: string, pattern: RegExp) => Promise<RegExpExecArray>;
  close: () => Promise<void>;
};

function waiting(received: ReceivedMessage[]): Postbox["wait"] {
  return async (to, pattern) => {
    const deadline = Date.now() + 10_000;
    for (;;) {
      for (const message of [...received].reverse()) {
        const found = message.to === to && pattern.exec(message.text);
        if (found) return found;
      }
      if (Date.now() > deadline)
        throw new Error(`No message to ${to} with ${pattern}: ${JSON.stringify(received)}`);
      await Bun.sleep(50);
    }
  };
}

/** Starts a real SMTP server, on a given port or any free one, and if an account is given only for that account. */
export async function startMailbox(
  port = 0,
  account?: { user: string; password: string },
): Promise<Postbox> {
  const received: ReceivedMessage[] = [];
  const server = new SMTPServer({
    authOptional: !account,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username, password }, _session, done) {
      const isKnown = username === account?.user && password === account?.password;
      done(isKnown ? null : new Error("Wrong user name or password"), { user: username });
    },
    onData(stream, session, done) {
      const chunks: Uint8Array[] = [];
      stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      stream.on("end", async () => {
        const mail = await PostalMime.parse(Buffer.concat(chunks));
        for (const { address } of session.envelope.rcptTo)
          received.push({
            to: address,
            subject: mail.subject ?? "",
            text: mail.text ?? "",
            thread: {
              id: mail.messageId ?? "",
              inReplyTo: mail.inReplyTo ?? "",
              references: mail.references ?? "",
              replyTo: mail.replyTo?.[0]?.address ?? "",
              auto: mail.headers.find(({ key }) => key === "auto-submitted")?.value ?? "",
            },
            files: mail.attachments.map(({ filename, mimeType }) => [filename ?? "", mimeType]),
          });
        done();
      });
    },
  });
  // A client that disconnects is not the mailbox's fault.
  server.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "ECONNRESET") throw error;
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The mailbox has no port.");
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    wait: waiting(received),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a gateway that answers Twilio's call. Wrong credentials get 401. */
export function startSmsGateway(account: string, token: string): Postbox {
  const received: ReceivedMessage[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const wanted = `Basic ${btoa(`${account}:${token}`)}`;
      if (request.headers.get("authorization") !== wanted)
        return Response.json({ message: "Authenticate" }, { status: 401 });
      if (new URL(request.url).pathname !== `/2010-04-01/Accounts/${account}/Messages.json`)
        return Response.json({ message: "Not found" }, { status: 404 });
      const form = await request.formData();
      received.push({ to: String(form.get("To")), subject: "", text: String(form.get("Body")) });
      return Response.json({ sid: `SM${received.length}`, status: "queued" }, { status: 201 });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    received,
    wait: waiting(received),
    close: async () => {
      await server.stop(true);
    },
  };
}
