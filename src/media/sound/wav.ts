/** WAV files put together; pure. RIFF: a head of 12 bytes, then chunks of a name, a length and as many bytes. */

interface Wav {
  /** The chunk that says what the samples are, without its head. */
  readonly format: Uint8Array;
  readonly samples: Uint8Array;
}

/** One file with the samples of all, or undefined where one is broken or of another form than the first. */
export function joinWavs(files: readonly Uint8Array[]): Uint8Array<ArrayBuffer> | undefined {
  const all = files.map(readWav);
  const known = all.filter((one) => one !== undefined);
  const [first] = known;
  if (first === undefined || known.length < all.length) return undefined;
  if (!known.every(({ format }) => Buffer.compare(format, first.format) === 0)) return undefined;
  const length = known.reduce((sum, { samples }) => sum + samples.length, 0);
  const head = Buffer.alloc(28 + first.format.length);
  head.write('RIFF', 0, 'latin1');
  head.writeUInt32LE(20 + first.format.length + length + (length % 2), 4);
  head.write('WAVEfmt ', 8, 'latin1');
  head.writeUInt32LE(first.format.length, 16);
  head.set(first.format, 20);
  head.write('data', 20 + first.format.length, 'latin1');
  head.writeUInt32LE(length, 24 + first.format.length);
  return together([head, ...known.map(({ samples }) => samples), new Uint8Array(length % 2)]);
}

function readWav(bytes: Uint8Array): Wav | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let format: Uint8Array | undefined;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const name = new TextDecoder('latin1').decode(bytes.subarray(at, at + 4));
    const length = view.getUint32(at + 4, true);
    // A file that was written as it came may not know its length: then the samples go on to its end.
    const content = bytes.subarray(at + 8, Math.min(bytes.length, at + 8 + length));
    if (name === 'fmt ') format = content;
    if (name === 'data') return format && { format, samples: content };
    at += 8 + length + (length % 2);
  }
  return undefined;
}

export function together(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
