/** Runs once before the unit tests: generates code for a fresh clone, and prints which config files are read. */
import { generate } from '../../scripts/generate.ts';
import { corpusInUse } from '../corpus.ts';

export async function setup(): Promise<void> {
  console.log(corpusInUse);
  await generate();
}
