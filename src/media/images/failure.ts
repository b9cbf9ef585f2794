/** Why an image couldn't be downloaded. */
export type ImageFault =
  | 'insecure'
  | 'local'
  | 'redirects'
  | 'status'
  | 'tooLarge'
  | 'notAnImage'
  | 'timeout'
  | 'network';

/** An image couldn't be downloaded. `what` is for the message: a host, a status, a size in bytes, or an error. */
export class ImageFailure extends Error {
  readonly fault: ImageFault;
  readonly what: string;

  constructor(fault: ImageFault, what = '') {
    super(`${fault} ${what}`.trim());
    this.fault = fault;
    this.what = what;
  }
}
