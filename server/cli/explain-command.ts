/** `mcp-config explain`: tells why an agent uses a server or doesn't. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { visible } from '../../common/escape.ts';
import type { ServerExplanation } from '../../common/tool-servers.ts';
import { closestMatch } from '../config/closest-match.ts';
import { AgentsView } from '../protocol/agents-view.ts';
import type { ExplainArguments } from './agent-arguments.ts';
import { jsonText } from './json-text.ts';
import { placeNames } from './place-names.ts';
import { exit, type Terminal } from './terminal.ts';
import { machineWorkspace } from './workspaces.ts';

/** Returns 1 if the server isn't in effect. */
export async function explain(args: ExplainArguments, terminal: Terminal): Promise<number> {
  const { server, agent, format } = args;
  const folder = path.resolve(terminal.cwd, args.project ?? '.');
  const workspace = await machineWorkspace(folder, terminal.home, args);
  const view = new AgentsView({ workspace });
  const uri = pathToFileURL(folder).href;
  const explanation = await view.explain({ folder: uri, name: server, ...(agent && { agent }) });
  const place = workspace.places.ofProject(uri);
  const names = workspace.agents.flatMap((each) => [...workspace.placeState(place, each).effective.names]);
  const meant = names.includes(server) ? undefined : closestMatch(server, names);
  const placeOf = placeNames(folder, terminal.home);
  const steps = explanation.steps.map(({ text, location }) => ({ text, ...placeOf(location) }));
  const { found: _, ...known } = explanation.agent;
  const inEffect = explanation.nextStep === null;
  terminal.out(
    format === 'json'
      ? jsonText({ server, ...explanation, agent: known, inEffect, steps, didYouMean: meant ?? null })
      : textOf(explanation, steps, meant),
  );
  return inEffect ? exit.clean : exit.found;
}

interface Step {
  readonly text: string;
  readonly file: string | null;
  readonly line: number | null;
}

function textOf(
  { agent, conclusion, nextStep }: ServerExplanation,
  steps: readonly Step[],
  meant: string | undefined,
): string {
  const lines = [
    `${agent.name} ${agent.version}`,
    ...steps.map(({ text, file, line }) => `  ${text}${file === null ? '' : ` (${file}:${line})`}`),
    meant === undefined ? conclusion : `${conclusion} Did you mean ${JSON.stringify(meant)}?`,
    ...(nextStep === null ? [] : [`Next step: ${nextStep}`]),
  ];
  return `${lines.map(visible).join('\n')}\n`;
}
