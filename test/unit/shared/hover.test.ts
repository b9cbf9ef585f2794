import { describe, expect, it } from 'vitest';
import { commands } from '../../../src/shared/generated/names.ts';
import { asMarkdown, hover } from '../../../src/shared/text/hover.ts';

describe('row hovers', () => {
  it('show text as plain text', () => {
    expect(asMarkdown('**bold** [click](command:quit) <b> https://a.b')).toBe(
      '\\*\\*bold\\*\\* \\[click\\]\\(command\\:quit\\) \\<b\\> https\\:\\/\\/a\\.b',
    );
  });

  it('preserve lines and trust only the commands of their links', () => {
    const links = [{ title: 'Copy ID', command: commands.runs.copyId, argument: { kind: 'run', id: 'a)b' } }];
    const { value, isTrusted } = hover('Intake\nStatus: failed\nID: a)b', links);
    const [title, lines, link] = value.split('\n\n');
    expect(title).toBe('**Intake**');
    expect(lines).toBe('Status\\: failed  \nID\\: a\\)b');
    const [, target = ''] = /^\[Copy ID\]\(command:[\w.]+\?([^()]*)\)$/.exec(link ?? '') ?? [];
    expect(JSON.parse(decodeURIComponent(target))).toEqual([{ kind: 'run', id: 'a)b' }]);
    expect(isTrusted).toEqual({ enabledCommands: [commands.runs.copyId] });
  });
});
