/** The one file of this room that touches the disk. */
import { appendFileSync, mkdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LogFile } from './session-log.ts';

const ID = /^[\w-]{1,64}$/;

/**
 * The file of one session. Appending is synchronous: at most two small writes a second, and the last one must be done
 * when the editor ends. @throws when the id could leave the folder
 */
export function logFile(folder: string, id: string): LogFile {
  if (!ID.test(id)) throw new Error('Not the id of a session.');
  const file = path.join(folder, `${id}.jsonl`);
  return {
    read: async () => {
      try {
        return await readFile(file, 'utf8');
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
        throw error;
      }
    },
    append: (text) => {
      mkdirSync(folder, { recursive: true });
      appendFileSync(file, text, { mode: 0o600 });
    },
  };
}
