/** Thrown if a file can't be read or written. The message names the file and the reason in one sentence. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The system error code, such as `ENOENT`. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

/** Thrown if the bytes of a file aren't UTF-8. */
export class EncodingError extends FileError {
  readonly isUtf16: boolean;

  constructor(name: string, isUtf16: boolean) {
    super(`Couldn't read ${name}: not valid UTF-8.`);
    this.isUtf16 = isUtf16;
  }
}

/** Returns the error of an invalid file, with the position of the fault. */
export function errorAt(file: string, text: string, offset: number, message: string): FileError {
  return new FileError(`${file}:${positionIn(text, offset)}: ${message}`);
}

/** Returns the 1-based `line:column` of an offset. */
export function positionIn(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return `${lines.length}:${(lines.at(-1)?.length ?? 0) + 1}`;
}

const causes: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'disk quota exceeded',
  EFBIG: 'file too large',
  EIO: 'disk I/O error',
  EISDIR: 'is a folder',
  ELOOP: 'too many symbolic links',
  ENAMETOOLONG: 'name too long',
  ENOENT: 'no such file or folder',
  ENOSPC: 'no space left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'read-only file system',
};

/** Describes a system error: "permission denied (EACCES)". */
export function causeOf(code: string | undefined): string {
  const words = code === undefined ? undefined : causes[code];
  return words === undefined ? (code ?? 'unknown error') : `${words} (${code})`;
}
