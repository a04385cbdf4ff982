/** A phone with its own keys, and a push service on the loopback address that receives messages for it. */
import { createDecipheriv, createECDH, hkdfSync } from "node:crypto";

/** A message that the push service received. */
export type DeliveredPush = { path: string; headers: Headers; body: Uint8Array };

/** Starts the push service. `status` returns the status of an answer, by the number of the request. */
export function createPushService(status: (request: number) => number = () => 201) {
  const deliveredPushes: DeliveredPush[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (request) => {
      deliveredPushes.push({
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: new Uint8Array(await request.arrayBuffer()),
      });
      const code = status(deliveredPushes.length);
      return new Response("quotes what it refuses", {
        status: code,
        ...(code >= 300 && code < 400 && { headers: { location: "/elsewhere" } }),
      });
    },
  });
  return {
    deliveredPushes,
    url: `http://127.0.0.1:${server.port}`,
    close: () => server.stop(true),
  };
}

/** Returns a browser's subscription with the service at `endpoint`, and a function that reads its messages. */
export function createPhone(endpoint: string) {
  const pair = createECDH("prime256v1");
  const publicKey = pair.generateKeys();
  const auth = Buffer.from(crypto.getRandomValues(new Uint8Array(16)));
  return {
    subscription: {
      endpoint,
      keys: { p256dh: publicKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    /** Decrypts a message by RFC 8291 and RFC 8188. Throws if it is not for this phone. */
    read(body: Uint8Array): Record<string, string> {
      const message = Buffer.from(body);
      const salt = message.subarray(0, 16);
      const idLength = message[20] ?? 0;
      const sender = message.subarray(21, 21 + idLength);
      const record = message.subarray(21 + idLength);
      const shared = pair.computeSecret(sender);
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), publicKey, sender]);
      const keyMaterial = Buffer.from(hkdfSync("sha256", shared, auth, info, 32));
      const derive = (what: string, length: number) =>
        Buffer.from(hkdfSync("sha256", keyMaterial, salt, `Content-Encoding: ${what}\0`, length));
      const decipher = createDecipheriv(
        "aes-128-gcm",
        derive("aes128gcm", 16),
        derive("nonce", 12),
      );
      decipher.setAuthTag(record.subarray(-16));
      const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
      // The last record ends with a 2 and a padding of zeros.
      const end = plain.lastIndexOf(2);
      if (plain.subarray(end + 1).some((byte) => byte !== 0)) throw new Error("No padding");
      return JSON.parse(plain.subarray(0, end).toString("utf8"));
    },
  };
}
