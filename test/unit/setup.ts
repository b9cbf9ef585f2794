/**
 * Runs once before the unit tests: generates code, so that they run on a fresh clone, and prints which config files
 * they use.
 */
import { generate } from '../../scripts/generate.ts';
import { corpusInUse } from '../corpus.ts';

export async function setup(): Promise<void> {
  console.log(corpusInUse);
  await generate();
}
