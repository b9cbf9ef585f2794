/** A file cannot be read or written; the message says which and why, in one sentence. */
export class FileError extends Error {
  override readonly name = 'FileError';
  /** The system's name of the cause. */
  readonly code: string | undefined;

  constructor(message: string, code?: string) {
    super(message);
    this.code = code;
  }
}

const causes: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'the file would be too large',
  EIO: 'the disk failed',
  EISDIR: 'it is a folder',
  ELOOP: 'too many links lead to each other',
  ENAMETOOLONG: 'the name is too long',
  ENOENT: 'the file or its folder does not exist',
  ENOSPC: 'no space is left on the disk',
  ENOTDIR: 'a part of the path is not a folder',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
};

/** What a system error means: "permission denied (EACCES)". */
export function causeOf(code: string | undefined): string {
  const words = code === undefined ? undefined : causes[code];
  return words === undefined ? (code ?? 'unknown cause') : `${words} (${code})`;
}
