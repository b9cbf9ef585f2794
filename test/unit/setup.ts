/** Runs once before the unit tests: generates code for a fresh clone. */
import { generate } from '../../scripts/generate.ts';

export const setup = generate;
