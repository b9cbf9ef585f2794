/** Starts the reference tool server. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from './local-server.ts';

/** The program; its argument is the transport. */
export const everything = path.resolve(
  import.meta.dirname,
  '../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

/** Program of the server whose tools depend on its argument. */
export const changing = path.resolve(import.meta.dirname, 'changing-server.ts');

/** Program of the server with the fault that is its argument. */
export const faulty = path.resolve(import.meta.dirname, 'faulty-server.ts');

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
