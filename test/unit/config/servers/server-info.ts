import type { ServerInfo } from '../../../../common/messages/tool-servers.ts';

/** Returns a server as the language server lists it: in effect, in a file at user level, and without problems. */
export function serverInfo(name: string, uri: string, more: Partial<ServerInfo> = {}): ServerInfo {
  const start = { line: 0, character: 0 };
  return {
    name,
    state: 'inEffect',
    text: '',
    why: '',
    reason: '',
    problems: 0,
    canEnable: false,
    isPartial: false,
    transport: 'stdio',
    source: { uri, label: '', level: 'user', kind: 'oh-my-pi', tool: '' },
    range: { start, end: start },
    overriddenBy: null,
    listedAt: null,
    policy: null,
    ...more,
  };
}
