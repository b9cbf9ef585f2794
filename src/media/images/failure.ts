/** Why an image couldn't be fetched. */
export type ImageFault =
  | 'insecure'
  | 'local'
  | 'redirects'
  | 'status'
  | 'tooLarge'
  | 'notAnImage'
  | 'timeout'
  | 'network';

/** Why there is no picture, and what to put into the sentence: a host, a status or a number of bytes. */
export class ImageFailure extends Error {
  readonly fault: ImageFault;
  readonly what: string;

  constructor(fault: ImageFault, what = '') {
    super(`${fault} ${what}`.trim());
    this.fault = fault;
    this.what = what;
  }
}
