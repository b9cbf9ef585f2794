/** Which files can be attached. Pure, because it also runs in the webview. */
import * as l10n from '@vscode/l10n';
import { formatNumber } from '../shared/format.ts';

/** Media types of the images that models accept. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Extensions of the files with these images, in lowercase. */
export const imageExtensions: readonly string[] = [...imageTypes.map((type) => type.replace('image/', '')), 'jpg'];

/** Maximum size of an image, in bytes. */
export const maxImageSize = 5_000_000;

/** True if there is no NUL byte. Programs and other binary files are of no use to a text model. */
export function isTextFile(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}

export function imageTooLarge(name: string, size: number): string {
  const [bytes, limit] = [formatNumber(size), formatNumber(maxImageSize)];
  return l10n.t('{0} is too large to attach: {1} bytes. The limit for images is {2} bytes.', name, bytes, limit);
}
