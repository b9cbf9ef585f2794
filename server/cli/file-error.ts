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
