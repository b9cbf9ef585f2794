/** HTTP servers and ports of this machine. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface LocalServer {
  /** Without a slash at the end. */
  readonly url: string;
  readonly port: number;
  /** Ends all connections too. */
  close(): Promise<void>;
}

/**
 * Starts a server on the loopback interface.
 * @param port any free one if absent
 * @throws Error if the port is in use
 */
export async function listen(answer: RequestListener, port = 0): Promise<LocalServer> {
  const server = createServer(answer).listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Returns a free port below the range for outgoing connections, so that it stays free until a server uses it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const probe = await listen(() => undefined, port).catch(() => undefined);
    await probe?.close();
    if (probe) return port;
  }
}
