/** Selects the servers that `mcp-config lock` connects to, and asks for consent. */
import path from 'node:path';
import process from 'node:process';
import { serverEnvironment } from '../../../common/connection-test/launch/expand.ts';
import { type LaunchPlan, planLaunch } from '../../../common/connection-test/launch/launch-plan.ts';
import { warningTexts } from '../../../common/connection-test/launch/launch-text.ts';
import { visible } from '../../../common/text/escape.ts';
import { serverDefinition } from '../../config/servers/server-definition.ts';
import { didYouMean, UsageError } from '../arguments/options.ts';
import type { Project } from '../check/project.ts';
import type { Terminal } from '../output/terminal.ts';

export interface LockedServer {
  readonly name: string;
  readonly level: 'project' | 'user';
  /** Label of the file that defines it. */
  readonly label: string;
  /** Undefined if its values aren't in the file. */
  readonly plan: LaunchPlan | undefined;
}

/**
 * Returns the servers in effect, sorted by name.
 * @param folder absolute path of the project
 * @param names servers to return; empty: all
 * @throws UsageError if a name isn't that of a server in effect
 */
export function serversInEffect(project: Project, folder: string, names: readonly string[]): readonly LockedServer[] {
  const { workspace } = project;
  const all = workspace.places.all.flatMap((place) => workspace.placeState(place).effective.servers);
  // Of those of which it isn't known, none is left out.
  const used = all.filter(({ state }) => state === 'inEffect' || state === 'unknown');
  for (const name of names) {
    if (used.some((server) => server.name === name)) continue;
    const isKnown = all.some((server) => server.name === name);
    const meant = didYouMean(
      name,
      used.map((server) => server.name),
    );
    throw new UsageError(
      isKnown ? `Server ${JSON.stringify(name)} isn't in effect.` : `Unknown server ${JSON.stringify(name)}.${meant}`,
    );
  }
  const chosen = names.length === 0 ? used : used.filter(({ name }) => names.includes(name));
  const environment = serverEnvironment(process.env);
  return chosen
    .map(({ name, source, definition }) => {
      const text = workspace.documents.textOf(source.uri) ?? '';
      const written = serverDefinition(definition, text, workspace.places.version);
      const plan = written && planLaunch(written, environment, (cwd) => path.resolve(folder, cwd));
      return { name, level: source.level, label: source.label, plan };
    })
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

/** Shows the complete launch plan of a server. Returns true if the user agrees to start or contact it. */
export async function agrees(
  name: string,
  plan: LaunchPlan,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<boolean> {
  const isProgram = plan.definition.transport === 'stdio';
  terminal.error(
    [
      '',
      `Server ${visible(JSON.stringify(name))} ${isProgram ? 'is started with' : 'is at'}:`,
      ...warningTexts(plan).map((warning) => `! ${warning}`),
      plan.text,
      '',
    ].join('\n'),
  );
  const answer = await terminal.ask?.(isProgram ? 'Start this program? [y/N] ' : 'Connect to this URL? [y/N] ', signal);
  return /^y(?:es)?$/i.test(answer?.trim() ?? '');
}
