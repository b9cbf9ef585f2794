import type { WorldOptions } from '../../session.ts';

const codexList = JSON.stringify([{ name: 'docs', enabled: false }]);
const copilotList = JSON.stringify({ mcpServers: { docs: { enabled: true }, other: { enabled: true } } });

/** The agents are scripts that print what real ones print. */
export const options: WorldOptions = {
  untrusted: true,
  settings: { 'files.autoSave': 'off', 'workbench.reduceMotion': 'on' },
  files: { '.omp/mcp.json': '{ "mcpServers": { "database": { "command": "no-such-program", "timeout": -1 } } }\n' },
  programs: {
    codex: `touch asked; printf '%s\\n' '${codexList}'`,
    copilot: `printf '%s\\n' '${copilotList}'`,
  },
};
