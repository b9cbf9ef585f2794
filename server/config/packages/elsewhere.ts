/** Which arguments of a command are read in a container, by another machine, or in WSL, and not by this one. */
import { wordSet } from '../../../common/guards.ts';
import { programName } from '../../../common/program-name.ts';
import type { ExpandableString } from '../format/expandable-strings.ts';
import type { Span, StringNode } from '../text/json.ts';
import type { Launch } from './launch.ts';
import { containerOptions } from './package.ts';

interface Elsewhere {
  /** The parts of a word that this machine reads. It reads other words as a whole. */
  readonly words: ReadonlyMap<StringNode, readonly Span[]>;
  /** Names of variables whose values are passed on. */
  readonly variables: ReadonlySet<string>;
}

const nothing: Elsewhere = { words: new Map(), variables: new Set() };
const known = new WeakMap<Launch, Elsewhere>();

/** Returns the parts of a string that this machine reads, as ranges of its value. */
export function partsHere(launch: Launch | undefined, { field, node, name }: ExpandableString): readonly Span[] {
  const { words, variables } = elsewhereIn(launch);
  if (field === 'env' && name !== undefined && variables.has(name)) return [];
  return words.get(node) ?? [{ offset: 0, length: node.value.length }];
}

/** True if a string is read elsewhere as a whole, so that `~` and `$HOME` in it aren't those of this machine. */
export const isReadElsewhere = (launch: Launch | undefined, node: StringNode): boolean =>
  elsewhereIn(launch).words.get(node)?.length === 0;

function elsewhereIn(launch: Launch | undefined): Elsewhere {
  if (launch === undefined) return nothing;
  let found = known.get(launch);
  if (found === undefined) {
    found = launch.shell?.kind === 'posix' ? inScript(launch.words) : read(launch.words);
    known.set(launch, found);
  }
  return found;
}

/** The script of a Unix shell is one word, so its paths can't be told apart. */
function inScript([script]: readonly StringNode[]): Elsewhere {
  const isRemote = /(?:^|[\s;&|(/])(?:docker|podman|nerdctl|kubectl|ssh|wsl)(?:\.exe)?\s/.test(script?.value ?? '');
  return script === undefined || !isRemote ? nothing : { ...nothing, words: new Map([[script, []]]) };
}

function read(words: readonly StringNode[]): Elsewhere {
  const [program, ...args] = words;
  const name = programName(program?.value ?? '');
  if (prefixes.has(name)) {
    const at = args.slice(0, longestPrefix).findIndex(({ value }) => programs.has(programName(value)));
    return at < 0 ? nothing : read(args.slice(at));
  }
  if (containers.has(name)) return inContainer(args);
  if (name === 'docker-compose' || name === 'podman-compose') return inCompose(args);
  if (name === 'kubectl' || name === 'oc') return afterWord(args, '--');
  if (name === 'ssh') return afterHost(args);
  return name === 'wsl' ? inWsl(args) : nothing;
}

/** Programs that start another one. */
const prefixes = wordSet('sudo env sshpass timeout nice stdbuf');
/** More words before the program are unusual. */
const longestPrefix = 8;
const containers = wordSet('docker podman nerdctl finch');
const programs = wordSet('docker podman nerdctl finch docker-compose podman-compose kubectl oc ssh wsl');
/** Options of the program itself that take a value. */
const globalOptions = wordSet(
  '-H --host --context -c --config --log-level -l --url --connection --identity -n --namespace',
);
const starts = wordSet('run create exec');
const composeOptions = wordSet(
  '-f --file -p --project-name --project-directory --env-file --profile --ansi --parallel --progress',
);
/** Options whose value is about the container. */
const inside = wordSet(
  '-w --workdir -e --env --entrypoint --tmpfs -u --user -l --label -h --hostname --name --volumes-from --annotation --add-host',
);
const sshOptions = wordSet('-i -F -p -l -o -L -R -D -J -b -c -E -e -I -m -O -Q -S -W -w -B');

function inContainer(args: readonly StringNode[]): Elsewhere {
  let at = skipOptions(args, 0, globalOptions);
  const command = args[at]?.value;
  if (command === 'compose') return inCompose(args.slice(at + 1));
  if (command === 'container') at++;
  return starts.has(args[at]?.value ?? '') ? started(args.slice(at + 1)) : nothing;
}

function inCompose(args: readonly StringNode[]): Elsewhere {
  const at = skipOptions(args, 0, composeOptions);
  return starts.has(args[at]?.value ?? '') ? started(args.slice(at + 1)) : nothing;
}

/** Reads the options before an image, a container, or a service, and everything after it. */
function started(args: readonly StringNode[]): Elsewhere {
  const words = new Map<StringNode, readonly Span[]>();
  const variables = new Set<string>();
  for (let at = 0; at < args.length; at++) {
    const node = args[at];
    if (node === undefined) break;
    const { value } = node;
    if (!value.startsWith('-') || value === '--') {
      for (const word of args.slice(at + 1)) words.set(word, []);
      break;
    }
    const [, option = value, attached] = /^(--[\w-]+)=(.*)$/s.exec(value) ?? /^(-[vew])=?(.+)$/s.exec(value) ?? [];
    const valued = attached === undefined && containerOptions.has(option) ? args[++at] : undefined;
    const written = valued ?? (attached === undefined ? undefined : node);
    if (written === undefined) continue;
    const start = written === node ? value.length - (attached ?? '').length : 0;
    const text = written.value.slice(start);
    if ((option === '-e' || option === '--env') && !text.includes('=')) variables.add(text);
    const parts = partsOf(option, text);
    if (parts !== undefined)
      words.set(
        written,
        parts.map((part) => ({ ...part, offset: part.offset + start })),
      );
  }
  return { words, variables };
}

/** Returns the parts of an option's value that this machine reads; undefined for the whole value. */
function partsOf(option: string, value: string): readonly Span[] | undefined {
  if (inside.has(option)) return [];
  if (option === '-v' || option === '--volume' || option === '--device')
    return [{ offset: 0, length: /^(?:[A-Za-z]:(?=[\\/]))?[^:]*/.exec(value)?.[0].length ?? 0 }];
  if (option !== '--mount') return undefined;
  return Array.from(value.matchAll(/(?:^|,)(?:src|source)=([^,]*)/g), ({ 0: found, 1: path = '', index }) => ({
    offset: index + found.length - path.length,
    length: path.length,
  }));
}

function afterWord(args: readonly StringNode[], word: string): Elsewhere {
  const at = args.findIndex(({ value }) => value === word);
  return at < 0 ? nothing : { ...nothing, words: new Map(args.slice(at + 1).map((node) => [node, []])) };
}

function afterHost(args: readonly StringNode[]): Elsewhere {
  const at = skipOptions(args, 0, sshOptions);
  return { ...nothing, words: new Map(args.slice(at + 1).map((node) => [node, []])) };
}

/** Paths with a drive are those of Windows. */
function inWsl(args: readonly StringNode[]): Elsewhere {
  const inside = args.filter(({ value }) => !/^[A-Za-z]:[\\/]/.test(value));
  return { ...nothing, words: new Map(inside.map((node) => [node, []])) };
}

/** Returns the index of the first word that is neither an option nor its value. */
function skipOptions(args: readonly StringNode[], from: number, valued: ReadonlySet<string>): number {
  let at = from;
  for (; args[at]?.value.startsWith('-') === true; at++) if (valued.has(args[at]?.value ?? '')) at++;
  return at;
}
