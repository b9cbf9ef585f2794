/** A realistic project: a tool-server config with mistakes, some of them hard to see. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT_CONFIG = `{
  "mcpServers": {
    "github": {
      "type": "streamable-http",
      "url": "https://api.githubcopilot.com/mcp/",
      "headers": { "Authorization": "Bearer \${GITHUB_TOKEN}" }
    },
    "filesystem": {
      "comand": "npx",
      "args": ["-y", "@modelcontextprotocol/server-filesystem@2026.8.31", "./docs"]
    },
    "issue tracker": {
      "type": "http",
      "url": "https://tracker.example.com/mcp"
    },
    "browser": {
      "command": "npx",
      "args": ["-y", "@playwright/mcp@0.0.41"],
      "timeout": "60s",
      "enabled": true
    },
    "search": {
      "url": "https://search.example.com/mcp"
    }
  }
}
`;

const AGENT_CONFIG = `{
  "mcpServers": {
    "database": {
      "command": "node",
      "args": ["./tools/database-server.mjs", "--read-only"],
      "env": { "DATABASE_URI": "\${DATABASE_URI}" },
      "timeout": 45000
    }
  }
}
`;

const VSCODE_CONFIG = `{
  "servers": {
    "github": { "type": "http", "url": "https://api.githubcopilot.com/mcp/" }
  }
}
`;

const FILES = {
  '.mcp.json': ROOT_CONFIG,
  '.omp/mcp.json': AGENT_CONFIG,
  '.vscode/mcp.json': VSCODE_CONFIG,
  'README.md': '# Checkout service\n\nTakes orders, charges cards, tells the warehouse.\n',
  'tools/database-server.mjs': "console.error('started');\n",
  'src/order.ts': 'export interface Order {\n  readonly id: string;\n  readonly total: number;\n}\n',
};

/** Creates the project in a new folder and returns its path. */
export function makeWorkspace(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(path.join(parent, 'checkout-service-')));
  resetWorkspace(folder);
  return folder;
}

/**
 * Makes a folder contain only the files of the project, and these. Files that have the right content stay untouched.
 * @param more texts by relative path
 */
export function resetWorkspace(folder: string, more: Readonly<Record<string, string>> = {}): void {
  const files: Readonly<Record<string, string>> = { ...FILES, ...more };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const name = path.relative(folder, path.join(entry.parentPath, entry.name));
    if (!entry.isDirectory() && !Object.hasOwn(files, name)) rmSync(path.join(folder, name));
  }
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
  }
}
