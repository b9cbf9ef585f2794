/** Packages that a runner fetches before it starts them. */

import * as l10n from '@vscode/l10n';
import { isOneEdit } from '../config/closest-match.ts';
import { isLocalPackage, isUnpinned, type PackageRun, type Registry } from '../config/packages/package.ts';
import { wellKnownPackages } from '../config/packages/well-known-packages.ts';
import { choice, replaceString } from '../fixes/fix.ts';
import type { Names } from './context.ts';
import { fileWith, quote, quoteValue } from './message-text.ts';
import { isElsewhere } from './package-facts.ts';
import { isFromUrl } from './package-urls.ts';
import type { ServerRule } from './rule.ts';

const example: Readonly<Record<Registry, (name: string) => string>> = {
  npm: (name) => `${name}@1.2.3`,
  python: (name) => `${name}==1.2.3`,
  image: (name) => `${name}:1.2.3`,
};

/** Returns the package name without its version. */
function bareName(registry: Registry, spec: string): string {
  if (registry === 'npm') return spec.replace(/(?<=.)@[^@/]*$/, '');
  return spec.replace(registry === 'python' ? /[@<>=~!].*/s : /:[\w.-]+$/, '');
}

/** True for a package of the project itself: these runners start the installed version, and the lock file pins it. */
function isInstalled({ runner: [program = ''], spec }: PackageRun, packages: Names | undefined): boolean {
  return packages?.has(spec) === true && ['npx', 'npm', 'bunx', 'bun'].includes(program);
}

export const unpinnedPackage: ServerRule = {
  code: 'unpinned-package',
  severity: 'information',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Package without a pinned version',
    why: 'Without a version, each start may run newly published code. A pinned version gives everyone the same, reviewed code.',
    wrong: fileWith('{"command": "npx", "args": ["-y", "docs-server@latest"]}'),
    right: fileWith('{"command": "npx", "args": ["-y", "docs-server@1.2.3"]}'),
  },
  check(_server, { package: run }, report, { packages }) {
    if (run === undefined || isLocalPackage(run) || !isUnpinned(run) || isInstalled(run, packages)) return;
    // Another version wouldn't help.
    if (isElsewhere(run) || isFromUrl(run)) return;
    const { registry, runner, node, spec } = run;
    const address = /[:/]/.test(spec) && registry !== 'image' && !spec.startsWith('@');
    const remedy = address
      ? l10n.t('Add a tag or commit')
      : l10n.t('Pin a version, such as {0}', quote(example[registry](bareName(registry, spec))));
    report(
      node,
      l10n.t(
        "{0} isn't pinned, so {1} may run different code at each start. {2}.",
        quoteValue(spec),
        quote(runner.join(' ')),
        remedy,
      ),
    );
  },
};

export const misspelledPackage: ServerRule = {
  code: 'misspelled-package',
  severity: 'warning',
  on: { isProcess: true, has: 'command' },
  docs: {
    title: 'Package name similar to a well-known one',
    why: 'The name differs in one character from the package of a widely used server. A misspelled name can be the package of an attacker.',
    wrong: fileWith('{"command": "npx", "args": ["-y", "@playwrigth/mcp@1.2.3"]}'),
    right: fileWith('{"command": "npx", "args": ["-y", "@playwright/mcp@1.2.3"]}'),
  },
  check(_server, { package: run }, report) {
    if (run === undefined || isLocalPackage(run) || isElsewhere(run)) return;
    const { registry, spec, node } = run;
    const known = wellKnownPackages[registry];
    const name = bareName(registry, spec);
    if (known.includes(name)) return;
    const meant = known.find((other) => isOneEdit(name, other));
    if (meant === undefined) return;
    report(
      node,
      l10n.t('Package name {0} is one character away from {1}. Check the name.', quote(name), quote(meant)),
      () => [
        choice(
          l10n.t('Change to {0}', quote(meant)),
          replaceString(
            node,
            node.value.replace(name, () => meant),
          ),
        ),
      ],
    );
  },
};
