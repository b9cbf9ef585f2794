/** Code that comes from an address instead of a registry. */
import * as l10n from '@vscode/l10n';
import { wordSet } from '../../common/guards.ts';
import { programName } from '../../common/program-name.ts';
import { maskTokens } from '../../common/text/mask-secrets.ts';
import type { Launch } from '../config/packages/launch.ts';
import type { PackageRun } from '../config/packages/package.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import type { ServerRule } from './rule.ts';

/** The address of a file, also in `name @ https://…` of Python. Addresses of Git have commits. */
const fileAddress = /^(?:[\w.[\],-]+\s*@\s*)?https?:\/\//i;

/** True for a package that is a file of some address. */
export const isFromUrl = ({ registry, spec }: PackageRun): boolean =>
  registry !== 'image' && fileAddress.test(spec) && !/\.git(?:[#@]|$)/i.test(spec);

export const packageFromUrl: ServerRule = {
  code: 'package-from-url',
  severity: 'information',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Package from a URL',
    why: 'Registries keep each version as it was published. What a URL returns can be different code at each start, for each caller.',
    wrong: fileWith('{"command": "npx", "args": ["-y", "https://example.com/docs-server.tgz"]}'),
    right: fileWith('{"command": "npx", "args": ["-y", "docs-server@1.2.3"]}'),
  },
  check(_server, { package: run }, report) {
    if (run === undefined || !isFromUrl(run)) return;
    const { node, runner, spec } = run;
    report(
      node,
      l10n.t(
        '{0} starts what a URL returns: {1}. Use a package of a registry, with a version.',
        quote(runner.join(' ')),
        quoteValue(maskTokens(spec)),
      ),
    );
  },
};

const download = /\b(?:curl|wget|irm|iwr|Invoke-RestMethod|Invoke-WebRequest|DownloadString)\b/i;
const interpreters = wordSet('sh bash zsh dash ksh eval source iex invoke-expression');

/** True for a command that runs what it gets: `sudo bash -s`. */
function isInterpreter(command: string): boolean {
  const [first = '', second = ''] = command.trim().split(/\s+/, 2);
  return interpreters.has(programName(first === 'sudo' ? second : first));
}

function downloadsAndRuns(script: string): boolean {
  // `iex (irm …)` and `irm … | iex` have no other use.
  if (/\b(?:iex|Invoke-Expression)\b/i.test(script) && download.test(script)) return true;
  return script.split(/[;&\n]+/).some((line) => {
    const commands = line.split('|');
    return commands.some(
      (command, index) =>
        isInterpreter(command) &&
        (download.test(commands[index - 1] ?? '') || /(?:[<$]\(|`)\s*(?:curl|wget)\b/.test(command)),
    );
  });
}

/** The word of a shell's script that downloads a script and runs it. */
export const downloadIn = ({ shell, words }: Launch) =>
  shell === undefined ? undefined : words.find(({ value }) => download.test(value) && downloadsAndRuns(value));

export const downloadAndRun: ServerRule = {
  code: 'download-and-run',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Downloaded script',
    why: 'Each start of the server runs whatever the address returns at that moment, with all rights of the user.',
    wrong: fileWith('{"command": "bash", "args": ["-c", "curl -fsSL https://example.com/start.sh | bash"]}'),
    right: fileWith('{"command": "npx", "args": ["-y", "docs-server@1.2.3"]}'),
  },
  check(_server, { launch }, report) {
    const word = launch && downloadIn(launch);
    if (word === undefined) return;
    report(word, l10n.t('Each start downloads a script and runs it. Install the server, and start that.'));
  },
};
