/** A server's name in the map, in lists and in files: definition, references, highlights, rename. */
import { describe, expect, test } from 'vitest';
import { DocumentHighlightKind } from 'vscode-languageserver';
import { nameAt } from '../../../server/config/servers/server-names.ts';
import type { Span } from '../../../server/config/text/json.ts';
import { renameEdits, renameProblem } from '../../../server/features/edits/rename.ts';
import { definitionsAt, highlightsAt, referencesAt } from '../../../server/features/navigation.ts';
import type { View, Workspace } from '../../../server/workspace/workspace.ts';
import { config, home, openIn, project, workspaceWith } from './files.ts';
import { problemsOf } from './support.ts';

const own = `${project}/.omp/mcp.json`;
const user = `${home}/.omp/agent/mcp.json`;
const cursor = `${project}/.cursor/mcp.json`;
const x = { command: 'x' };

const texts = {
  [own]: '{"mcpServers": {"docs": {"command": "x"}, "web": {"command": "w"}}}',
  [user]: '{"mcpServers": {"docs": {"command": "y"}}, "disabledServers": ["web", "docs"], "enabledServers": ["docs"]}',
  [cursor]: '{"mcpServers": {"docs": {"command": "z"}}}',
};

/** Opens the file. Returns it with the offset of a text in it. */
function at(workspace: Workspace, uri: string, piece: string): { view: View; offset: number } {
  const document = openIn(workspace, uri);
  const offset = document.text.getText().indexOf(piece);
  if (offset < 0) throw new Error(`No ${piece} in ${uri}`);
  return { view: workspace.view(document), offset: offset + 1 };
}

function shown(workspace: Workspace, places: readonly { uri: string; span: Span }[]): string[] {
  return places.map(({ uri, span }) => {
    const text = workspace.documents.textOf(uri) ?? '';
    return `${uri.slice(uri.lastIndexOf('/.') + 1)}: ${text.slice(span.offset, span.offset + span.length)} @${span.offset}`;
  });
}

describe('server name', () => {
  const workspace = workspaceWith(texts);
  const { config: document } = openIn(workspace, user);

  test.each([
    ['"docs": {', 'docs', 'entry'],
    ['"web"', 'web', 'disabledServers'],
    ['"docs"]}', 'docs', 'enabledServers'],
  ])('is found at %s', (piece, name, where) => {
    const offset = document.text.indexOf(piece);
    for (const place of [offset, offset + 1, offset + name.length + 2]) {
      const found = nameAt(document, place);
      expect(found?.name).toBe(name);
      expect(found?.entry === undefined ? found?.list : 'entry').toBe(where);
    }
  });

  test.each(['"command"', '"mcpServers"', '"disabledServers"'])('is not found at %s', (piece) => {
    expect(nameAt(document, document.text.indexOf(piece) + 1)).toBeUndefined();
  });
});

describe('definition', () => {
  test.each([
    ['a list item', user, '"docs"]}', 1],
    ['an overridden key', user, '"docs": {', 1],
    ['the key in effect', own, '"docs"', 3],
  ])('of %s returns the entry in effect (or all entries from there)', (_name, uri, piece, count) => {
    // Without the entry in `disabledServers`, so that one is in effect.
    const workspace = workspaceWith({ ...texts, [user]: texts[user]?.replace(', "docs"]', ']') ?? '' });
    const { view, offset } = at(workspace, uri, piece);
    const all = ['.omp/mcp.json: "docs" @16', '.omp/agent/mcp.json: "docs" @16', '.cursor/mcp.json: "docs" @16'];
    expect(shown(workspace, definitionsAt(view, offset))).toEqual(all.slice(0, count));
  });

  test('returns all entries if no server is in effect', () => {
    const workspace = workspaceWith({ [own]: '{"mcpServers": {"a": {}},}', [user]: config({ a: {} }) });
    const { view, offset } = at(workspace, own, '"a"');
    expect(definitionsAt(view, offset).map(({ uri }) => uri)).toEqual([own, user]);
  });

  test('returns an empty list for an unknown name and outside names', () => {
    const workspace = workspaceWith({ [user]: config({}, { disabledServers: ['gone'] }) });
    const { view, offset } = at(workspace, user, '"gone"');
    expect(definitionsAt(view, offset)).toEqual([]);
    expect(definitionsAt(view, 1)).toEqual([]);
  });
});

describe('references and highlights', () => {
  test('references cover all files, with or without the definitions', () => {
    const workspace = workspaceWith(texts);
    const { view, offset } = at(workspace, own, '"docs"');
    expect(shown(workspace, referencesAt(view, offset, false))).toEqual([
      '.omp/agent/mcp.json: "docs" @70',
      '.omp/agent/mcp.json: "docs" @98',
    ]);
    expect(referencesAt(view, offset, true)).toHaveLength(5);
  });

  test('references include duplicate keys in one file', () => {
    const workspace = workspaceWith({ [own]: '{"mcpServers": {"a": {}, "a": {"command": "x"}}}' });
    const { view, offset } = at(workspace, own, '"a": {}');
    expect(referencesAt(view, offset, true).map(({ span }) => span.offset)).toEqual([16, 25]);
  });

  test('highlights cover only this file and exclude the quotes', () => {
    const workspace = workspaceWith(texts);
    const { view, offset } = at(workspace, user, '"docs"]}');
    const found = highlightsAt(view, offset).map(({ range, kind }) => [view.document.text.getText(range), kind]);
    expect(found).toEqual([
      ['docs', DocumentHighlightKind.Write],
      ['docs', DocumentHighlightKind.Read],
      ['docs', DocumentHighlightKind.Read],
    ]);
  });

  test('references cover only the document if the agent does not read it', () => {
    const workspace = workspaceWith({}, { roots: [] });
    const document = openIn(workspace, 'untitled:1', config({ a: x }, { disabledServers: ['a'] }));
    const view = workspace.view(document);
    expect(view.effective).toBeUndefined();
    expect(referencesAt(view, document.text.getText().indexOf('"a"') + 1, true)).toHaveLength(2);
  });
});

/** The user's lists with several workspace folders, of which one defines the server. */
const other = 'file:///other';
const folders = {
  [`${other}/.mcp.json`]: config({ docs: x }),
  [user]: '{"disabledServers": ["gone"], "enabledServers": ["docs"]}',
};

describe('with several workspace folders', () => {
  const workspace = workspaceWith(folders, { roots: [project, other] });

  test("definitions and references of names in the user's lists are in all folders", () => {
    const { view, offset } = at(workspace, user, '"docs"');
    expect(definitionsAt(view, offset).map(({ uri }) => uri)).toEqual([`${other}/.mcp.json`]);
    expect(referencesAt(view, offset, true).map(({ uri }) => uri)).toEqual([user, `${other}/.mcp.json`]);
  });

  test('definitions include the one in effect in each folder', () => {
    const both = workspaceWith({ ...folders, [own]: config({ docs: x }) }, { roots: [project, other] });
    const { view, offset } = at(both, user, '"docs"');
    expect(definitionsAt(view, offset).map(({ uri }) => uri)).toEqual([own, `${other}/.mcp.json`]);
  });

  test('files of one folder refer only to the files of this folder', () => {
    const { view, offset } = at(workspace, `${other}/.mcp.json`, '"docs"');
    expect(view.elsewhere).toEqual([]);
    expect(definitionsAt(view, offset).map(({ uri }) => uri)).toEqual([`${other}/.mcp.json`]);
  });
});

describe('rename', () => {
  /** Only files that Oh My Pi owns. */
  const alone = { [own]: texts[own] ?? '', [user]: texts[user] ?? '' };

  /** Returns all files with the edits applied. */
  function renamed(workspace: Workspace, name: string, newName: string): Record<string, string> {
    const { places } = workspace;
    const { files } = workspace.placeState(places.ofProject(project));
    const elsewhere = places.all.flatMap((place) => workspace.placeState(place).files);
    const results: Record<string, string> = {};
    for (const { uri, span, newText } of renameEdits(name, newName, files, elsewhere).toReversed()) {
      const text = results[uri] ?? workspace.documents.textOf(uri) ?? '';
      results[uri] = text.slice(0, span.offset) + newText + text.slice(span.offset + span.length);
    }
    return results;
  }

  test('changes only server keys and list entries in all agent-owned files', () => {
    const results = renamed(workspaceWith(alone), 'docs', 'manual');
    expect(results).toEqual({
      [own]: texts[own]?.replaceAll('"docs"', '"manual"'),
      [user]: texts[user]?.replaceAll('"docs"', '"manual"'),
    });
    for (const text of Object.values(results))
      expect(problemsOf(text).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  test('restores the original text when reversed', () => {
    const there = renamed(workspaceWith(alone), 'docs', 'manual');
    expect(renamed(workspaceWith({ ...alone, ...there }), 'manual', 'docs')).toEqual({
      [own]: texts[own],
      [user]: texts[user],
    });
  });

  test("keeps the old name in the lists if another tool's file still defines it", () => {
    const workspace = workspaceWith({ ...texts, [user]: '{\n  "disabledServers": [\n    "docs"\n  ]\n}' });
    expect(renamed(workspace, 'docs', 'manual')).toEqual({
      [own]: texts[own]?.replaceAll('"docs"', '"manual"'),
      [user]: '{\n  "disabledServers": [\n    "docs",\n    "manual"\n  ]\n}',
    });
  });

  test('adds no second name to the lists if the name stays the same', () => {
    const list = '{\n  "disabledServers": [\n    "docs"\n  ]\n}';
    expect(renamed(workspaceWith({ ...texts, [user]: list }), 'docs', 'docs')[user]).toBe(list);
  });

  test('keeps the old name in the lists if another workspace folder still defines it', () => {
    const files = { ...alone, [`${other}/.mcp.json`]: config({ docs: x }) };
    expect(renamed(workspaceWith(files, { roots: [project, other] }), 'docs', 'manual')[user]).toBe(
      '{"mcpServers": {"manual": {"command": "y"}}, "disabledServers": ["web", "docs", "manual"], "enabledServers": ["docs", "manual"]}',
    );
  });

  test.each([
    ['my docs', `"my docs" isn't a valid server name. Use 1 to 100 letters, digits, "_", ".", and "-".`],
    ['', `"" isn't a valid server name. Use 1 to 100 letters, digits, "_", ".", and "-".`],
    ['x'.repeat(101), `"${'x'.repeat(60)}…" isn't a valid server name`],
    ['a:b', `"a:b" isn't a valid server name`],
    ['web', 'A server named "web" already exists in .omp/mcp.json.'],
    ['other', 'A server named "other" already exists in .cursor/mcp.json.'],
  ])('rejects %j', (newName, message) => {
    const workspace = workspaceWith({ ...texts, [cursor]: config({ other: x }) });
    const { files } = workspace.placeState(workspace.places.ofProject(project));
    expect(renameProblem('docs', newName, files, [])).toContain(message);
  });

  test("rejects a server that only another tool's file defines, whose list entries would be renamed alone", () => {
    const workspace = workspaceWith({ ...texts, [cursor]: config({ other: x }) });
    const { files } = workspace.placeState(workspace.places.ofProject(project));
    expect(renameProblem('other', 'manual', files, [])).toBe(
      'The server is defined in .cursor/mcp.json. Rename it there.',
    );
    expect(renameProblem('listed', 'manual', files, [])).toBeUndefined();
  });

  test.each(['disabledServers', 'enabledServers'])('rejects a name in %s, which would apply to the server', (list) => {
    const workspace = workspaceWith({ [own]: config({ docs: x }), [user]: config({}, { [list]: ['docs', 'manual'] }) });
    const { files } = workspace.placeState(workspace.places.ofProject(project));
    expect(renameProblem('docs', 'manual', files, [])).toBe(
      `"manual" is already in "${list}" of ~/.omp/agent/mcp.json. Remove it there first.`,
    );
    expect(renameProblem('docs', 'docs', files, [])).toBeUndefined();
  });

  test('rejects a server that only another workspace folder defines', () => {
    const workspace = workspaceWith(folders, { roots: [project, other] });
    const { view } = at(workspace, user, '"docs"');
    const elsewhere = view.elsewhere.flatMap(({ files }) => files);
    expect(renameProblem('docs', 'manual', view.files, elsewhere)).toBe(
      'The server is defined in .mcp.json. Rename it there.',
    );
    expect(renameProblem('gone', 'manual', view.files, elsewhere)).toBeUndefined();
  });

  test('accepts an unused name and the current name', () => {
    const { files } = workspaceWith(texts).placeState(workspaceWith(texts).places.ofProject(project));
    expect(renameProblem('docs', 'manual', files, [])).toBeUndefined();
    expect(renameProblem('docs', 'docs', files, [])).toBeUndefined();
  });
});
