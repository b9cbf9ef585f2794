/** All servers of all sources, for views. */

import type { Location } from 'vscode-languageserver';
import type { AgentInfo, ConfigFile, PlaceServers, ServerInfo } from '../../common/messages/tool-servers.ts';
import { type Agent, isTableAgent } from '../agents/agent.ts';
import type { TableSource } from '../agents/files/agent-files.ts';
import { actionFor } from '../agents/next-step.ts';
import { ohMyPiAgent } from '../agents/oh-my-pi.ts';
import { reloadText } from '../agents/reload-text.ts';
import type { EffectiveServer } from '../config/oh-my-pi/effective.ts';
import { reasonInWords, stateInWords } from '../config/oh-my-pi/state-text.ts';
import { shownVersion } from '../config/oh-my-pi/version.ts';
import type { OpenDocument } from '../config/servers/open-document.ts';
import type { Place, Source } from '../config/servers/sources.ts';
import { endOf } from '../config/text/json.ts';
import { type Caveat, caveatOf } from '../doctor/caveat.ts';
import { withCause } from '../doctor/chain.ts';
import type { Policy } from '../policy/policy.ts';
import { definitionSubject } from '../policy/subject.ts';
import { policyInfo, verdictOf } from '../policy/verdict.ts';
import { checkAgain } from '../rules/check.ts';
import type { RuleContext } from '../rules/context.ts';
import { chainContext } from '../workspace/chain-context.ts';
import type { RuleOptions } from '../workspace/rule-options.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** Returns one entry per workspace folder, with its servers in descending precedence of their files. */
export function placesWithServers(
  workspace: Workspace,
  options: RuleOptions,
  agent: Agent = ohMyPiAgent,
): PlaceServers[] {
  return workspace.places.all.map((place) => {
    const context = chainContext(workspace, place, agent, options.environment);
    const { files, effective } = context.state;
    const problems = new Map(
      files.flatMap(({ source: { uri, layout } }) => {
        const document = layout === 'own' ? workspace.documents.get(uri) : undefined;
        return document === undefined ? [] : [[uri, problemCounts(document, options.for(uri).context)] as const];
      }),
    );
    return {
      folder: place.project ?? null,
      agent: agentInfo(workspace, place, agent),
      agents: workspace.agents.all.map((each) => agentInfo(workspace, place, each)),
      servers: effective.servers.flatMap((found) => {
        const server = withCause(found, context);
        const count = problems.get(server.source.uri)?.get(server.name) ?? 0;
        return serverInfo(workspace, agent, server, count, options.policy, caveatOf(server, context)) ?? [];
      }),
      files: configFiles(workspace, place, agent),
    };
  });
}

/** Returns an agent as it is at a place. */
export function agentInfo(workspace: Workspace, place: Place, agent: Agent): AgentInfo {
  const { id, name, facts } = agent;
  const version = agent === ohMyPiAgent ? shownVersion(place.version) : facts.version;
  const reload = facts.reload.kind === 'automatic' ? '' : reloadText(agent);
  return { id, name, version, found: workspace.agents.found(place).get(agent) ?? null, reload };
}

function serverInfo(
  workspace: Workspace,
  agent: Agent,
  server: EffectiveServer,
  problems: number,
  policy: Policy,
  caveat: Caveat | undefined,
): ServerInfo | undefined {
  const { name, state, reason, source, definition } = server;
  const range = workspace.documents.locate(source.uri, definition.key)?.range;
  if (range === undefined) return undefined;
  const at = ({ source: { uri }, definition: { key } }: EffectiveServer): Location | null =>
    workspace.documents.locate(uri, key) ?? null;
  const { uri, label, level, kind, tool, section } = source;
  return {
    name,
    state,
    text: caveat?.text ?? stateInWords(server),
    problems,
    reason: reason.kind,
    // The refusal says which setting of Oh My Pi is in the way, and offers what helps.
    canEnable: actionFor(agent, server).enables === true || (agent === ohMyPiAgent && reason.kind === 'setting'),
    isPartial: caveat !== undefined,
    why: caveat?.why ?? (reason.kind === 'setting' ? reason.setting : (reasonInWords(server) ?? '')),
    transport: definition.connection.transport ?? null,
    source: { uri, label, level, kind, tool, ...(section && { section }) },
    range,
    overriddenBy: 'by' in reason ? at(reason.by) : null,
    policy: policyInfo(verdictOf(definitionSubject(definition), policy)),
    listedAt: 'item' in reason ? (workspace.documents.locate(reason.item.source.uri, reason.item.node) ?? null) : null,
  };
}

/** Returns the number of errors and warnings by server name; servers without any are absent. */
function problemCounts(document: OpenDocument, context: RuleContext): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const findings = checkAgain(document.config, context).problems.filter(
    ({ severity }) => severity === 'error' || severity === 'warning',
  );
  let next = 0;
  for (const { key, value, name, live } of document.config.servers) {
    const end = endOf(value ?? key);
    while ((findings[next]?.offset ?? Number.POSITIVE_INFINITY) < key.offset) next++;
    const first = next;
    while ((findings[next]?.offset ?? Number.POSITIVE_INFINITY) < end) next++;
    if (live && next > first) counts.set(name, next - first);
  }
  return counts;
}

/** Returns the existing files and, for each level without a file of the agent's own, the one to create. */
function configFiles(workspace: Workspace, place: Place, agent: Agent): ConfigFile[] {
  const { files, sources: all } = workspace.placeState(place, agent);
  const fileOf = (source: Source) =>
    files.find((file) => file.source.key === source.key && file.source.section === source.section);
  const sources = all.filter((source) => !isOfPlugin(source));
  const homeless = new Set(['project', 'user']);
  const isUnreadable = ({ uri }: Source): boolean => workspace.documents.unreadable(uri) !== undefined;
  for (const source of sources)
    if (isOwn(source, agent) && (fileOf(source) !== undefined || isUnreadable(source))) homeless.delete(source.level);
  return sources.flatMap((source): ConfigFile[] => {
    const { uri, label, level, kind, section, tool } = source;
    const file = fileOf(source);
    const unreadable = isUnreadable(source);
    if (file === undefined && !unreadable && !(isOwn(source, agent) && isWritable(source) && homeless.delete(level)))
      return [];
    // A file of another tool without servers is no place for them, unless the user says so elsewhere.
    if (kind === 'imported' && !isOwn(source, agent) && !unreadable && file?.definitions.length === 0 && !file.broken)
      return [];
    const state = unreadable ? 'unreadable' : file === undefined ? 'missing' : file.broken ? 'broken' : 'good';
    return [
      {
        ...{ uri: file?.source.uri ?? uri, label, level, kind, tool, state, isOwn: isOwn(source, agent) },
        ...(section && { section }),
        count: file?.definitions.length ?? 0,
      },
    ];
  });
}

/** True for a file that is the agent's alone, or, for Claude Code, `.mcp.json`. */
const isOwn = ({ kind, dialect }: Source, agent: Agent): boolean =>
  isTableAgent(agent) ? dialect === agent.id : kind === 'oh-my-pi';

const isOfPlugin = (source: Source): boolean => 'plugin' in source;

/** False for the files of an administrator, and for a part of a file that has others. */
const isWritable = (source: Source): boolean => {
  const { file } = source as Partial<TableSource>;
  return source.section === undefined && (file === undefined || (file.in !== 'system' && file.in !== 'environment'));
};
