/** Names of files. Pure. Whatever text the name of a generated file is derived from, it contains no path separators. */
import { lookUp } from '../../../common/guards.ts';
import { trimEndOf } from '../../../common/text/trim.ts';

const maxNameLength = 40;
/** Device names that Windows reserves. */
const devicePattern = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** Converts a text to a name such as `a-small-boat` (letters, digits, hyphens). @param otherwise if that is empty */
export function nameFrom(text: string, otherwise: string): string {
  const words =
    text
      .slice(0, 400)
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = trimEndOf([...words.join('-')].slice(0, maxNameLength).join(''), '-');
  return name === '' || devicePattern.test(name) ? otherwise : name;
}

/** `20261120-155842`, local time. @param time epoch milliseconds */
export function timeStamp(time: number): string {
  const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString();
  return local.slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
}

/** Returns the name of a file, without its folder. */
export function fileNameOf({ path }: { readonly path: string }): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const audioExtensionOf = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
};
const extensions: Readonly<Record<string, string>> = {
  ...audioExtensionOf,
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/heic': 'heic',
  'image/heif': 'heif',
};

/** Returns the file extension for a media type; `bin` if it's unknown. */
export function extensionOf(type: string): string {
  return lookUp(extensions, type) ?? 'bin';
}

/** Audio file extensions, for file dialogs. */
export const audioExtensions = [...new Set(Object.values(audioExtensionOf)), 'oga', 'opus', 'mp4', 'mpga', 'mpeg'];

/** Returns the first free name of `photo.png`, `photo-2.png`, and so on. @param taken true if the name is in use */
export async function freeName(name: string, extension: string, taken: (file: string) => Promise<boolean>) {
  for (let count = 1; ; count++) {
    const file = `${name}${count === 1 ? '' : `-${count}`}.${extension}`;
    if (!(await taken(file))) return file;
  }
}
