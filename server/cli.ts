#!/usr/bin/env node
/** Entry point of the command line: streams, files, exit code. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { askOnTerminal } from './cli/ask.ts';
import { usesColors } from './cli/color.ts';
import { run } from './cli/run.ts';
import { writeAtomically } from './cli/write-file.ts';

/** A file of this package, from the bundle as from the source. */
const own = (file: string): Promise<string> => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
const { version } = JSON.parse(await own('package.json')) as { version: string };

// A pipe may be closed before everything is written (`| head`); that is no failure of ours.
process.stdout.on('error', () => process.exit());

process.exitCode = await run(process.argv.slice(2), {
  cwd: process.cwd(),
  home: homedir(),
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  stdin: () => buffer(process.stdin),
  ask: process.stdin.isTTY && process.stderr.isTTY ? askOnTerminal : undefined,
  write: writeAtomically,
  schema: () => own('schemas/mcp.schema.json'),
  version,
  colors: usesColors(process.stdout.isTTY, process.env),
});
