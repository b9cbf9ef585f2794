import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { listen } from '../../local-server.ts';

const MAIN = path.resolve(import.meta.dirname, '../../service/main.ts');

/** Runs the command until its output matches `enough`. The caller must stop it. */
async function run(args: string[], enough: RegExp) {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  const ended = once(child, 'exit');
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await Promise.race([ended, expect.poll(() => output, { timeout: 15_000 }).toMatch(enough)]);
  return { child, ended, output: () => output };
}

describe('service command', () => {
  it('prints base URL and key, responds to requests and stops on a signal', async () => {
    const { child, ended, output } = await run(['--key', 'sy_given'], /Ctrl\+C/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    expect(output()).toContain('sy_given');
    const response = await fetch(`${url}/v1/workflows`, { headers: { authorization: 'Token sy_given' } });
    expect(response.status).toBe(200);
    child.kill('SIGINT');
    expect(await ended).toEqual([0, null]);
    await expect(fetch(`${url}/v1/workflows`)).rejects.toThrow();
  });

  it('reports an error when the port is in use', async () => {
    const other = await listen(() => undefined);
    const { ended, output } = await run(['--port', String(other.port)], /cannot start/);
    expect(await ended).toEqual([1, null]);
    expect(output()).toMatch(/cannot start: .*EADDRINUSE/);
    await other.close();
  });

  it('rejects an invalid port', async () => {
    const { ended, output } = await run(['--port', 'x'], /--port/);
    expect(await ended).toEqual([2, null]);
    expect(output()).toMatch(/--port takes a number/);
  });
});
