/** Code actions, links, tags and severities over a connection, as an editor gets them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how the agent's variables look
import { describe, expect, test } from 'vitest';
import type { CodeAction, InitializeParams, PublishDiagnosticsParams, WorkspaceEdit } from 'vscode-languageserver';
import type { ProtocolConnection } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { clientCommands } from '../../../common/messages/client-commands.ts';
import { machineOf } from './files.ts';
import { connectInProcess } from './in-process.ts';

const uri = 'file:///project/.mcp.json';
const full: InitializeParams['capabilities'] = {
  workspace: { workspaceEdit: { documentChanges: true } },
  textDocument: {
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, tagSupport: { valueSet: [1, 2] } },
    codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
  },
};

/** An editor that records notifications. */
class Wire {
  readonly published: PublishDiagnosticsParams[] = [];
  readonly #editor: ProtocolConnection;

  constructor(environment?: ReadonlySet<string>, files: Readonly<Record<string, string>> = {}) {
    this.#editor = connectInProcess({
      home: '/home/me',
      machine: machineOf(files),
      ...(environment !== undefined && { environment }),
    });
    this.#editor.onNotification('textDocument/publishDiagnostics', (params: PublishDiagnosticsParams) => {
      this.published.push(params);
    });
  }

  ask<T>(method: string, params: unknown): Promise<T> {
    return this.#editor.sendRequest(method, params);
  }

  tell(method: string, params: unknown): void {
    void this.#editor.sendNotification(method, params);
  }

  async open(text: string, capabilities = full, options: object = {}, rootUri?: string): Promise<TextDocument> {
    await this.ask('initialize', {
      processId: null,
      rootUri: rootUri ?? null,
      capabilities,
      initializationOptions: { readers: ['oh-my-pi'], ...options },
    });
    this.tell('textDocument/didOpen', { textDocument: { uri, languageId: 'mcp-config', version: 1, text } });
    return TextDocument.create(uri, 'mcp-config', 1, text);
  }

  /** @param foreign true if VS Code itself has a finding there */
  actions(document: TextDocument, at: string, only?: string[], foreign = false): Promise<CodeAction[]> {
    const offset = document.getText().indexOf(at);
    const position = document.positionAt(offset);
    const range = { start: position, end: document.positionAt(offset + at.length) };
    return this.ask('textDocument/codeAction', {
      textDocument: { uri },
      range: { start: position, end: position },
      context: {
        diagnostics: foreign ? [{ range, message: 'Variable not found' }] : [],
        ...(only !== undefined && { only }),
      },
    });
  }
}

/** Returns the text after an edit of its first version. */
function apply(document: TextDocument, edit: WorkspaceEdit | undefined): string {
  const [change] = edit?.documentChanges ?? [];
  if (change === undefined || !('edits' in change)) throw new Error('There is no edit.');
  expect(change.textDocument).toEqual({ uri, version: 1 });
  return TextDocument.applyEdits(
    document,
    change.edits.flatMap((each) => ('newText' in each ? [each] : [])),
  );
}

const twoFlags = '{"mcpServers": {"a": {"command": "x", "disabled": true}, "b": {"command": "x", "disabled": false}}}';

describe('quick fixes', () => {
  test('the supported kinds are announced', async () => {
    const { capabilities } = await new Wire().ask<{ capabilities: object }>('initialize', {
      processId: null,
      rootUri: null,
      capabilities: {},
    });
    expect(capabilities).toMatchObject({
      codeActionProvider: { codeActionKinds: ['quickfix', 'source.fixAll.switchyard'], resolveProvider: true },
    });
  });

  test('are offered for the problem at the cursor, with its diagnostic and the document version', async () => {
    const wire = new Wire();
    const document = await wire.open('{"mcpServers": {"a": {"url": "https://example.com/mcp"}}}');
    const [first, second, ...others] = await wire.actions(document, 'url');
    expect(others).toEqual([]);
    expect(first).toMatchObject({ title: 'Add "type": "http"', kind: 'quickfix', isPreferred: true });
    expect(first?.diagnostics).toEqual(wire.published[0]?.diagnostics);
    expect(second).toMatchObject({ title: 'Add "type": "sse"' });
    expect(second?.isPreferred).toBeUndefined();
    expect(apply(document, first?.edit)).toBe(
      '{"mcpServers": {"a": {"type": "http", "url": "https://example.com/mcp"}}}',
    );
  });

  test('diagnose the server if a finding is about what an agent makes of it, in editors with our command', async () => {
    const text =
      '{"mcpServers": {"a": {"command": "x"}, "b c": {"url": "https://example.com/mcp", "type": "streamable-http"}}}';
    const readers = ['oh-my-pi', 'claude-code'];
    const wire = new Wire();
    const document = await wire.open(text, full, { readers, commands: true });
    const diagnose = (actions: readonly CodeAction[]) => actions.filter(({ title }) => title.startsWith('Diagnose'));
    const [action, ...others] = diagnose(await wire.actions(document, 'streamable'));
    expect(others).toEqual([]);
    expect(action).toMatchObject({
      title: 'Diagnose "b c"',
      kind: 'quickfix',
      command: { command: clientCommands.diagnose, arguments: [uri, 'b c'] },
    });
    expect(action?.diagnostics).toHaveLength(1);
    expect(action?.isPreferred).toBeUndefined();
    const plain = new Wire();
    expect(diagnose(await plain.actions(await plain.open(text, full, { readers }), 'streamable'))).toEqual([]);
  });

  test('define and diagnose the server at a variable that VS Code itself reports', async () => {
    const wire = new Wire();
    const text = '{"mcpServers": {"a": {"command": "x", "env": {"T": "${TOKEN}"}}}}';
    const document = await wire.open(text, full, { commands: true }, 'file:///project');
    const titles = async (at: string) => (await wire.actions(document, at, undefined, true)).map(({ title }) => title);
    const own = ['Define in .vscode/mcp.json with an input', 'Define in .vscode/mcp.json with the variable'];
    expect(await titles('${TOKEN}')).toEqual([...own, 'Diagnose "a"']);
    expect(await titles('"command"')).toEqual([]);
  });

  test('aren’t offered without a problem', async () => {
    const wire = new Wire();
    const document = await wire.open('{"mcpServers": {"a": {"url": "https://example.com/mcp"}}}');
    expect(await wire.actions(document, '{')).toEqual([]);
  });

  test('for all problems of a rule compute their edit on resolve', async () => {
    const wire = new Wire();
    const document = await wire.open(twoFlags);
    const all = (await wire.actions(document, '"disabled"')).find(({ title }) => title.startsWith('Fix all 2'));
    expect(all?.title).toBe("Fix all 2: Another tool's property");
    expect(all?.edit).toBeUndefined();
    const resolved = await wire.ask<CodeAction>('codeAction/resolve', all);
    expect(apply(document, resolved.edit)).toBe(
      '{"mcpServers": {"a": {"command": "x", "enabled": false}, "b": {"command": "x"}}}',
    );
  });

  test('for all problems of a rule aren’t offered if this one can’t be fixed', async () => {
    const wire = new Wire();
    const document = await wire.open(
      '{"mcpServers": {"a": {"command": "x", "comand": 1}, "b": {"comand": "x"}, "c": {"comand": "x"}}}',
    );
    const titles = async (at: string) => (await wire.actions(document, at)).map(({ title }) => title);
    const safe = 'Fix all clear problems';
    expect(await titles('"comand": 1')).toEqual(['Remove "comand"', safe]);
    expect(await titles('"comand": "x"')).toEqual(['Rename to "command"', safe, 'Fix all 2: Unknown property']);
  });

  test('prefer a conversion only if renaming would leave errors', async () => {
    const offers = async (text: string) => {
      const wire = new Wire();
      const actions = await wire.actions(await wire.open(text), '"servers"');
      return actions.map(({ title, isPreferred }) => (isPreferred === true ? `*${title}` : title));
    };
    const convert = 'Convert to Oh My Pi format';
    expect(await offers('{"servers": {"a": {"command": "x"}}}')).toEqual(['*Rename to "mcpServers"', convert]);
    expect(await offers('{"servers": {"a": {"serverUrl": "https://a.example/mcp"}}}')).toEqual([
      `*${convert}`,
      'Rename to "mcpServers"',
    ]);
    expect(await offers('{"servers": {"a": {"command": "x", "alwaysAllow": ["t"]}}}')).toEqual([
      '*Rename to "mcpServers"',
      `${convert} and remove "alwaysAllow"`,
    ]);
    expect(await offers('{"servers": {"a": {"enabled": false}}}')).toEqual(['*Rename to "mcpServers"', convert]);
  });

  test('have no edit if the document has changed', async () => {
    const wire = new Wire();
    const document = await wire.open(twoFlags);
    const all = (await wire.actions(document, '"disabled"')).find(({ title }) => title.startsWith('Fix all 2'));
    wire.tell('textDocument/didChange', { textDocument: { uri, version: 2 }, contentChanges: [{ text: twoFlags }] });
    expect((await wire.ask<CodeAction>('codeAction/resolve', all)).edit).toBeUndefined();
  });

  test('include the edit for editors that can’t resolve actions', async () => {
    const wire = new Wire();
    const document = await wire.open(twoFlags, {});
    const all = (await wire.actions(document, '"disabled"')).find(({ title }) => title.startsWith('Fix all 2'));
    expect(Object.keys(all?.edit ?? {})).toEqual(['changes']);
    expect(all?.edit?.changes?.[uri]).toHaveLength(3);
  });
});

describe('fix all', () => {
  const text =
    '{"disabledServers": ["a", "a"], "mcpServers": {"a": {"command": "x", "timeout": "5", "disabled": true}}}';

  test('applies only safe fixes when requested by kind', async () => {
    const wire = new Wire();
    const document = await wire.open(text);
    const [action, ...others] = await wire.actions(document, 'timeout', ['source.fixAll']);
    expect(others).toEqual([]);
    expect(action?.kind).toBe('source.fixAll.switchyard');
    expect(apply(document, action?.edit)).toBe(
      '{"disabledServers": ["a"], "mcpServers": {"a": {"command": "x", "timeout": 5, "disabled": true}}}',
    );
  });

  test('of clear problems is in second place for any problem, and covers all rules', async () => {
    const wire = new Wire();
    const servers = '"a": {"url": "https://a.example/mcp", "timeout": "5"}, "b": {"comand": "x", "zzz": 1}';
    const document = await wire.open(`{"mcpServers": {${servers}}}`);
    for (const at of ['"5"', '"comand"', '"zzz"']) {
      const titles = (await wire.actions(document, at)).map(({ title }) => title);
      expect(titles.indexOf('Fix all clear problems')).toBeLessThanOrEqual(1);
      expect(titles).toContain('Fix all clear problems');
    }
    const all = (await wire.actions(document, '"5"')).find(({ title }) => title === 'Fix all clear problems');
    expect(apply(document, all?.edit)).toBe(
      '{"mcpServers": {"a": {"type": "http", "url": "https://a.example/mcp", "timeout": 5}, "b": {"command": "x", "zzz": 1}}}',
    );
  });

  test('isn’t offered if there is nothing to fix, or for other kinds', async () => {
    const wire = new Wire();
    const document = await wire.open(text);
    const kinds = async (only?: string[]) => (await wire.actions(document, '"5"', only)).map(({ kind }) => kind);
    expect(await kinds()).toEqual(['quickfix', 'quickfix']);
    expect(await kinds(['quickfix'])).toEqual(['quickfix', 'quickfix']);
    expect(await kinds(['refactor'])).toEqual([]);
    const clean = new Wire();
    expect(await clean.actions(await clean.open('{}'), '{', ['source'])).toEqual([]);
  });
});

describe('diagnostics', () => {
  const text = '{"mcpServers": {"a": {"command": "x", "cwd": "1", "cwd": "${NOT_SET}"}}}';
  const diagnostics = async (capabilities: InitializeParams['capabilities'], options: object = {}) => {
    const wire = new Wire(new Set(['HOME']));
    await wire.open(text, capabilities, { rulesUri: 'file:///extension/docs/rules.md', ...options });
    await wire.ask('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 0 } });
    return wire.published[0]?.diagnostics ?? [];
  };

  test('contain a link, a tag, and the related location', async () => {
    const [duplicate, unset] = await diagnostics(full);
    const second = { start: { line: 0, character: 50 }, end: { line: 0, character: 55 } };
    expect(duplicate).toMatchObject({
      code: 'duplicate-key',
      tags: [1],
      relatedInformation: [{ location: { uri, range: second }, message: 'This one is used.' }],
    });
    expect(duplicate?.codeDescription?.href).toMatch(/^file:\/\/\/extension\/docs\/rules\.md#L\d+$/);
    expect(unset).toMatchObject({ code: 'unset-variable', severity: 4 });
  });

  test('leave out what the editor doesn’t support', async () => {
    const [duplicate] = await diagnostics({});
    expect(Object.keys(duplicate ?? {}).sort()).toEqual(['code', 'message', 'range', 'severity', 'source']);
  });

  test('have the severities from the settings', async () => {
    const [duplicate, ...others] = await diagnostics(full, {
      rules: { 'duplicate-key': 'error', 'unset-variable': 'off' },
    });
    expect(duplicate?.severity).toBe(1);
    expect(others).toEqual([]);
  });

  test('are published again when a severity changes; invalid values are ignored', async () => {
    const wire = new Wire();
    await wire.open(text);
    const change = (rules: unknown) =>
      wire.tell('workspace/didChangeConfiguration', { settings: { switchyard: { config: { rules } } } });
    change({ 'duplicate-key': 'hint', 'legacy-sse': 'loud' });
    change(['x']);
    await wire.ask('textDocument/hover', { textDocument: { uri }, position: { line: 0, character: 0 } });
    expect(wire.published.map((each) => each.diagnostics[0]?.severity)).toEqual([2, 4, 2]);
  });
});

describe('moving a secret to .env', () => {
  const secret = 'k3Jq9vT2mXw8Lr5Z';
  const text = `{"mcpServers": {"docs": {"command": "x", "env": {"DOCS_API_KEY": "${secret}"}}}}`;
  const creating = { ...full, workspace: { workspaceEdit: { documentChanges: true, resourceOperations: ['create'] } } };
  const env = 'file:///project/.env';
  const offer = async (files: Readonly<Record<string, string>>, capabilities: object = creating, options = {}) => {
    const wire = new Wire(undefined, files);
    const document = await wire.open(text, capabilities as typeof full, options);
    const actions = await wire.actions(document, secret);
    return actions.filter(({ title }) => title.includes('.env')).map(({ edit }) => edit?.documentChanges);
  };
  const ignored = { 'file:///project/.gitignore': 'node_modules\n.env*\n!.env.example\n' };
  const config = {
    textDocument: { uri, version: 1 },
    edits: [{ range: expect.anything(), newText: '"${DOCS_API_KEY}"' }],
  };
  const start = { line: 0, character: 0 };
  const inserted = (newText: string) => ({
    textDocument: { uri: env, version: null },
    edits: [{ range: { start, end: start }, newText }],
  });

  test('creates .env if it is missing', async () => {
    expect(await offer(ignored)).toEqual([
      [{ kind: 'create', uri: env }, inserted(`DOCS_API_KEY=${secret}\n`), config],
    ]);
  });

  test('inserts at the start of .env, which is valid for a version with unsaved changes, too', async () => {
    for (const content of ['A=1\n', 'A=1', ''])
      expect(await offer({ ...ignored, [env]: content })).toEqual([[inserted(`DOCS_API_KEY=${secret}\n`), config]]);
    expect(await offer({ ...ignored, [env]: `DOCS_API_KEY=${secret}\n` })).toEqual([[config]]);
  });

  test('moves a default, and drops it from its variable', async () => {
    const wire = new Wire(undefined, ignored);
    const document = await wire.open(text.replace(secret, `\${DOCS_KEY:-${secret}}`), creating as typeof full);
    const edits = (await wire.actions(document, secret)).find(({ title }) => title.includes('.env'))?.edit;
    expect(JSON.stringify(edits)).toContain(JSON.stringify(`DOCS_KEY=${secret}\n`));
    expect(JSON.stringify(edits)).toContain(JSON.stringify('"${DOCS_KEY}"'));
  });

  test('uses the line endings of the file', async () => {
    const crlf = { ...ignored, [env]: 'A=1\r\n' };
    expect(await offer(crlf)).toEqual([[inserted(`DOCS_API_KEY=${secret}\r\n`), config]]);
  });

  test('only says that .env is listed in .gitignore, because Git may still track it', async () => {
    const wire = new Wire(undefined, ignored);
    const document = await wire.open(text, creating as typeof full);
    const titles = (await wire.actions(document, secret)).map(({ title }) => title);
    expect(titles).toContain('Use ${DOCS_API_KEY} and move the value to .env (listed in .gitignore)');
  });

  test.each([
    ['git would take it up', {}],
    ['git takes it up after all', { 'file:///project/.gitignore': '.env*\n!.env\n' }],
    ['the variable has another value there', { ...ignored, [env]: 'export DOCS_API_KEY=other\n' }],
  ])('not where %s', async (_why, files) => {
    expect(await offer(files)).toEqual([]);
  });

  test('isn’t offered if the editor can’t create files or the rule is off', async () => {
    expect(await offer(ignored, full)).toEqual([]);
    expect(await offer(ignored, creating, { rules: { 'literal-secret': 'off' } })).toEqual([]);
  });
});
