/** The package or image that a package runner fetches and starts. */
import { lookUp, wordSet } from '../../../common/guards.ts';
import type { StringNode } from '../text/json.ts';
import type { Launch } from './launch.ts';

export type Registry = 'npm' | 'python' | 'image';

export interface PackageRun {
  readonly registry: Registry;
  /** The words of the runner: `npx`, or `uv`, `tool`, `run`. */
  readonly runner: readonly string[];
  /** The word that names the package. */
  readonly node: StringNode;
  /** The package as written, without a leading option: `docs@1` in `--package=docs@1`. */
  readonly spec: string;
  /** The runner's options before the package that it starts, without their values. */
  readonly options: readonly StringNode[];
  /** The first word after the runner, before which options of the runner can be inserted. */
  readonly first: StringNode;
}

interface Runner {
  readonly registry: Registry;
  /** The words after the program that make it a runner. */
  readonly words?: readonly string[];
  /** Options that take the next word as their value. */
  readonly valued: ReadonlySet<string>;
  /** Options without a value, if the package can't be told from the value of an option that isn't known. */
  readonly flags?: ReadonlySet<string>;
  /** Options whose value is the package. */
  readonly names?: ReadonlySet<string>;
}

const npmOptions = wordSet(
  '-w --workspace --prefix --registry --cache --userconfig --loglevel --node-options -c --call',
);
const npmNames = wordSet('-p --package');
const uvOptions = wordSet(
  '-p --python --with --with-editable --with-requirements --index --index-url --extra-index-url -i -f --find-links --directory --project --env-file --cache-dir --refresh-package -c --constraints --color --config-file --default-index --index-strategy --link-mode --prerelease --resolution --exclude-newer',
);
/** Options of `docker run` that take a value. */
export const containerOptions = wordSet(
  '-a --add-host --annotation --attach --blkio-weight --blkio-weight-device -c --cap-add --cap-drop --cgroup-parent --cgroupns --cidfile --cpu-count --cpu-percent --cpu-period --cpu-quota --cpu-rt-period --cpu-rt-runtime --cpu-shares --cpus --cpuset-cpus --cpuset-mems --detach-keys --device --device-cgroup-rule --device-read-bps --device-read-iops --device-write-bps --device-write-iops --dns --dns-opt --dns-option --dns-search --domainname -e --entrypoint --env --env-file --expose --gpus --group-add -h --health-cmd --health-interval --health-retries --health-start-interval --health-start-period --health-timeout --hostname --init-path --io-maxbandwidth --io-maxiops --ip --ip6 --ipc --isolation --kernel-memory -l --label --label-file --link --link-local-ip --log-driver --log-opt -m --mac-address --memory --memory-reservation --memory-swap --memory-swappiness --mount --name --net --net-alias --network --network-alias --oom-score-adj -p --pid --pids-limit --platform --publish --pull --restart --runtime --secret --security-opt --shm-size --stop-signal --stop-timeout --storage-opt --sysctl --tmpfs -u --ulimit --user --userns --uts -v --volume --volume-driver --volumes-from -w --workdir',
);
const dockerFlags = wordSet(
  '-d --detach --disable-content-trust --help -i --init --interactive --no-healthcheck --oom-kill-disable -P --privileged --publish-all -q --quiet --read-only --rm --sig-proxy -t --tty --use-api-socket',
);

const npm = (...words: string[]): Runner => ({ registry: 'npm', words, valued: npmOptions, names: npmNames });

const image = (...words: string[]): Runner => ({
  registry: 'image',
  words,
  valued: containerOptions,
  flags: dockerFlags,
});

const runners: Readonly<Record<string, readonly Runner[]>> = {
  npx: [npm()],
  bunx: [npm()],
  pnpx: [npm()],
  npm: [npm('exec'), npm('x')],
  pnpm: [npm('dlx')],
  yarn: [npm('dlx')],
  bun: [npm('x')],
  uvx: [{ registry: 'python', valued: uvOptions, names: wordSet('--from') }],
  uv: [{ registry: 'python', words: ['tool', 'run'], valued: uvOptions, names: wordSet('--from') }],
  pipx: [
    {
      registry: 'python',
      words: ['run'],
      valued: wordSet('--python --index-url -i --pip-args'),
      names: wordSet('--spec'),
    },
  ],
  docker: [image('run'), image('container', 'run')],
  podman: [image('run'), image('container', 'run')],
};

/** Returns the package that a command line starts; undefined if it doesn't use a package runner. */
export function packageOf(launch: Launch | undefined): PackageRun | undefined {
  // The script of a Unix shell is one word, whose syntax isn't parsed here.
  if (launch === undefined || launch.shell?.kind === 'posix') return undefined;
  for (const runner of lookUp(runners, launch.program) ?? []) {
    const { words = [] } = runner;
    if (!words.every((word, index) => launch.words[index + 1]?.value === word)) continue;
    const found = firstPackage(launch.words.slice(words.length + 1), runner);
    if (found !== undefined) return { registry: runner.registry, runner: [launch.program, ...words], ...found };
  }
  return undefined;
}

function firstPackage(
  words: readonly StringNode[],
  runner: Runner,
): Pick<PackageRun, 'node' | 'spec' | 'options' | 'first'> | undefined {
  const { names } = runner;
  const [first] = words;
  if (first === undefined) return undefined;
  let named: Pick<PackageRun, 'node' | 'spec'> | undefined;
  const options: StringNode[] = [];
  for (let index = 0; index < words.length; index++) {
    const node = words[index];
    if (node === undefined) return undefined;
    const { value } = node;
    if (value === '--') continue;
    if (!value.startsWith('-')) return { ...(named ?? whole(node)), options, first };
    options.push(node);
    const equals = value.indexOf('=');
    if (names?.has(value) === true) {
      const next = words[++index];
      named ??= next && whole(next);
    } else if (equals > 0 && names?.has(value.slice(0, equals)) === true)
      named ??= { node, spec: value.slice(equals + 1) };
    else {
      const takesNext = takesNextWord(value, runner);
      if (takesNext === undefined) return undefined;
      if (takesNext) index++;
    }
  }
  return named === undefined ? undefined : { ...named, options, first };
}

/** Returns undefined if that isn't known. */
function takesNextWord(option: string, { valued, flags }: Runner): boolean | undefined {
  if (valued.has(option)) return true;
  if (flags === undefined || option.includes('=') || flags.has(option)) return false;
  if (option.startsWith('--')) return undefined;
  // `-it` is `-i -t`, and `-eNAME` is `-e NAME`.
  const letters = [...option.slice(1)].map((letter) => `-${letter}`);
  const end = letters.findIndex((letter) => !flags.has(letter));
  if (end < 0) return false;
  return valued.has(letters[end] ?? '') ? end === letters.length - 1 : undefined;
}

const whole = (node: StringNode): Pick<PackageRun, 'node' | 'spec'> => ({ node, spec: node.value });

const local = /^(?:[.~/\\]|[A-Za-z]:[\\/]|file:)/;

/** True for a local package, and for a name that is empty or contains a variable. */
export function isLocalPackage({ spec }: PackageRun): boolean {
  return local.test(spec) || /\$\{|^$/.test(spec);
}

/** True if the fetched version can change: no version is specified, or one that moves, such as `latest`. */
export function isUnpinned({ registry, spec: value }: PackageRun): boolean {
  if (/^(?:git\+|github:|gitlab:|bitbucket:|https?:|ssh:)/.test(value)) return !hasRevision(value);
  if (registry === 'image') return isMovingImage(value);
  if (registry === 'python') {
    const version = /(?:[=~!]=|<=?|@)\s*(\d?)/.exec(value)?.[1];
    return version === undefined || version === '';
  }
  // user/repository is npm's short form of a GitHub address.
  if (/^[\w.-]+\/[\w.-]+$/.test(value)) return true;
  const at = value.lastIndexOf('@');
  return at < 1 || !/^[v^~=]?\d/.test(value.slice(at + 1));
}

function hasRevision(address: string): boolean {
  if (/\.(?:whl|tgz|tar\.gz|zip)(?:[#?]|$)/.test(address)) return true;
  const tail = address.slice(address.lastIndexOf('/'));
  return /#(?!subdirectory=|egg=)./.test(address) || /@./.test(tail);
}

/** False for an image that is built locally: without a namespace, only Docker publishes images, and no servers. */
function isMovingImage(image: string): boolean {
  if (!image.includes('/') || image.startsWith('localhost/') || image.includes('@sha256:')) return false;
  const tag = /:([\w.-]+)$/.exec(image.slice(image.lastIndexOf('/') + 1))?.[1];
  return tag === undefined || /^(?:latest|main|master|edge|dev|nightly|next|beta|stable)$/.test(tag);
}
