/** Servers that another definition overrides. */
import * as l10n from '@vscode/l10n';
import type { EffectiveServer } from '../../config/oh-my-pi/effective.ts';
import { fileWith, quote } from '../message-text.ts';
import { type Related, relatedTo } from '../rule.ts';
import type { CrossFileContext, CrossRule } from './cross-rule.ts';

function overridden({ file, effective, concernsOhMyPi }: CrossFileContext): readonly EffectiveServer[] {
  if (!concernsOhMyPi) return [];
  return effective.inFile(file.source.uri).filter(({ state }) => state === 'overridden');
}

/** True if other rules report unknown properties or types. Once these are fixed, the connection may be different. */
function isUnclear({ definition }: EffectiveServer): boolean {
  const parsed = definition.entry?.parsed;
  return parsed !== undefined && (parsed.choice === 'misspelled' || parsed.group.unknownKeys.length > 0);
}

const winner = ({ source, definition }: EffectiveServer, message: string): readonly Related[] =>
  relatedTo({ ...definition.key, uri: source.uri }, message);

export const shadowedByName: CrossRule = {
  code: 'shadowed-by-name',
  severity: 'information',
  tag: 'unnecessary',
  docs: {
    title: 'Server overridden by one with the same name',
    why: 'Oh My Pi reads several files and uses the first definition of a name; definitions are never merged. A file with higher precedence also defines this name. The order is .omp/mcp.json, your user-level file, files of other tools, and then mcp.json and .mcp.json.',
    wrong: fileWith('{"command": "docs-server"}'),
    right: fileWith('{"command": "docs-server"}', 'my-docs'),
  },
  check(context, report) {
    for (const { reason, definition, name } of overridden(context)) {
      if (reason.kind !== 'same-name' || reason.by.state === 'invalid') continue;
      const { by } = reason;
      const isUsed = context.isUsedElsewhere(name);
      report(
        definition.key,
        overriddenText(name, by, isUsed),
        undefined,
        winner(by, l10n.t('Definition of {0} that is used.', quote(name))),
        isUsed,
      );
    }
  },
};

/** @param isUsed another agent uses the entry */
function overriddenText(name: string, { state, source: { label } }: EffectiveServer, isUsed: boolean): string {
  const server = quote(name);
  if (state === 'disabled')
    return isUsed
      ? l10n.t("In Oh My Pi, {0} is overridden by {1}, even though it's disabled there.", server, label)
      : l10n.t(
          "In Oh My Pi, {0} is overridden by {1}, even though it's disabled there. This entry has no effect.",
          server,
          label,
        );
  return isUsed
    ? l10n.t('In Oh My Pi, {0} is overridden by {1}.', server, label)
    : l10n.t('In Oh My Pi, {0} is overridden by {1}. This entry has no effect.', server, label);
}

export const shadowedByInvalid: CrossRule = {
  code: 'shadowed-by-invalid',
  severity: 'warning',
  docs: {
    title: 'Server overridden by one that is not valid',
    why: "Oh My Pi uses the first definition of a name, even if it can't connect to it. A file with higher precedence defines this name, but not in a form that Oh My Pi reads, so no server with this name is used.",
    wrong: fileWith('{"command": "docs-server"}'),
    right: fileWith('{"command": "docs-server"}', 'my-docs'),
  },
  check(context, report) {
    for (const { reason, definition, name } of overridden(context)) {
      if (reason.kind !== 'same-name' || reason.by.reason.kind !== 'flawed') continue;
      const { by } = reason;
      report(
        definition.key,
        l10n.t(
          "In Oh My Pi, {0} is overridden by {1}, but that entry isn't valid: {2}. Oh My Pi uses no server with this name. Rename this one, or correct the other.",
          quote(name),
          by.source.label,
          reason.by.reason.flaw.why,
        ),
        undefined,
        winner(by, l10n.t('Definition of {0} that takes the name.', quote(name))),
      );
    }
  },
};

export const shadowedByConnection: CrossRule = {
  code: 'shadowed-by-connection',
  severity: 'information',
  tag: 'unnecessary',
  docs: {
    title: 'Server overridden by one with the same connection',
    why: 'Oh My Pi treats entries with the same connection as one server, whatever their names, and uses the first. The connection consists of the transport, command with args, env, and cwd, or url with headers, auth, oauth, and requestIdFormat.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}, "my-docs": {"command": "docs-server"}}}',
    right: fileWith('{"command": "docs-server"}'),
  },
  check(context, report) {
    for (const server of overridden(context)) {
      const { reason, definition, name } = server;
      if (reason.kind !== 'same-connection' || isUnclear(server)) continue;
      const { by } = reason;
      const where = by.source.uri === context.file.source.uri ? l10n.t('this file') : by.source.label;
      // Within a file, any agent has the server twice.
      const isUsed = by.source.uri !== context.file.source.uri && context.isUsedElsewhere(name);
      const text = isUsed
        ? l10n.t(
            'In Oh My Pi, {0} is overridden by {1} in {2}, which has the same connection.',
            quote(name),
            quote(by.name),
            where,
          )
        : l10n.t(
            'In Oh My Pi, {0} is overridden by {1} in {2}, which has the same connection. Remove this entry.',
            quote(name),
            quote(by.name),
            where,
          );
      report(
        definition.key,
        text,
        undefined,
        winner(by, l10n.t('{0} has the same connection.', quote(by.name))),
        isUsed,
      );
    }
  },
};
