/**
 * The folders in which agents are asked for their servers: `test/fixtures/outside/agents.txt`. A case has files, each on a
 * line with its content, in a project at `up/project`, in a home folder, and in `/etc/`, as organizations manage agents. `$PROJECT` and
 * `$HOME` are the paths of the first two, and `$ROOT` is that of the folder with all.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { sectionsOf, withoutSigns } from '../fixture-sections.ts';

export interface OutsideCase {
  readonly title: string;
  /** Contents by path: relative to the project, or with `~/` or `/etc/`. A path that ends with `/` is a folder. */
  readonly files: readonly (readonly [path: string, content: string])[];
  /** Targets of symbolic links by path. */
  readonly links: readonly (readonly [path: string, target: string])[];
  /** Where the agent is started, relative to the project. */
  readonly start: string;
  readonly variables: Readonly<Record<string, string>>;
  /** IDs of the agents that can differ here. Empty: all. */
  readonly ask: readonly string[];
}

export function outsideCases(): readonly OutsideCase[] {
  return sectionsOf('outside/agents.txt').map(({ title, lines }): OutsideCase => {
    return {
      title,
      files: lines.flatMap((line) => {
        const [, file, content = ''] = /^([^\s$]\S*)(?: {2}(.*))?$/.exec(line) ?? [];
        return file === undefined ? [] : [[file, withoutSigns(content)] as const];
      }),
      links: lines.flatMap((line) => {
        const [, link, target] = /^(\S+) -> (.*)$/.exec(line) ?? [];
        return link === undefined || target === undefined ? [] : [[link, target] as const];
      }),
      start: wordsAfter('start', lines) ?? '.',
      ask: wordsAfter('ask', lines)?.split(',') ?? [],
      variables: Object.fromEntries(lines.flatMap((line) => [...line.matchAll(/^\$(\w+)=(.*)$/g)].map(pairOf))),
    };
  });
}

const wordsAfter = (name: string, lines: readonly string[]): string | undefined =>
  lines.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);

const pairOf = ([, name = '', value = '']: RegExpExecArray): readonly [string, string] => [name, value];

export interface Folders {
  readonly home: string;
  /** Stands for `/etc`. */
  readonly etc: string;
  /** The folder in which agents are started. */
  readonly start: string;
  readonly variables: Readonly<Record<string, string>>;
}

/** Writes the files of a case into an empty folder. */
export function writeCase({ files, links, start, variables }: OutsideCase, folder: string): Folders {
  const [home, project, etc] = [path.join(folder, 'home'), path.join(folder, 'up/project'), path.join(folder, 'etc')];
  const filled = (text: string): string =>
    text.replaceAll('$PROJECT', project).replaceAll('$HOME', home).replaceAll('$ROOT', folder);
  for (const each of [home, project, etc]) mkdirSync(each, { recursive: true });
  const at = (name: string): string => {
    if (name.startsWith('/etc/')) return path.join(folder, name);
    return name.startsWith('~/') ? path.join(home, name.slice(2)) : path.join(project, name);
  };
  for (const [name, content] of files) {
    const file = at(name);
    mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (name.endsWith('.git/')) writeRepository(file);
    else if (!name.endsWith('/')) writeFileSync(file, filled(content));
  }
  for (const [name, target] of links) {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    symlinkSync(filled(target), at(name));
  }
  mkdirSync(path.join(project, start), { recursive: true });
  return {
    home,
    etc,
    start: path.join(project, start),
    variables: Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, filled(value)])),
  };
}

/** An empty repository, as Git accepts it. */
function writeRepository(folder: string): void {
  for (const each of ['objects', 'refs/heads']) mkdirSync(path.join(folder, each), { recursive: true });
  writeFileSync(path.join(folder, 'HEAD'), 'ref: refs/heads/main\n');
  writeFileSync(path.join(folder, 'config'), '[core]\n\trepositoryformatversion = 0\n\tbare = false\n');
}
