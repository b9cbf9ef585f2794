/** Services of the media commands. */
import type { TextDocument } from 'vscode';
import { ViewPreferences } from '../../shared/list/view-preferences.ts';
import { setting } from '../../shared/settings.ts';
import type { Models } from '../models/index.ts';
import type { ServiceSession } from '../session/session.ts';
import type { GeneratedFiles } from './generated-files.ts';

/** Services of commands on files that were generated earlier. */
export interface FileServices {
  readonly generated: GeneratedFiles;
  /** Last active text document, even if an image preview has replaced its editor. */
  readonly lastDocument: () => TextDocument | undefined;
}

/** Services of commands that send requests. */
export interface MediaServices extends FileServices {
  readonly session: ServiceSession;
  readonly models: Models;
  readonly recent: RecentValues;
}

type Topic =
  | 'speechModel'
  | `voice ${string}`
  | 'transcriptionModel'
  | 'language'
  | 'transcriptForm'
  | 'transcriptPlace'
  | 'imageModel'
  | 'imageSize'
  | 'imageCount';

const maxRecent = 6;

/** Recently chosen values on this machine, newest first. */
export class RecentValues extends ViewPreferences {
  /** Returns the most recent value, which may be empty. */
  last(topic: Topic): string | undefined {
    return this.all(topic)[0];
  }

  all(topic: Topic): readonly string[] {
    return [...this.readIds(keyOf(topic))];
  }

  async add(topic: Topic, value: string): Promise<void> {
    const others = this.all(topic).filter((one) => one !== value);
    await this.write(keyOf(topic), [value, ...others].slice(0, maxRecent));
  }
}

function keyOf(topic: Topic): string {
  return `switchyard.media.${topic}`;
}

/** Minimum timeout in milliseconds: audio and images take longer than lists, and the user can cancel each request. */
const minTimeoutMs = 180_000;
/** Assumed minimum upload speed, in bytes per second. */
const minUploadSpeed = 128 * 1024;

/** Returns the timeout of a request in milliseconds. @param upload bytes of the request */
export function requestTimeout(upload = 0): number {
  return Math.max(setting('switchyard.requestTimeout') * 1000, minTimeoutMs) + (upload / minUploadSpeed) * 1000;
}
