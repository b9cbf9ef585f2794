/** Which files can be attached. Pure, because it also runs in the webview. */

/** Media types of the images that models accept. */
export const IMAGE_TYPES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Extensions of the files with these images, in lowercase. */
export const IMAGE_EXTENSIONS: readonly string[] = [...IMAGE_TYPES.map((type) => type.replace('image/', '')), 'jpg'];

/** Maximum size of an image, in bytes. */
export const MAX_IMAGE_SIZE = 5_000_000;

/** True if there is no NUL byte. Programs and other binary files are of no use to a text model. */
export function isTextFile(bytes: Uint8Array): boolean {
  return !bytes.subarray(0, 8192).includes(0);
}
