/** The language server as a Node.js process: arguments, streams, and access to the machine. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { createConnection } from 'vscode-languageserver/node';
import type { Translations } from './config/language.ts';
import { EditorFiles } from './files/editor-files.ts';
import type { Files } from './files/files.ts';
import { afterBurst, connectionOptions } from './protocol/host.ts';
import { startServer } from './protocol/server.ts';
import { environmentNames, machine } from './workspace/machine.ts';

const usage = `Usage: mcp-config-language-server <transport> [--clientProcessId=<id>]

Language server for the tool-server config of coding agents (mcp.json, .mcp.json).

Transports:
  --stdio            standard input and output
  --node-ipc         the channel of a process forked by Node
  --socket=<port>    a socket on this machine that the editor listens on
  --pipe=<name>      a named pipe that the editor listens on

Options:
  --clientProcessId=<id>   exit when this process ends
  --version                print the version
  --help                   print this text
`;

/** Starts the server, or prints the version or usage, depending on the arguments. @param folder the package root */
export function startProcess(folder: URL): void {
  const words = process.argv.slice(2);
  if (words.includes('--help')) {
    process.stdout.write(usage);
  } else if (words.includes('--version')) {
    const { version } = readJson(new URL('package.json', folder)) as { version: string };
    process.stdout.write(`${version}\n`);
  } else if (words.some((word) => /^--(?:stdio$|node-ipc$|socket(?:=|$)|pipe(?:=|$))/.test(word))) {
    connect(folder);
  } else {
    process.stderr.write(usage);
    process.exitCode = 2;
  }
}

function readJson(file: URL): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function connect(folder: URL): void {
  const connection = createConnection(connectionOptions());
  const editorFiles = new EditorFiles((method, params) => connection.sendRequest(method, params));
  const at = (uri: string): Files => (uri.startsWith('file:') ? machine.files : editorFiles);
  const files: Files = {
    load: (uris, text) => {
      const elsewhere = uris.filter((uri) => !uri.startsWith('file:'));
      return elsewhere.length === 0 ? undefined : editorFiles.load(elsewhere, text);
    },
    read: (uri) => at(uri).read(uri),
    stamp: (uri) => at(uri).stamp(uri),
    kind: (uri) => at(uri).kind(uri),
    folders: (uri) => at(uri).folders?.(uri) ?? [],
    find: (folder) => at(folder).find(folder),
  };
  const server = startServer(connection, {
    home: homedir(),
    machine: { ...machine, files },
    editorFiles,
    environment: environmentNames(),
    translations: (language) => translationsIn(folder, language),
    later: afterBurst,
  });
  // The channel closes if the editor exits. The library watches the standard streams.
  process.once('disconnect', () => process.exit(server.isShutDown ? 0 : 1));
}

/** @param language such as "de" or "zh-cn" */
function translationsIn(folder: URL, language: string): Translations {
  // Validated, because it comes from the editor and becomes part of a file name.
  if (!/^[a-z]{2,3}(?:-[a-z]{2,8})*$/.test(language)) return undefined;
  const file = new URL(`l10n/server.l10n.${language}.json`, folder);
  if (!existsSync(file)) return undefined;
  return readJson(file) as Translations;
}
