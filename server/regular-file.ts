/** Reads regular files. Never blocks on a pipe or a device. */

/** Not imported, see `machine.ts`. */
const fs = process.getBuiltinModule('node:fs');

/** Reused, because most files are small and can be read with one call. */
const shared = Buffer.allocUnsafeSlow(1 << 16);

/**
 * Returns the bytes of a file, which are valid until the next call, or why it isn't read.
 * @param limit in bytes; a larger file isn't read
 * @throws the error of the system
 */
export function readRegularFile(file: string, limit: number): Uint8Array | 'notRegular' | 'tooLarge' {
  const before = fs.statSync(file);
  if (!before.isFile()) return 'notRegular';
  if (before.size > limit) return 'tooLarge';
  // Opened without blocking, in case a pipe has replaced the file in the meantime.
  const descriptor = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NONBLOCK ?? 0));
  try {
    const status = fs.fstatSync(descriptor);
    if (!status.isFile()) return 'notRegular';
    if (status.size > limit) return 'tooLarge';
    return status.size === 0 ? readToEnd(descriptor, limit) : readBytes(descriptor, status.size);
  } finally {
    fs.closeSync(descriptor);
  }
}

function readBytes(descriptor: number, size: number): Uint8Array {
  const bytes = size <= shared.length ? shared : Buffer.allocUnsafeSlow(size);
  let length = 0;
  for (let more = -1; more !== 0 && length < size; length += more)
    more = fs.readSync(descriptor, bytes, length, size - length, length);
  return bytes.subarray(0, length);
}

/** Files of size 0 may still have content, such as those in /proc. */
function readToEnd(descriptor: number, limit: number): Uint8Array | 'tooLarge' {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let more = -1; more !== 0; length += more) {
    more = fs.readSync(descriptor, shared, 0, shared.length, length);
    if (length + more > limit) return 'tooLarge';
    chunks.push(Uint8Array.from(shared.subarray(0, more)));
  }
  return Buffer.concat(chunks);
}
