// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how variables look

import type { WorldOptions } from '../../session.ts';

export const standaloneText = `{
  "mcpServers": {
    "docs": {
      "command": "npx",
      "args": ["-y", "@acme/docs-mcp@1.2.0"]
    },
    "search": {
      "url": "https://search.example.com/mcp",
      "timeout": 30
    },
    "notes": {
      "command": "npx",
      "args": ["-y", "@acme/notes-mcp@2.1.0"],
      "enabled": false
    },
    "database": {
      "command": "node",
      "args": ["old.mjs"]
    }
  }
}
`;
export const cursorText = `{
  "mcpServers": {
    "web search": { "url": "https://search.example.com/mcp", "headers": { "X-Key": "\${env:SEARCH_KEY}" } },
    "database": { "command": "npx", "args": ["-y", "db-server@1.2.0"], "env": { "PASSWORD": "\${input:db-password}" }, "envFile": ".env" },
    "memory": { "command": "uvx", "args": ["mcp-server-memory==0.4.1"] }
  }
}
`;
const brokenText = '{\n  "mcpServers": {\n    "drifting": {\n      "comand": "x"\n    }\n  }\n}\n';

export const options: WorldOptions = {
  settings: {
    'files.autoSave': 'off',
    'workbench.reduceMotion': 'on',
    'editor.minimap.enabled': false,
    'editor.inlayHints.enabled': 'on',
    // VS Code shows its own lenses only with this setting.
    'chat.disableAIFeatures': false,
  },
  files: { '.mcp.json': standaloneText, '.cursor/mcp.json': cursorText, 'broken/mcp.json': brokenText },
};
