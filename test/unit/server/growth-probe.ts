// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the agent's variables look like this
/** Documents of increasing size, and all requests of an editor for one. */
import type { Diagnostic } from 'vscode-languageserver';
import type { Editor } from './editor.ts';

const many = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join(', ');
const servers = (inner: string): string => `{"mcpServers": {${inner}}}`;
const server = (inner: string): string => servers(`"a": {"command": "x"${inner === '' ? '' : `, ${inner}`}}`);

/** Kinds of large config files. `size` is chosen so that a request takes a measurable time. */
export const largeDocuments: Record<string, (size: number) => string> = {
  'many servers': (n) => servers(many(n, (i) => `"server${i}": {"command": "npx", "args": ["-y", "p${i}"]}`)),
  'many servers of one name': (n) => servers(many(n, () => '"a": {"command": "x"}')),
  'many servers with one connection': (n) => servers(many(n, (i) => `"s${i}": {"command": "x"}`)),
  'many invalid names': (n) => servers(many(n, (i) => `"a b ${i}": {"command": "x"}`)),
  'many names that become one': (n) => servers(many(n, (i) => `"a${' '.repeat(1 + (i % 50))}${i}": {"command": "x"}`)),
  'many unknown top-level keys': (n) => `{${many(n, (i) => `"key${i}": 1`)}}`,
  'many servers at the top level': (n) => `{"mcpServers": {}, ${many(n, (i) => `"s${i}": {"command": "x"}`)}}`,
  'many unknown keys in a server': (n) => server(many(n, (i) => `"key${i}": 1`)),
  'many misspelled keys in a server': (n) => server(many(n, () => '"comand": "x"')),
  'many arguments': (n) => server(`"args": [${many(n, (i) => `"--token=\${A${i}}"`)}]`),
  'many environment variables': (n) => server(`"env": {${many(n, (i) => `"API_KEY_${i}": "k3Yq0aZ81mB7${i}"`)}}`),
  'many duplicate variables': (n) => server(`"env": {${many(n, () => '"A": "b"')}}`),
  'many headers': (n) =>
    servers(`"a": {"type": "http", "url": "http://x", "headers": {${many(n, (i) => `"h ${i}": "$X"`)}}}`),
  'many listed names': (n) =>
    `{"mcpServers": {}, "disabledServers": [${many(n, (i) => `"s${i}"`)}], "enabledServers": [${many(n, (i) => `"s${i}"`)}]}`,
  'one listed name many times': (n) => `{"mcpServers": {}, "disabledServers": [${many(n, () => '"s"')}]}`,
  'a long $schema': (n) => `{"$schema": "${'https://a/'.repeat(n)}", "mcpServers": {}}`,
  'a $schema of slashes': (n) => `{"$schema": "https:${'/'.repeat(n * 10)}", "mcpServers": {}}`,
  'a long argument': (n) => server(`"args": ["${'a '.repeat(n * 5)}"]`),
  'an argument of dollars': (n) => server(`"args": ["${'${A'.repeat(n)}"]`),
  'an argument of slashes': (n) => server(`"args": ["${'/a'.repeat(n * 3)}"]`),
  'an argument of dashes': (n) => server(`"args": ["${'-your-'.repeat(n * 3)}"]`),
  'a long command': (n) => servers(`"a": {"command": "${'npx -y '.repeat(n)}"}`),
  'a long url': (n) => servers(`"a": {"type": "http", "url": "https://a${'.b'.repeat(n)}/${'${A}'.repeat(n)}"}`),
  'a long secret': (n) => server(`"env": {"TOKEN": "${'sk-aB3'.repeat(n)}", "KEY": "${'eyJabcdefghijk.'.repeat(n)}"}`),
  'a long name': (n) => servers(`"${'a b'.repeat(n * 3)}": {"command": "x"}`),
  'open brackets': (n) => '['.repeat(n * 10),
  'open braces': (n) => '{"a":'.repeat(n * 2),
  'open braces before a key on the next line': (n) => `${'{"a":'.repeat(n * 2)}\n"b": 1`,
  'brackets in braces': (n) => '{"a":'.repeat(n * 2) + ']'.repeat(n * 10),
  'braces in brackets': (n) => '['.repeat(n * 2) + '}'.repeat(n * 10),
  'alternating brackets, closed in the wrong order': (n) => '[{"a":'.repeat(n) + ']}'.repeat(n * 5),
  'keys on new lines at each depth': (n) => `${'{"a":'.repeat(n * 2)}${'\n"b": {'.repeat(n * 2)}`,
  'open arrays before keys': (n) => `{${'"a": [1, '.repeat(n * 2)}${'\n"b": 1'.repeat(n * 2)}`,
  'open braces where keys are expected': (n) => '{'.repeat(n * 2) + ':'.repeat(n * 5) + '\n"b"'.repeat(n),
  'unclosed strings': (n) => `{${'"a": "b\n'.repeat(n)}`,
  'words between comments': (n) => `{"mcpServers": 1 ${'/* x */ y\n'.repeat(n)}`,
  'nested servers': (n) => `${'{"mcpServers":'.repeat(n / 2)}1${'}'.repeat(n / 2)}`,
  comments: (n) => `{${'/* x */ // y\n'.repeat(n)}"mcpServers": {}}`,
  commas: (n) => `{"mcpServers": {${','.repeat(n * 10)}}}`,
  quotes: (n) => `{"mcpServers": {${'"'.repeat(n * 5)}`,
  colons: (n) => `{"mcpServers": ${':'.repeat(n * 5)}`,
  blanks: (n) => `{"mcpServers": ${' '.repeat(n * 20)}{}}`,
  'text without structure': (n) => 'server: command x\n'.repeat(n),
};

/** Returns a config file with this text in all possible places. */
function everywhere(text: string): string {
  const t = JSON.stringify(text);
  const auth = `"auth": {"type": "oauth", "tokenUrl": ${t}, "clientSecret": ${t}}, "oauth": {"redirectUri": ${t}, "scope": ${t}}`;
  return `{"$schema": ${t}, ${t}: 1, "disabledServers": [${t}], "mcpServers": {
    ${t}: {"command": ${t}, "args": [${t}, "-y", ${t}], "env": {${t}: "a", "TOKEN": ${t}}, "cwd": ${t}, "timeout": ${t}},
    "a": {"type": "http", "url": ${t}, "headers": {${t}: "a", "Authorization": ${t}}, ${auth}},
    "b": {"type": ${t}, "url": "http://a/${text.replace(/["\\]/g, '')}", ${t}: ${t}},
    "c": {"command": "npx", "args": ["-y", ${t}]}, "d": {"command": "uvx", "args": [${t}]}, "e": {"command": "docker", "args": ["run", ${t}]},
    "f": {"command": "sh", "args": ["-c", ${t}]}, "g": {"serverUrl": ${t}, "disabled": ${t}}, "h": ${t}}}`;
}

/** Texts for which a careless regular expression needs quadratic time. */
const hostileShapes: Readonly<Record<string, (size: number) => string>> = {
  'slashes and a letter': (n) => `https:${'/'.repeat(n * 10)}x`,
  'backslashes and a letter': (n) => `C:${'\\'.repeat(n * 5)}x`,
  'blanks and a letter': (n) => `1${' '.repeat(n * 10)}x`,
  'dashes and a letter': (n) => `a${'-'.repeat(n * 10)}x!`,
  'underscores and a letter': (n) => `A${'_'.repeat(n * 10)}x!`,
  'words of a placeholder': (n) => 'my-your-'.repeat(n),
  'opening brackets': (n) => '[<({'.repeat(n * 2),
  colons: (n) => ':a'.repeat(n * 5),
  'at signs': (n) => 'a@b@'.repeat(n * 3),
  'beginnings of variables': (n) => '${A'.repeat(n * 3),
  'variables with defaults': (n) => '${A:-b}'.repeat(n * 2),
  'beginnings of tokens': (n) => 'sk-'.repeat(n * 3),
  'one letter': (n) => 'a'.repeat(n * 10),
  dots: (n) => '.'.repeat(n * 10),
  'quotes and dollars': (n) => `'"$\``.repeat(n * 2),
  'query parameters': (n) => `https://a/?${'a=b&?'.repeat(n * 2)}`,
};
for (const [name, make] of Object.entries(hostileShapes))
  largeDocuments[`a text of ${name} everywhere`] = (n) => everywhere(make(n));

/** Sends all requests and returns the processor time of each, in milliseconds. */
export async function askForEverything(
  editor: Editor,
  uri: string,
  text: string,
): Promise<Readonly<Record<string, number>>> {
  const { connection } = editor;
  const times: Record<string, number> = {};
  const timed = async <T>(name: string, body: () => Promise<T>): Promise<T> => {
    const start = editor.processorTime();
    try {
      return await body();
    } finally {
      times[name] = editor.processorTime() - start;
    }
  };
  const textDocument = { uri };
  await editor.open(uri, text);
  const lines = text.split('\n');
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const middle = { line: Math.floor(end.line / 2), character: Math.floor(end.character / 2) };
  const all = { start: { line: 0, character: 0 }, end };
  const ask = (method: string, more: object = {}) =>
    timed(method, () => connection.sendRequest<unknown>(`textDocument/${method}`, { textDocument, ...more }));
  const report = (await ask('diagnostic')) as { items: Diagnostic[] };
  await ask('codeAction', { range: all, context: { diagnostics: report.items } });
  await timed('fixAll', () =>
    connection.sendRequest('textDocument/codeAction', {
      textDocument,
      range: all,
      context: { diagnostics: [], only: ['source.fixAll'] },
    }),
  );
  const options = { tabSize: 2, insertSpaces: true };
  await ask('formatting', { options });
  await ask('rangeFormatting', { range: all, options });
  await ask('semanticTokens/range', { range: all });
  await timed('workspace/symbol', () => connection.sendRequest('workspace/symbol', { query: 'a' }));
  for (const method of ['documentSymbol', 'foldingRange', 'semanticTokens/full', 'codeLens', 'documentLink'])
    await ask(method);
  await ask('inlayHint', { range: all });
  await ask('selectionRange', { positions: [middle, end] });
  for (const position of [middle, end]) {
    await ask('completion', { position });
    await ask('hover', { position });
    await ask('definition', { position });
    await ask('references', { position, context: { includeDeclaration: true } });
    await ask('documentHighlight', { position });
  }
  await ask('rename', { position: { line: 0, character: Math.min(20, end.character) }, newName: 'z' }).catch(
    () => undefined,
  );
  await connection.sendNotification('textDocument/didClose', { textDocument });
  return times;
}
