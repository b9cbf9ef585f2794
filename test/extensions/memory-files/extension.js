/** A file system in memory under the scheme `memfs`, for a web extension host. A change notifies those who watch. */
const { EventEmitter, FileChangeType, FileSystemError, FileType, workspace } = require('vscode');

const config =
  '{\n  "mcpServers": {\n    "docs": { "comand": "npx" },\n    "search": { "type": "http", "url": "https://search.example.com/mcp" }\n  }\n}\n';

/** Texts by path; a folder is where a path with more behind it is. */
const files = new Map([
  ['/project/.mcp.json', { bytes: new TextEncoder().encode(config), time: 1 }],
  [
    '/project/.cursor/mcp.json',
    {
      bytes: new TextEncoder().encode('{ "mcpServers": { "figma": { "url": "https://mcp.figma.com/mcp" } } }\n'),
      time: 1,
    },
  ],
]);
const changed = new EventEmitter();

exports.activate = ({ subscriptions }) => {
  const fileAt = (uri) => {
    const file = files.get(uri.path);
    if (!file) throw FileSystemError.FileNotFound(uri);
    return file;
  };
  const below = (path) => {
    const start = path.endsWith('/') ? path : `${path}/`;
    return [...files.keys()].filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  };
  const provider = {
    onDidChangeFile: changed.event,
    watch: () => ({ dispose: () => undefined }),
    stat: (uri) => {
      const file = files.get(uri.path);
      if (file) return { type: FileType.File, ctime: 1, mtime: file.time, size: file.bytes.length };
      if (below(uri.path).length === 0) throw FileSystemError.FileNotFound(uri);
      return { type: FileType.Directory, ctime: 1, mtime: 1, size: 0 };
    },
    readDirectory: (uri) => {
      const names = below(uri.path);
      return [...new Set(names.map((name) => name.split('/')[0]))].map((name) => [
        name,
        names.includes(name) ? FileType.File : FileType.Directory,
      ]);
    },
    readFile: (uri) => fileAt(uri).bytes,
    writeFile: (uri, bytes) => {
      const type = files.has(uri.path) ? FileChangeType.Changed : FileChangeType.Created;
      files.set(uri.path, { bytes, time: Date.now() });
      changed.fire([{ type, uri }]);
    },
    createDirectory: () => undefined,
    delete: (uri) => void files.delete(uri.path),
    rename: (from, to) => {
      files.set(to.path, fileAt(from));
      files.delete(from.path);
    },
  };
  subscriptions.push(workspace.registerFileSystemProvider('memfs', provider, { isCaseSensitive: true }));
};
