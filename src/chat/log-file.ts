/** The file of one session. */
import { appendFileSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { LogFile } from './session-log.ts';

const ID = /^[\w-]{1,64}$/;

export function isSessionId(id: string): boolean {
  return ID.test(id);
}

/**
 * Appending is synchronous: at most two small writes a second, and the last one must be done when the editor ends.
 * @throws when the id could leave the folder
 */
export function logFile(folder: string, id: string): LogFile {
  if (!isSessionId(id)) throw new Error('Not the id of a session.');
  const file = path.join(folder, `${id}.jsonl`);
  /** Bytes, as we know it. */
  let known: number | undefined;
  return {
    read: async () => {
      try {
        const bytes = await readFile(file);
        known = bytes.length;
        return bytes.toString('utf8');
      } catch (error) {
        if (!isMissing(error)) throw error;
        known = 0;
        return '';
      }
    },
    append: (text) => {
      mkdirSync(folder, { recursive: true });
      const before = sizeOf(file);
      const foreign = known !== undefined && before !== known;
      try {
        appendFileSync(file, text, { mode: 0o600 });
      } catch (error) {
        undo(file, before);
        throw error;
      }
      known = before + Buffer.byteLength(text);
      return foreign;
    },
  };
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A full disk takes a part of a text: that must not be there a second time when there is room again. */
function undo(file: string, size: number): void {
  try {
    if (sizeOf(file) > size) truncateSync(file, size);
  } catch {
    // What cannot be written cannot be cut either; the reader skips half a line.
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
