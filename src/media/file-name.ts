/** Names of files that are made here; pure. Whatever text they come from, they name a file and no way to another place. */

const LONGEST = 40;
/** Names that Windows gives to devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/;

/** The words of a text as `a-small-boat`: letters, digits and hyphens alone. @param otherwise for a text without any */
export function nameFrom(text: string, otherwise: string): string {
  const words =
    text
      .slice(0, 400)
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join('-')].slice(0, LONGEST).join('').replace(/-+$/, '');
  return name === '' || DEVICE.test(name) ? otherwise : name;
}

/** `20261120-155842`, local time. @param time epoch milliseconds */
export function timeStamp(time: number): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('');
  return `${day}-${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join('')}`;
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/x-wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/mp3': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
  'audio/aac': 'aac',
  'audio/mp4': 'm4a',
  'audio/webm': 'webm',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
};

/** What files of a media type end with; `bin` where that is not known. */
export function extensionOf(type: string): string {
  return EXTENSIONS[type] ?? 'bin';
}

/** Every ending of sound, for dialogs that choose a file. */
export const AUDIO_EXTENSIONS = [
  'wav',
  'mp3',
  'ogg',
  'oga',
  'opus',
  'flac',
  'aac',
  'm4a',
  'mp4',
  'webm',
  'mpga',
  'mpeg',
];

/** `photo.png` among `photo.png` and `photo-2.png`: `photo-3.png`. @param taken says whether a name is in use */
export async function freeName(name: string, extension: string, taken: (file: string) => Promise<boolean>) {
  for (let count = 1; ; count++) {
    const file = `${name}${count === 1 ? '' : `-${count}`}.${extension}`;
    if (!(await taken(file))) return file;
  }
}
