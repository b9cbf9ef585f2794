/** Servers that another file takes the place of. */
import type { EffectiveServer } from '../config/effective.ts';
import type { CrossRule, Scene } from './cross-rule.ts';
import type { Related } from './rule.ts';
import { fileWith, quote } from './words.ts';

function hidden({ file, effective }: Scene): readonly EffectiveServer[] {
  return effective.of(file.source.uri).filter(({ state }) => state === 'hidden');
}

function winner({ source, definition }: EffectiveServer, message: string): readonly Related[] {
  const { offset, length } = definition.key;
  return [{ uri: source.uri, offset, length, message }];
}

export const shadowedByName: CrossRule = {
  kind: 'cross',
  code: 'shadowed-by-name',
  severity: 'information',
  docs: {
    title: 'Server hidden by one of the same name',
    why: 'The agent reads several files, and the first definition of a name wins; definitions are never merged. A stronger file (.omp/mcp.json before the user-level file, that before the files of other tools, those before mcp.json and .mcp.json) defines this name too.',
    wrong: fileWith('{"command": "docs-server"}'),
    right: fileWith('{"command": "docs-server"}', 'my-docs'),
  },
  check(scene, report) {
    for (const { reason, definition, name } of hidden(scene)) {
      if (reason.kind !== 'same-name') continue;
      const { by } = reason;
      const off = by.state === 'disabled' ? ', even though it is switched off there' : '';
      report(
        definition.key,
        `${by.source.label} defines ${quote(name)} and comes first${off}: rename or remove this one, it has no effect.`,
        { related: winner(by, `The definition of ${quote(name)} that wins`), tag: 'unnecessary' },
      );
    }
  },
};

export const shadowedByConnection: CrossRule = {
  kind: 'cross',
  code: 'shadowed-by-connection',
  severity: 'information',
  docs: {
    title: 'Server hidden by an equal one',
    why: 'Two entries with the same connection are one server to the agent, whatever their names: it uses the first. The connection is the transport, command with args, env and cwd or url with headers, auth, oauth and requestIdFormat.',
    wrong: '{"mcpServers": {"docs": {"command": "docs-server"}, "my-docs": {"command": "docs-server"}}}',
    right: fileWith('{"command": "docs-server"}'),
  },
  check(scene, report) {
    for (const { reason, definition } of hidden(scene)) {
      if (reason.kind !== 'same-connection') continue;
      const { by } = reason;
      const where = by.source.uri === scene.file.source.uri ? 'this file' : by.source.label;
      report(
        definition.key,
        `${quote(by.name)} in ${where} is the same connection and comes first: remove this one, it has no effect.`,
        { related: winner(by, `${quote(by.name)}, the same connection`), tag: 'unnecessary' },
      );
    }
  },
};
