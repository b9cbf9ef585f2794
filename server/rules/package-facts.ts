/** Packages that can't be fetched, that are archived, or that have a known vulnerability, and those of another registry. */
import * as l10n from '@vscode/l10n';
import type { Launch } from '../config/packages/launch.ts';
import type { PackageRun } from '../config/packages/package.ts';
import { factOf } from '../config/packages/package-facts.ts';
import type { ParsedServer } from '../config/servers/server-entry.ts';
import { type Fix, removal, replaceString } from '../fixes/fix.ts';
import { insertBefore, removeItem } from '../fixes/members.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import type { ServerRule } from './rule.ts';

const startedBy = (command: string, ...args: string[]): string => fileWith(JSON.stringify({ command, args }));

/** Returns the Python package that a runner of npm is to start. */
function pythonPackage(run: PackageRun): string | undefined {
  if (run.registry !== 'npm') return undefined;
  // npm doesn't know this notation of versions.
  if (/^[\w.-]+(?:\[[\w,.-]+\])?==[\w.]+$/.test(run.spec)) return run.spec;
  const fact = factOf(run);
  return fact?.kind === 'missing' ? fact.python : undefined;
}

/** True for an npm package that a runner of Python packages is to start: no Python package has such a name. */
const isOfNpm = ({ registry, spec }: PackageRun): boolean =>
  registry === 'python' && /^@[\w.-]+\/[\w.-]+(?:@[\w.^~-]+)?$/.test(spec);

/** True if the registry of the runner has no such package, so that its version doesn't matter. */
export const isElsewhere = (run: PackageRun): boolean =>
  pythonPackage(run) !== undefined || isOfNpm(run) || factOf(run)?.kind === 'missing';

export const wrongRunner: ServerRule = {
  code: 'wrong-runner',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Package of another registry',
    why: 'npx starts packages of npm, and uvx those of PyPI. On the other registry, the name is missing or belongs to another program.',
    wrong: startedBy('npx', '-y', '@modelcontextprotocol/server-git'),
    right: startedBy('uvx', 'mcp-server-git==2026.7.10'),
  },
  check(server, { package: run, launch }, report) {
    if (run === undefined || launch === undefined) return;
    const { node, runner, spec } = run;
    const python = pythonPackage(run);
    if (python === undefined && !isOfNpm(run)) return;
    const [command, registry, name] = python === undefined ? ['npx', 'npm', spec] : ['uvx', 'Python', python];
    report(
      node,
      l10n.t(
        '{0} starts no packages of {1}. Use {2}.',
        quote(runner.join(' ')),
        registry,
        quoteValue(`${command} ${name}`),
      ),
      ({ text }) => startedWith(text, server, run, launch, command, name),
    );
  },
};

/** Returns the fix, unless options of the runner have to be translated. */
function startedWith(
  text: string,
  { group }: ParsedServer,
  { first, node, options, runner, spec }: PackageRun,
  { words: [program], shell }: Launch,
  command: string,
  name: string,
): readonly Fix[] {
  const args = group.fields.get('args')?.value;
  const [option, ...others] = options;
  const written = [program?.value, option?.value, spec].filter((word) => word !== undefined).join(' ');
  const isPlain = option === undefined || (others.length === 0 && /^(?:-y|--yes)$/.test(option.value));
  if (program === undefined || args?.type !== 'array' || shell !== undefined || runner.length > 1 || !isPlain)
    return [];
  return [
    removal(
      l10n.t('Remove {0} and use {1}', quoteValue(written), quoteValue(`${command} ${name}`)),
      replaceString(program, command),
      ...(option === undefined ? [] : removeItem(text, args, option)),
      ...(command === 'npx' ? [insertBefore(text, first, '"-y"')] : []),
      ...(name === spec ? [] : [replaceString(node, name)]),
    ),
  ];
}

export const missingPackage: ServerRule = {
  code: 'missing-package',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Package that its registry does not have',
    why: 'The server cannot start, because the registry has no version of the package. The list of such packages is part of the product; nothing is looked up.',
    wrong: startedBy('npx', '-y', '@modelcontextprotocol/server-notion@1.2.3'),
    right: startedBy('npx', '-y', '@notionhq/notion-mcp-server@1.2.3'),
  },
  check(_server, { package: run }, report) {
    const fact = run && factOf(run);
    if (run === undefined || fact?.kind !== 'missing' || pythonPackage(run) !== undefined) return;
    report(
      run.node,
      l10n.t("Package {0} isn't on {1} (looked up on {2}). Check the name.", quote(fact.name), 'npm', fact.on),
    );
  },
};

export const archivedPackage: ServerRule = {
  code: 'archived-package',
  severity: 'information',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Package that is no longer maintained',
    why: 'Its authors archived it, so vulnerabilities are no longer fixed. Many services now publish a server themselves.',
    wrong: startedBy('npx', '-y', '@modelcontextprotocol/server-puppeteer@2025.5.12'),
    right: startedBy('npx', '-y', '@playwright/mcp@1.2.3'),
  },
  check(_server, { package: run }, report) {
    const fact = run && factOf(run);
    if (run === undefined || fact?.kind !== 'archived') return;
    report(run.node, l10n.t('{0} is archived and no longer maintained ({1}).', quote(fact.name), fact.source));
  },
};

export const unsafePackage: ServerRule = {
  code: 'unsafe-package',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Version with a known vulnerability',
    why: 'A newer version fixes a published vulnerability of the pinned one.',
    wrong: startedBy('npx', '-y', 'mcp-remote@0.1.15', 'https://example.com/mcp'),
    right: startedBy('npx', '-y', 'mcp-remote@0.1.38', 'https://example.com/mcp'),
  },
  check(_server, { package: run }, report) {
    const fact = run && factOf(run);
    if (run === undefined || fact?.fixedIn === undefined) return;
    report(
      run.node,
      l10n.t('{0} has a known vulnerability ({1}). Use {2} or newer.', quoteValue(run.spec), fact.source, fact.fixedIn),
    );
  },
};
