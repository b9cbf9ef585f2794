/** A realistic project: a tool-server config with mistakes, some of them hard to see. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
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

/** Creates the project in a new folder and returns its path. */
export function makeWorkspace(parent = tmpdir()): string {
  const folder = realpathSync(mkdtempSync(path.join(parent, 'checkout-service-')));
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  write('.mcp.json', ROOT_CONFIG);
  write('.omp/mcp.json', AGENT_CONFIG);
  write('.vscode/mcp.json', VSCODE_CONFIG);
  write('README.md', '# Checkout service\n\nTakes orders, charges cards, tells the warehouse.\n');
  write('tools/database-server.mjs', "console.error('started');\n");
  write('src/order.ts', 'export interface Order {\n  readonly id: string;\n  readonly total: number;\n}\n');
  return folder;
}
