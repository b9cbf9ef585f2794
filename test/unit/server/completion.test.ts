/** Completion, also in incomplete text: the proposals, and the text after accepting one. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look

import { describe, expect, test } from 'vitest';
import { readText } from '../../../scripts/lib/repository.ts';
import { fieldSet } from '../../../server/config/format/format.ts';
import { completionsAt } from '../../../server/features/completion/completion.ts';
import {
  escapeSnippet,
  indented,
  keySnippet,
  type Proposal,
  withoutTabStops,
} from '../../../server/features/completion/completion-snippets.ts';
import { contextOf, project } from './files.ts';
import { fileOf } from './fixture-notation.ts';
import { errorsOf, problemsOf, serverWith, withCursor } from './support.ts';

const http = '"type": "http", "url": "x"';

function offeredAt(source: string): readonly Proposal[] {
  const { text, offset } = withCursor(source);
  return completionsAt(contextOf(text), offset);
}

function labelsAt(source: string): string[] {
  return offeredAt(source).map(({ label }) => label);
}

/** Returns the text after accepting the proposal with this label, in an editor without snippets. */
function take(source: string, label: string): string {
  const { text } = withCursor(source);
  const proposal = offeredAt(source).find((offered) => offered.label === label);
  if (proposal === undefined) throw new Error(`${label} is not offered, only ${labelsAt(source).join(', ')}`);
  const { offset, length } = proposal.replace;
  const after = text.slice(0, offset) + withoutTabStops(proposal.snippet) + text.slice(offset + length);
  return proposal.comma === undefined ? after : `${after.slice(0, proposal.comma)},${after.slice(proposal.comma)}`;
}

const cases = readText('test/fixtures/completion.txt')
  .split('\n')
  .flatMap((line) => {
    const [, name = '', source = '', labels, label = '', after = ''] =
      /^(.*?): {2}(.*) {2}(?:= ?(.*)|(\S.*?) → (.*))$/.exec(line) ?? [];
    if (name === '' && !/^(?:#|$)/.test(line)) throw new Error(`Not a case: ${line}`);
    return name === '' ? [] : [[name, fileOf(source), { labels, label, after: fileOf(after) }] as const];
  });

describe.each(cases)('%s: %s', (_name, source, { labels, label, after }) => {
  test(labels === undefined ? `${label} is inserted` : 'all proposals are offered', () => {
    if (labels === undefined) expect(take(source, label)).toBe(after);
    else expect(labelsAt(source)).toEqual(labels === '' ? [] : labels.split(' · '));
  });
});

describe('keys', () => {
  test('a new server is valid, with the required commas', () => {
    for (const { label } of offeredAt('{"mcpServers": {|}}')) {
      expect(errorsOf(take('{"mcpServers": {|}}', label)), label).toEqual([]);
      expect(errorsOf(take('{"mcpServers": {"a": {"command": "x"} |}}', label)), label).toEqual([]);
      expect(errorsOf(take('{"mcpServers": {| "a": {"command": "x"}}}', label)), label).toEqual([]);
    }
  });

  test('each key is inserted with a value of the right type', () => {
    for (const source of [
      serverWith('"command": "x", |'),
      serverWith(`${http}, |`),
      serverWith('"command": "x", "oauth": {|}'),
      '{|}',
    ]) {
      for (const { label } of offeredAt(source)) {
        const codes = problemsOf(take(source, label)).map(({ code }) => code);
        expect(codes, label).not.toContain('wrong-json-type');
        expect(
          codes.filter((code) => code.startsWith('json-')),
          label,
        ).toEqual([]);
      }
    }
  });

  test('a typed quote is part of the filter text', () => {
    expect(offeredAt(serverWith('"co|"'))[0]?.filter).toBe('"type"');
    expect(offeredAt(serverWith('co|'))[0]?.filter).toBe('type');
  });

  test('the documentation of a key comes from the schema', () => {
    const [type] = offeredAt(serverWith('|'));
    expect(type?.markdown).toContain(fieldSet('stdio').fields[0]?.description);
  });
});

describe('a new server', () => {
  test.each([
    ['"my|"', 'my'],
    ['my|', 'my'],
    ['\n"my-docs|\n', 'my-docs'],
  ])('keeps the name that is typed: %s', (typed, name) => {
    const source = `{"mcpServers": {${typed}}}`;
    expect(take(source, 'node script (stdio)')).toContain(`"${name}": {`);
    for (const { filter, isIncomplete } of offeredAt(source)) {
      expect(filter).toBe(typed.trim().replace('|', ''));
      expect(isIncomplete).toBe(true);
    }
  });

  test('is offered as the value of a name', () => {
    for (const source of ['{"mcpServers": {"docs": |}}', '{"mcpServers": {"docs": |\n"web": {"command": "x"}}}']) {
      expect(labelsAt(source)).toContain('http server');
      for (const label of labelsAt(source)) expect(errorsOf(take(source, label)), label).toEqual([]);
    }
  });

  test('offers all transports with its type', () => {
    const type = offeredAt(serverWith('|')).find(({ label }) => label === 'type');
    expect(type?.snippet).toBe('"type": "${1|stdio,http,sse|}"');
    const decided = offeredAt(serverWith('"command": "x", |')).find(({ label }) => label === 'type');
    expect(decided?.snippet).toBe('"type": "${1|stdio|}"');
  });
});

describe('arguments and variables', () => {
  const launch = (command: string, args: string) => serverWith(`"command": "${command}", "args": [${args}]`);

  test('the options and packages of a launcher are offered until there is a package', () => {
    expect(labelsAt(launch('npx', '|'))).toEqual(expect.arrayContaining(['"-y"', '"@playwright/mcp"']));
    expect(labelsAt(launch('npx', '"-y", |'))).not.toContain('"-y"');
    expect(labelsAt(launch('npx', '"-y", "@play|"'))).toContain('"@playwright/mcp"');
    expect(labelsAt(launch('uvx', '|'))).toContain('"mcp-server-fetch"');
    expect(labelsAt(launch('docker', '"run", |'))).toEqual(['"-i"', '"--rm"']);
    expect(labelsAt(launch('npx', '"-y", "docs@1", |'))).toEqual([]);
    expect(labelsAt(launch('docker', '"run", "docs:1", |'))).toEqual([]);
    expect(labelsAt(launch('docker', '"exec", |'))).toEqual([]);
    expect(labelsAt(launch('node', '|'))).toEqual([]);
    expect(take(launch('npx', '| "docs@1"'), '"-y"')).toBe(launch('npx', '"-y", "docs@1"'));
  });

  test('the options of a launcher are offered after the value of another option', () => {
    expect(labelsAt(launch('docker', '"run", "-e", "TOKEN", |'))).toEqual(['"-i"', '"--rm"']);
    expect(labelsAt(launch('docker', '"run", "-e", "TOKEN", "|"'))).toEqual(['"-i"', '"--rm"']);
    expect(labelsAt(launch('docker', '"run", "-e", "TOKEN", "docs:1", |'))).toEqual([]);
    expect(labelsAt(launch('npx', '"--registry", "https://r.example", |'))).toContain('"@playwright/mcp"');
  });

  test.each([
    ['npx', '"-y"|'],
    ['docker', '"run"|'],
    ['npx', '"-y"|, "docs@1"'],
  ])('nothing is offered directly behind an item: %s [%s]', (command, args) => {
    expect(labelsAt(launch(command, args))).toEqual([]);
  });

  test('the default of a variable is kept', () => {
    const taken = (value: string) => {
      const { text, offset } = withCursor(launch('x', `"${value}"`));
      const [proposal] = completionsAt(contextOf(text, ['PATH']), offset);
      if (proposal === undefined) return undefined;
      const { replace, snippet } = proposal;
      return text.slice(0, replace.offset) + withoutTabStops(snippet) + text.slice(replace.offset + replace.length);
    };
    expect(taken('a${HO|ME:-x}b')).toBe(launch('x', '"a${PATH:-x}b"'));
    expect(taken('a${HO|ME}b')).toBe(launch('x', '"a${PATH}b"'));
    expect(taken('a${HO|ME b')).toBe(launch('x', '"a${PATH} b"'));
    expect(taken('a${|')).toBe(launch('x', '"a${PATH}"'));
  });

  test('names of variables in the environment are offered for env', () => {
    const { text, offset } = withCursor(serverWith('"command": "x", "env": {"HOME": "", |}'));
    const labels = completionsAt(contextOf(text, ['HOME', 'DOCS_TOKEN', '%odd']), offset).map(({ label }) => label);
    expect(labels).toEqual(['DOCS_TOKEN']);
  });

  test('archived packages are not offered', () => {
    const labels = labelsAt(serverWith('"command": "npx", "args": [|]'));
    expect(labels).toContain('"@modelcontextprotocol/server-filesystem"');
    expect(labels).not.toContain('"@modelcontextprotocol/server-github"');
  });

  test.each([
    ['"cwd": |', ['"packages"', '"src"']],
    ['"cwd": "s|"', ['"packages"', '"src"']],
    ['"cwd": ".|"', ['".git"', '"packages"', '"src"']],
    ['"cwd": "src/|"', ['"src/server"']],
    ['"cwd": "~/|"', ['"tools/server"']],
  ])('folders are offered for %s', (member, labels) => {
    const { text, offset } = withCursor(serverWith(`"command": "x", ${member}`));
    const names: Readonly<Record<string, readonly string[]>> = { '.': ['.git', 'packages', 'src'], src: ['server'] };
    const folders = (uri: string) => names[uri.slice(`${project}/`.length).replace(/\/$/, '') || '.'] ?? [];
    const found = completionsAt({ ...contextOf(text), folders }, offset).map(({ label }) => label);
    expect(found).toEqual(labels);
  });

  test('environment variables of other servers are offered', () => {
    const source =
      '{"mcpServers": {"a": {"command": "x", "env": {"A_KEY": "1", "B": "2"}}, "b": {"command": "y", "env": {"B": "2", |}}}}';
    expect(labelsAt(source)).toEqual(['A_KEY']);
    expect(take(source, 'A_KEY')).toContain('"env": {"B": "2", "A_KEY": "${A_KEY}"}');
  });
});

describe('comments', () => {
  test.each(['{\n  // "mcp|\n}', '{\n  // mcp|', '{ /* | */ }', '{"mcpServers": {"docs": {"command": // np|\n}}}'])(
    'get no proposals: %j',
    (source) => {
      expect(labelsAt(source)).toEqual([]);
    },
  );

  test('offer completions again after they end', () => {
    expect(labelsAt('{ /* x */ | }')).toContain('mcpServers');
    expect(labelsAt('{ // x\n | }')).toContain('mcpServers');
  });
});

describe('editors without snippets', () => {
  test('get lines with the indentation of the file', () => {
    const file = '{\n  "mcpServers": {\n    \n  }\n}';
    expect(indented('"a": {\n\t"command": "x"\n}', file, file.indexOf('    \n') + 4)).toBe(
      '"a": {\n      "command": "x"\n    }',
    );
    expect(indented('{\n\t"a": 1\n}', '', 0)).toBe('{\n  "a": 1\n}');
  });
});

describe('elsewhere', () => {
  test('an empty file is offered a skeleton', () => {
    expect(take('|', 'config file')).toBe('{\n\t"mcpServers": {\n\t\t\n\t}\n}');
    expect(problemsOf(take(' \n|', 'config file'))).toEqual([]);
  });

  test('never throws at any position of a file', () => {
    const text =
      '{"$schema": "x", "mcpServers": {"a": {"type": "http", "url": "x", "oauth": {"callbackPort": 1}, "x": [{"y": 1}]}}, "disabledServers": ["a"]} x';
    const everywhere = () => {
      for (let cut = 0; cut <= text.length; cut++) {
        const context = contextOf(text.slice(0, cut));
        for (let offset = 0; offset <= cut; offset++) completionsAt(context, offset);
      }
    };
    expect(everywhere).not.toThrow();
  });
});

describe('snippets', () => {
  test('text is inserted literally', () => {
    const text = 'a$1}\\b${2:x}';
    expect(withoutTabStops(escapeSnippet(text))).toBe(text);
  });

  test('each field has a tab stop', () => {
    for (const name of ['stdio', 'http', 'sse', 'auth', 'oauth', 'top'] as const) {
      for (const field of fieldSet(name).fields) expect(keySnippet(field)).toMatch(/: .*\$(?:1|\{1)/);
    }
  });
});
