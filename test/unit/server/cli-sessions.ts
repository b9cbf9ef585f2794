/** Sessions of the command line: `test/fixtures/cli/*.txt`, whose first lines say how to read them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeAtomically } from '../../../server/cli/files/write-file.ts';
import { signs, withoutSigns, withSigns } from '../../fixture-sections.ts';
import { TemporaryFolder } from '../../temporary-folder.ts';
import { runCli } from './run-cli.ts';

const fileLine = /^(?<isAfter>= )?(?<file>\S+\/|\S+(?= {2}))(?: {2}(?<content>.*))?$/;
const commandLine =
  /^(?<command>(?:(?<below>\S+) )?\$ ?(?<words>.*?)(?: < (?<input>.*?))?(?: > (?<target>\S+))?)(?: → \d)?$/;

/** `…` doesn't match it, so each line with it is in the fixture. */
const secret = 'abcDEF123456789xyzQ';
const hasSecret = (text: string): boolean => text.includes('«secret»');

/** Runs Git with an identity, and without the configuration of this machine. */
function git(words: readonly string[], cwd: string): void {
  const settings = ['user.name=x', 'user.email=x@x.example', 'init.defaultBranch=main', 'protocol.file.allow=always'];
  settings.push('alias.save=!git init && git add . && git commit -m x');
  execFileSync('git', [...settings.flatMap((setting) => ['-c', setting]), ...words], {
    cwd,
    env: { ...process.env, GIT_CONFIG_GLOBAL: os.devNull, GIT_CONFIG_SYSTEM: os.devNull },
    stdio: 'pipe',
  });
}

/** Names of text that an editor hides, or that means something else in a fixture. */
const names = { '«secret»': secret, '⋯': '…', ...signs };
const visible = (text: string): string => withSigns(text, names);

/** Returns the lines of an output that aren't empty. The last one says if it doesn't end with a line break. */
const outputLines = (text: string): readonly string[] =>
  (text === '' || text.endsWith('\n') ? text : `${text}⍽`).split('\n').filter((line) => line !== '');

/** A session in its own folder. `home` in it is the home folder. */
class Place {
  private readonly folder = new TemporaryFolder('session');
  private readonly written = new Map<string, string>();

  private at(file: string): string {
    return this.folder.at(file.startsWith('~/') ? path.join('home', file.slice(2)) : path.join('project', file));
  }

  constructor() {
    mkdirSync(this.at('.'), { recursive: true });
  }

  private original(text: string): string {
    if (text === '(empty)') return '';
    return withoutSigns(text, { '«folder»': this.at('.'), ...names });
  }

  write(file: string, content: string): void {
    const target = this.at(file);
    mkdirSync(path.dirname(target), { recursive: true });
    const [, link] = /^-> (.*)$/.exec(content) ?? [];
    const relative = path.relative(this.folder.path, target);
    if (link !== undefined) {
      rmSync(target, { force: true });
      symlinkSync(link, target);
    } else if (file.endsWith('/')) mkdirSync(target, { recursive: true });
    else if (content === '(absent)') rmSync(target);
    else this.folder.write(relative, content === '(not UTF-8)' ? new Uint8Array([0xff]) : this.original(content));
    this.written.set(file, content);
  }

  /** Returns the content of a file as a fixture has it. "(unchanged)": as it was last written here, or shown. */
  read(file: string): string {
    if (!existsSync(this.at(file))) return '(absent)';
    const text = this.folder.read(path.relative(this.folder.path, this.at(file)));
    if (text === this.original(this.written.get(file) ?? '')) return '(unchanged)';
    const shown = visible(text);
    this.written.set(file, shown);
    return shown;
  }

  /** Runs a command, and returns its exit code, and the lines of its output. */
  async run({ below = '', words = '', input = '', target = '' }: Partial<Record<string, string>>) {
    const all = words
      .split(' ')
      .filter((word) => word !== '')
      .map((word) => this.original(word));
    if (all[0] === 'git') {
      git(all.slice(1), this.at(below));
      return { code: 0, output: [] };
    }
    const { code, out, error } = await runCli(all, {
      cwd: this.at(below),
      home: this.at('~/'),
      stdin: async () => new TextEncoder().encode(this.original(input)),
      write: writeAtomically,
    });
    if (target !== '') writeFileSync(this.at(target), out);
    const lines = [...outputLines(target === '' ? out : ''), ...outputLines(error).map((line) => `! ${line}`)];
    const output = lines.map((line) =>
      visible(line)
        .replaceAll(this.at('.'), '«folder»')
        .replaceAll(this.at('~/.'), '«home»')
        .replaceAll(/(?<=«(?:folder|home)»)[^\s:]+/g, (inside) => inside.replaceAll('\\', '/')),
    );
    return { code, output };
  }

  remove(): void {
    this.folder.remove();
  }
}

/** Tells whether a text has the form of a pattern: `…` is any text, but no secret. Linear: each part is searched once. */
function hasForm(text: string, pattern: string): boolean {
  const [start = '', ...parts] = pattern.split('…');
  const end = parts.pop();
  if (end === undefined || hasSecret(text)) return text === pattern;
  if (!text.startsWith(start)) return false;
  let from = start.length;
  for (const part of parts) {
    const found = text.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return text.length - end.length >= from && text.endsWith(end);
}

/** Returns what was expected for the lines that have its form, and the others as they are: equal texts if all have it. */
function asExpected(actual: readonly string[], expected: readonly string[]): readonly string[] {
  const [first, ...rest] = expected;
  if (first === undefined) return actual;
  if (first === '…') {
    const end = rest.length === 0 ? actual.length : actual.findIndex((line) => hasForm(line, rest[0] ?? ''));
    return end < 0 || actual.slice(0, end).some(hasSecret) ? actual : [first, ...asExpected(actual.slice(end), rest)];
  }
  const [line, ...others] = actual;
  if (line === undefined) return [];
  return [hasForm(line, first) ? first : line, ...asExpected(others, rest)];
}

/** Runs a session, and returns it as it should be in the fixture. */
export async function playSession(lines: readonly string[]): Promise<readonly string[]> {
  const place = new Place();
  const played: string[] = [];
  try {
    for (let index = 0; index < lines.length; index++) {
      const line = lines[index] ?? '';
      const { command = '', ...parts } = commandLine.exec(line)?.groups ?? {};
      const { isAfter, file = '', content = '' } = fileLine.exec(line)?.groups ?? {};
      if (command !== '') {
        const expected: string[] = [];
        while (lines[index + 1]?.startsWith('  ')) expected.push(lines[++index]?.slice(2) ?? '');
        const { code, output } = await place.run(parts);
        played.push(code === 0 ? command : `${command} → ${code}`);
        played.push(...asExpected(output, expected).map((each) => `  ${each}`));
      } else if (file === '') throw new Error(`Unknown line: ${line}`);
      else if (isAfter) {
        const actual = place.read(file);
        played.push(`= ${file}  ${hasForm(actual, content) ? content : actual}`);
      } else {
        place.write(file, content);
        played.push(line);
      }
    }
  } finally {
    place.remove();
  }
  return played;
}
