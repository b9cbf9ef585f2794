/** What a change means for tool servers, as text for terminals and as Markdown for pull requests. Texts of files are untrusted. */

import { groupBy } from '../../../common/group-by.ts';
import { visible } from '../../../common/text/escape.ts';
import { maskTokens } from '../../../common/text/mask-secrets.ts';
import { changeText, kindName, serverChangeTexts } from '../../../common/tool-lock/lock-text.ts';
import { changesText, entryChangeText } from '../inventory/inventory-changes.ts';
import type { InventoryServer } from '../inventory/inventory-server.ts';
import { placeOf, verdictNames } from '../inventory/inventory-table.ts';
import type { Paint } from '../output/color.ts';
import { lowerFirst, stateWords } from '../output/state-words.ts';
import type { AddedFinding } from './added-findings.ts';
import { type AgentChange, type ConfigDiff, isEmptyDiff, type LockChange } from './config-diff.ts';
import { propertyText } from './entry-changes.ts';
import { envFileText } from './env-file-changes.ts';
import { pluginText } from './plugin-changes.ts';
import { unreadText } from './unread-changes.ts';

const nothing = ({ envFiles }: ConfigDiff): string =>
  envFiles.length === 0 ? 'Nothing changes for tool servers.\n' : 'Nothing is known to change for tool servers.\n';

export function diffText(diff: ConfigDiff, paint: Paint): string {
  const ofAgents = [...groupBy(diff.agents, named)].flatMap(([server, changes]) => [
    visible(server),
    ...changes.map(
      ({ agent, before, after, text }) =>
        `  ${agent.name}: ${stateWords[before]} → ${after === 'notRead' ? stateWords[after] : lowerFirst(visible(text))}`,
    ),
  ]);
  const locks = diff.locks.map((change) => `${visible(change.server)}: ${lockTexts(change).map(visible).join('; ')}`);
  const { added, removed, changed } = diff.servers;
  const texts = {
    added,
    removed,
    changed: changed.map(({ server, ...change }) => ({ server, text: entryChangeText(change) })),
  };
  const settings = diff.settings.map(
    ({ file, properties }) => `${visible(file)}: ${properties.map(propertyText).join(', ')}`,
  );
  const parts = [
    isEmptyDiff(diff) ? nothing(diff) : '',
    added.length + removed.length + changed.length === 0 ? '' : changesText(texts, paint),
    section('Other settings', settings, paint),
    section('Environment files', diff.envFiles.map(envFileText), paint),
    section(
      'Plugins',
      diff.plugins.map((each) => `${visible(each.file)}: ${visible(pluginText(each))}`),
      paint,
    ),
    section(
      'Not known',
      diff.unread.map((each) => `${visible(each.file)}: ${unreadText(each)}`),
      paint,
    ),
    section('New problems', diff.findings.map(findingText), paint),
    section('For agents', ofAgents, paint),
    section('Locked tools', locks, paint),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function section(title: string, lines: readonly string[], paint: Paint): string {
  return lines.length === 0 ? '' : `${paint('underline', title)}\n${lines.join('\n')}\n`;
}

const findingText = ({ file, line, severity, message, code: rule }: AddedFinding): string =>
  `${visible(file)}:${line}: ${severity}: ${visible(message)} [${rule}]`;

/** A server, and the folder in which an agent finds it. */
const named = ({ server, folder }: AgentChange): string => (folder === '' ? server : `${server} (in ${folder})`);

export function diffMarkdown(diff: ConfigDiff): string {
  const { servers, settings, envFiles, plugins, unread, findings, agents, locks } = diff;
  const rows = [
    ...servers.added.map((server) => ['added', server, factsOf(server)] as const),
    ...servers.removed.map((server) => ['removed', server, ''] as const),
    ...servers.changed.map(({ server, ...change }) => ['changed', server, entryChangeText(change)] as const),
  ];
  const parts = [
    '## Tool servers\n',
    isEmptyDiff(diff) ? nothing(diff) : '',
    table(
      ['Change', 'Server', 'File', 'Details'],
      rows.map(([change, server, details]) => [change, code(server.name), code(placeOf(server)), cell(details)]),
    ),
    table(
      ['File', 'Other settings'],
      settings.map(({ file, properties }) => [code(file), cell(properties.map(propertyText).join(', '))]),
    ),
    table(
      ['Environment files'],
      envFiles.map((each) => [cell(envFileText(each))]),
    ),
    table(
      ['File', 'Plugins'],
      plugins.map((each) => [code(each.file), cell(pluginText(each))]),
    ),
    table(
      ['File', 'Not known'],
      unread.map((each) => [code(each.file), cell(unreadText(each))]),
    ),
    table(
      ['File', 'Severity', 'New problem'],
      findings.map(({ file, line, severity, message }) => [code(`${file}:${line}`), severity, cell(message)]),
    ),
    table(
      ['Server', 'Agent', 'Before', 'After'],
      agents.map((change) => [
        code(named(change)),
        change.agent.name,
        stateWords[change.before],
        change.after === 'notRead' ? stateWords[change.after] : cell(change.text),
      ]),
    ),
    table(
      ['Locked server', 'Tools'],
      locks.map((change) => [code(change.server), cell(lockTexts(change).join('; '))]),
    ),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

function factsOf({ package: run, program, host, env, headers, policy }: InventoryServer): string {
  return [
    ...(run === null ? [] : [`package ${run.name}${run.version ? `@${run.version}` : ''}`]),
    ...(program === null ? [] : [`program ${program}`]),
    ...(host === null ? [] : [`host ${host}`]),
    ...(env.length === 0 ? [] : [`variables ${env.join(', ')}`]),
    ...(headers.length === 0 ? [] : [`headers ${headers.join(', ')}`]),
    ...(policy === null ? [] : [`policy: ${verdictNames[policy.verdict]}`]),
  ].join('; ');
}

function lockTexts({ kind, comparison }: LockChange): readonly string[] {
  if (comparison === undefined) return [kind === 'added' ? 'locked' : 'no longer locked'];
  return [
    ...serverChangeTexts(comparison),
    ...comparison.items.map((item) => `${kindName(item.kind)} ${item.name}: ${changeText(item)}`),
    ...(comparison.instructions === undefined ? [] : ['instructions changed']),
  ];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`;
}

/** Nothing in the text takes effect as Markdown or HTML, and no name becomes a mention or a link. */
const cell = (text: string): string =>
  visible(maskTokens(text)).replace(/[\\`*_{}[\]<>()#+!|~&@:/]/g, (mark) => `&#${mark.charCodeAt(0)};`);

/** In a code span, only backticks and the separator of cells have a meaning. */
const code = (text: string): string => `\`${visible(maskTokens(text)).replaceAll('`', "'").replaceAll('|', '\\|')}\``;
