/** Why a text cannot be converted. */
import type { ConversionFailure } from '../../common/conversion.ts';

/** Thrown by everything in this folder that can refuse; `message` is for people and quotes no value of the text. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly failure: ConversionFailure['failure'];

  constructor(failure: ConversionFailure['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}
