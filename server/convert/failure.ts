/** Why a text can't be converted. */
import type { ConversionFailure } from '../../common/messages/conversion.ts';

/** Thrown if a conversion isn't possible. `message` is shown to users and never quotes values of the text. */
export class ConversionError extends Error {
  override readonly name = 'ConversionError';
  readonly failure: ConversionFailure['failure'];

  constructor(failure: ConversionFailure['failure'], message: string) {
    super(message);
    this.failure = failure;
  }
}
