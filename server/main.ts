#!/usr/bin/env node
/**
 * The language server's front door: `mcp-config-language-server --stdio`, or node IPC when an editor forks it (`--node-ipc`).
 * All that a process is and has comes in here: streams, the home folder, timers, the end.
 */
import { homedir } from 'node:os';
import { environmentNames } from './environment.ts';
import { FrameReader, frame } from './framing.ts';
import { machine } from './machine.ts';
import { Client } from './rpc.ts';
import { Session } from './session.ts';

/** How long a burst of edits is gathered, in milliseconds. */
const burst = 25;
/** How often a living editor is looked for, in milliseconds. */
const watchInterval = 3000;

// Editors show standard error. Standard output belongs to the protocol: what prints by mistake must not get into it.
const log = (text: string): void => void process.stderr.write(`${text}\n`);
console.log = console.error;

/**
 * V8 lets a heap grow to several times what is alive in it before it cleans up. A server that runs all day beside an editor
 * should not; but the first answer should not wait for cleanings either.
 */
async function spareMemory(): Promise<void> {
  // Node's module of V8 takes two milliseconds to come, before the first answer.
  const { setFlagsFromString } = await import('node:v8');
  const flags = [
    '--optimize-for-size',
    '--heap-growing-percent=20',
    '--max-semi-space-size=1',
    '--semi-space-growth-factor=1',
  ];
  for (const flag of flags) setFlagsFromString(flag);
}

function overStdio(): Client {
  const client = new Client({ send: (message) => void process.stdout.write(frame(message)), soon: setImmediate, log });
  const reader = new FrameReader();
  process.stdin.on('data', (chunk: Uint8Array) => {
    try {
      for (const text of reader.push(chunk)) client.receiveText(text);
    } catch (error) {
      log(String(error));
      process.exit(1);
    }
  });
  process.stdin.once('close', () => process.exit(1));
  process.stdout.once('error', () => process.exit(1));
  return client;
}

function overIpc(): Client {
  const client = new Client({ send: (message) => void process.send?.(message), soon: setImmediate, log });
  process.on('message', (message) => client.receive(message));
  process.once('disconnect', () => process.exit(1));
  return client;
}

function connect(): Client {
  if (process.argv.includes('--stdio')) return overStdio();
  if (process.send !== undefined) return overIpc();
  log('usage: mcp-config-language-server --stdio (or fork it with an IPC channel)');
  return process.exit(2);
}

new Session(connect(), {
  home: homedir(),
  machine,
  spareMemory: () => void spareMemory(),
  environment: environmentNames(),
  later(run) {
    const timer = setTimeout(run, burst);
    return () => clearTimeout(timer);
  },
  watch(processId) {
    if (processId === null) return;
    setInterval(() => {
      try {
        process.kill(processId, 0);
      } catch (error) {
        // Any other refusal means that it is there and belongs to somebody else.
        if ((error as NodeJS.ErrnoException).code === 'ESRCH') process.exit(1);
      }
    }, watchInterval).unref();
  },
  exit: (code) => process.exit(code),
});
