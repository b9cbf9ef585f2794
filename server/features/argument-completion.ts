/** Completes arguments of known launchers. */

import * as l10n from '@vscode/l10n';
import { CompletionItemKind } from 'vscode-languageserver';
import { own } from '../../common/guards.ts';
import { programName } from '../../common/program-name.ts';
import type { Surroundings } from '../config/cursor-context.ts';
import { packageOf, type Registry } from '../config/package.ts';
import { archivedPackages, wellKnownPackages } from '../config/well-known-packages.ts';

/** A proposed item of an array of strings. */
export interface ItemProposal {
  readonly text: string;
  readonly markdown: string;
  readonly kind: CompletionItemKind;
}

interface Launcher {
  readonly registry: Registry;
  /** The only subcommand that starts a package. */
  readonly subcommand?: string;
  /** Arguments before the package. */
  readonly options: readonly (readonly [text: string, markdown: () => string])[];
}

const yes = ['-y', () => l10n.t('Installs the package without asking for confirmation.')] as const;
const run = [
  ['run', () => l10n.t('Starts a new container.')],
  ['-i', () => l10n.t('Keeps standard input open, which a stdio server needs.')],
  ['--rm', () => l10n.t('Removes the container when the server stops.')],
] as const;

const launchers: Readonly<Record<string, Launcher>> = {
  npx: { registry: 'npm', options: [yes] },
  bunx: { registry: 'npm', options: [] },
  uvx: { registry: 'python', options: [] },
  docker: { registry: 'image', subcommand: 'run', options: run },
  podman: { registry: 'image', subcommand: 'run', options: run },
};

/**
 * Returns the next arguments of a launcher: its missing options, and the packages of widely used servers, unless the
 * arguments already contain a package.
 * @param from where the argument at the cursor starts
 */
export function argumentsFor(
  { node, entry }: Extract<Surroundings, { kind: 'arguments' }>,
  from: number,
): readonly ItemProposal[] {
  const command = entry?.parsed?.group.fields.get('command')?.value;
  const program = command?.type === 'string' ? programName(command.value) : '';
  const launcher = own(launchers, program);
  if (launcher === undefined) return [];
  const words = node.items.flatMap((item) => (item.type === 'string' && item.offset !== from ? [item.value] : []));
  const { subcommand } = launcher;
  const isOther =
    subcommand !== undefined && (words.find((word) => !word.startsWith('-')) ?? subcommand) !== subcommand;
  // Without the argument at the cursor, which may still become an option.
  const others = entry?.launch && {
    ...entry.launch,
    words: entry.launch.words.filter(({ offset }) => offset !== from),
  };
  const started = packageOf(others)?.node;
  // Arguments after the package belong to the package.
  if (isOther || (started !== undefined && started.offset < from)) return [];
  const names =
    started === undefined ? wellKnownPackages[launcher.registry].filter((name) => !archivedPackages.has(name)) : [];
  const about = () => l10n.t('The package of a widely used server. Add a version.');
  const packages = names.map((name) => [name, about] as const);
  return [...launcher.options, ...packages]
    .filter(([text]) => !words.includes(text))
    .map(([text, markdown]) => ({ text, markdown: markdown(), kind: CompletionItemKind.Value }));
}
