/** Goose. */
import type { Tool } from './tool.ts';

export const goose: Tool = {
  id: 'goose',
  name: 'Goose',
  files: [{ user: ['.config/goose/config.yaml', 'AppData/Roaming/Block/goose/config/config.yaml'] }],
  source: {
    keys: {
      cmd: { to: 'command' },
      uri: { to: 'url' },
      envs: { to: 'env' },
      env_keys: { like: 'env_vars' },
      timeout: { like: 'tool_timeout_sec' },
      available_tools: { lost: 'tools' },
      bundled: { lost: 'host' },
      display_name: { lost: 'notes' },
    },
  },
};
