/** Why an image couldn't be downloaded. */
export type ImageFailureKind =
  | 'insecure'
  | 'local'
  | 'redirects'
  | 'status'
  | 'tooLarge'
  | 'notAnImage'
  | 'timeout'
  | 'network';

/** An image couldn't be downloaded. `detail` is for the message: a host, a status, a size in bytes, or an error. */
export class ImageFailure extends Error {
  readonly kind: ImageFailureKind;
  readonly detail: string;

  constructor(kind: ImageFailureKind, detail = '') {
    super(`${kind} ${detail}`.trim());
    this.kind = kind;
    this.detail = detail;
  }
}
