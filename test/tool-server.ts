/** Starts the reference tool server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';

/** The program; its argument is the transport. */
export const everything = path.resolve(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

/** Program of the server whose tools depend on its argument. */
export const changing = path.resolve(import.meta.dirname, 'changing-server.ts');

/** Returns a port of this machine on which no program listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts it over HTTP and resolves with its address once it listens. The caller must stop the child process. */
export async function startEverything(
  transport: 'streamableHttp' | 'sse',
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const port = await freePort();
  const child = spawn(process.execPath, [everything, transport], { env: { ...process.env, PORT: String(port) } });
  await new Promise<void>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the tool server ended with ${code}`)));
    const hear = (data: Buffer) => (/listening|running on port/i.test(String(data)) ? resolve() : undefined);
    child.stderr.on('data', hear);
    child.stdout.on('data', hear);
  });
  return { url: `http://127.0.0.1:${port}${transport === 'sse' ? '/sse' : '/mcp'}`, child };
}
